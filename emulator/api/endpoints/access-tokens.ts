import { Type, type Static, type TSchema } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { accessTokenResource } from '../auth/access-token-record.ts'
import { expiryFormats, readTokenExpiry } from '../auth/token-expiry.ts'
import { hashSecret } from '../../tools/hash.ts'
import { secretsLike } from '../auth/credentials.ts'
import { toScopeText, scopeSchema, missingScopes } from '../auth/scopes.ts'
import type { ConventionName, Conventions } from '../../model/contract/conventions.ts'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import type { Answer } from '../../model/contract/answer.ts'
import type { Context } from '../../model/contract/context.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { RequestId } from '../../model/resources/define-resource.ts'
import { pageQuery, readCollectionPage, readWholeCollection } from '../input/list-query.ts'
import type { StoredAccessToken } from '../../model/contract/stored-records.ts'

const resource = accessTokenResource
const name = Type.String({ minLength: 1, maxLength: 1000 })
const tokensPath = (conventions: Conventions) => conventions.accessTokensPath
const itemPath = (conventions: Conventions) => `${conventions.accessTokensPath}/{id}`
const common = { family: 'access-tokens', credentials: bearerCredentials } as const
const idRequirements = [
  'ids.malformed-path',
  'ids.malformed-prefixed',
  'ids.prefixed-form',
  'ids.prefix-ignored',
] as const

const list = defineEndpoint({
  ...common,
  id: 'access-tokens.list',
  method: 'GET',
  path: tokensPath,
  summary: "Lists the caller's personal access tokens, newest first, including expired ones.",
  query: Type.Object(pageQuery),
  answer: { kind: 'list', resource },
  requirements: ['pat.list', 'pat.list-own', 'pat.secret-once'],
  conventions: ['accessTokensPath', 'pagedLists', 'scopeFormat', 'expiresAtFormat'],
  handle: (context) => {
    const read = context.conventions.pagedLists ? readCollectionPage : readWholeCollection
    return {
      kind: 'list',
      resource,
      page: read(context, 'access_tokens', context.query, { user_id: context.caller.userId }),
    }
  },
})

/** A member whose refusal cites a requirement. */
const citeRequirement = <Schema extends TSchema>(schema: Schema, requirement: RequirementId): Schema => ({
  ...schema,
  'x-requirement': requirement,
})

/** A schema that depends on some conventions. It is made once for each choice, since Ajv compiles every new object. */
function memoizeByConventions<Name extends ConventionName, Schema>(
  names: readonly Name[],
  make: (conventions: Pick<Conventions, Name>) => Schema,
): (conventions: Pick<Conventions, Name>) => Schema {
  const made = new Map<string, Schema>()
  return (conventions) => {
    const key = JSON.stringify(names.map((name) => conventions[name]))
    let schema = made.get(key)
    if (schema === undefined) made.set(key, (schema = make(conventions)))
    return schema
  }
}

/** A new token, in the form that the conventions choose. */
const NewToken = memoizeByConventions(['scopeFormat', 'scopeRule', 'expiresAtFormat'], (conventions) =>
  Type.Object(
    {
      name: citeRequirement(name, 'pat.requires-name'),
      scopes: citeRequirement(Type.Array(scopeSchema(conventions), { minItems: 1 }), 'pat.requires-scopes'),
      expires_at: citeRequirement(expiryFormats[conventions.expiresAtFormat].schema, 'pat.requires-expiry'),
    },
    { additionalProperties: false },
  ),
)

const create = defineEndpoint({
  ...common,
  id: 'access-tokens.create',
  method: 'POST',
  path: tokensPath,
  summary: 'Creates a personal access token and shows its secret once.',
  body: NewToken,
  answer: {
    kind: 'object',
    resource,
    created: true,
    extra: ({ secretName }) => Type.Object({ [secretName]: Type.String() }),
  },
  requirements: [
    'pat.create',
    'pat.record',
    'pat.requires-name',
    'pat.requires-scopes',
    'pat.requires-expiry',
    'pat.expiry-minimum',
    'pat.expiry-maximum',
    'pat.expiry-range',
    'pat.secret-shown',
    'pat.bearer',
    'pat.expires',
    'pat.scopes-decide',
  ],
  conventions: ['accessTokensPath', 'secretName', 'scopeFormat', 'expiresAtFormat', 'scopeRule'],
  handle: issueAccessToken,
})

