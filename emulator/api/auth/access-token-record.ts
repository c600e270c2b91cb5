import { Type, type TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { BareId, defineResource } from '../../model/resources/define-resource.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { expiryFormats } from './expiry-formats.ts'
import { showScopes } from './scopes.ts'

/**
 * A personal access token as clients see it (clause 2.2), never with its secret. An expired token stays in the list
 * until it is revoked, so that its owner can see why a script stopped working.
 */
export const accessTokenResource: Resource = {
  ...defineResource({
    name: 'access_token',
    plural: 'access_tokens',
    family: 'access-tokens',
    members: {},
    filters: [],
    searched: ['name'],
  }),
  alwaysFull: true,
  show: (record, conventions) => ({
    id: record.id,
    name: record['name'],
    scopes: showScopes(record['scopes'] as readonly string[], conventions),
    expires_at: expiryFormats[conventions.expiresAtFormat].write(record['expires_at'] as number),
    created_at: record['created_at'],
  }),
  answerSchema: (conventions) =>
    Type.Object(
      {
        id: BareId,
        name: Type.String(),
        scopes: scopesSchema(conventions),
        expires_at: expirySchema(conventions),
        created_at: Type.String({ format: 'date-time' }),
      },
      { additionalProperties: false, title: 'access_token' },
    ),
}

/** The schema of a scope in a request. */
export function scopeSchema({ scopeFormat }: Conventions): TSchema {
  return scopeFormat === 'object' ? Type.Object({ resource: Type.String(), action: Type.String() }) : Type.String()
}

/** The schema of the scopes in an answer. */
function scopesSchema(conventions: Conventions): TSchema {
  if (conventions.scopeFormat === 'text') return Type.String()
  return Type.Array(
    conventions.scopeFormat === 'named'
      ? Type.Object({ name: Type.String(), description: Type.String() })
      : scopeSchema(conventions),
  )
}

/** The schema of `expires_at`. */
export function expirySchema({ expiresAtFormat }: Conventions): TSchema {
  return expiryFormats[expiresAtFormat].schema()
}
