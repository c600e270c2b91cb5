import { Type, type TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { BareId, defineResource } from '../../model/resources/define-resource.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { expiryFormats } from './token-expiry.ts'
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
        expires_at: expiryFormats[conventions.expiresAtFormat].schema,
        created_at: Type.String({ format: 'date-time' }),
      },
      { additionalProperties: false, title: 'access_token' },
    ),
}

/** The schema of the scopes in an answer. */
function scopesSchema({ scopeFormat }: Conventions): TSchema {
  const text = Type.String()
  switch (scopeFormat) {
    case 'text':
      return text
    case 'named':
      return Type.Array(Type.Object({ name: text, description: text }))
    case 'object':
      return Type.Array(Type.Object({ resource: text, action: text }))
    default:
      return Type.Array(text)
  }
}