function issueAccessToken({
  world,
  worldSuffix,
  caller,
  conventions,
  body,
  request,
}: Context<unknown, unknown, Static<ReturnType<typeof NewToken>>>): Answer {
  const scopes = [...new Set(body.scopes.map(toScopeText))]
  const beyond = missingScopes(scopes, caller.scopes, conventions)
  if (beyond.length > 0)
    throw new ApiError(
      'forbidden',
      `A token cannot have scopes that its creator lacks: ${beyond.join(', ')}. Leave them out.`,
      {
        requirement: 'pat.scopes-decide',
        details: [{ at: '/scopes', message: 'has scopes that the caller lacks' }],
      },
    )
  const expiresAt = readTokenExpiry(body.expires_at, world.clock.now(), conventions)
  const secret = secretsLike(request.headers.get('authorization') ?? '').bearer('pat', world.nextSecret())
  const record = world.insert('access_tokens', {
    id: world.nextId(),
    name: body.name,
    scopes,
    expires_at: expiresAt,
    user_id: caller.userId,
    created_at: world.timestamp(),
  })
  world.insert('credentials', {
    id: `bearer:${hashSecret(secret)}`,
    kind: 'personalAccessToken',
    user_id: caller.userId,
    scopes,
    expires_at: expiresAt,
    owner_id: record.id,
    project_id: null,
  })
  const extra = { [conventions.secretName]: `${secret}${worldSuffix}` }
  return { kind: 'object', resource, record, created: true, extra }
}

const fixed = Type.Never({ description: 'Fixed at creation. A request with this member is refused.' })

const TokenChange = Type.Object(
  {
    name: citeRequirement(name, 'pat.name-updatable'),
    scopes: Type.Optional(citeRequirement(fixed, 'pat.scopes-fixed')),
    expires_at: Type.Optional(citeRequirement(fixed, 'pat.expiry-fixed')),
  },
  { additionalProperties: false },
)

const rename = defineEndpoint({
  ...common,
  id: 'access-tokens.rename',
  method: 'POST',
  path: itemPath,
  summary: 'Changes the name of a personal access token. Nothing else can be changed.',
  params: Type.Object({ id: RequestId }),
  body: TokenChange,
  answer: { kind: 'object', resource },
  requirements: ['pat.name-updatable', 'pat.scopes-fixed', 'pat.expiry-fixed', 'pat.secret-once', ...idRequirements],
  conventions: ['accessTokensPath'],
  handle: (context) => {
    const record = tokenOfCaller(context)
    const { name } = context.body
    return { kind: 'object', resource, record: context.world.replace('access_tokens', { ...record, name }) }
  },
})

const revoke = defineEndpoint({
  ...common,
  id: 'access-tokens.revoke',
  method: 'DELETE',
  path: itemPath,
  summary: 'Revokes a personal access token.',
  params: Type.Object({ id: RequestId }),
  answer: { kind: 'deleted', resource },
  requirements: ['pat.revoke', 'pat.revoke-unlists', ...idRequirements],
  conventions: ['accessTokensPath', 'deletedStatus'],
  handle: (context) => {
    const record = tokenOfCaller(context)
    context.world.remove('access_tokens', record.id)
    return { kind: 'deleted', resource, record }
  },
})

function tokenOfCaller({
  world,
  caller,
  params: { id },
}: Context<{ readonly id: string }, unknown, unknown>): StoredAccessToken {
  const record = world.get('access_tokens', id)
  if (record?.user_id === caller.userId) return record
  throw new ApiError('unknown', `The caller has no personal access token with the id ${id}.`)
}

/** Personal access tokens (clauses 2.2, 4.2 and 5.3). */
export const accessTokenEndpoints: readonly Endpoint[] = [list, create, rename, revoke]
