import { Type, type Static, type TSchema } from 'typebox'
import { accessTokenResource, expirySchema, scopeSchema } from '../auth/access-token-record.ts'
import { hashOf } from '../../tools/hash.ts'
import { secretsLike } from '../auth/credentials.ts'
import { readScope, scopeNames, scopesBeyond, showScope } from '../auth/scopes.ts'
import { readTokenExpiry } from '../auth/token-expiry.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import type { Answer } from '../../model/contract/answer.ts'
import type { Context } from '../../model/contract/context.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { RequestId } from '../../model/resources/define-resource.ts'
import { pageQuery, readPage } from '../input/list-query.ts'
import type { StoredAccessToken } from '../../model/contract/stored-records.ts'
import { textEnum } from '../../tools/text-enum.ts'

const resource = accessTokenResource
const name = Type.String({ minLength: 1, maxLength: 1000 })
const path = (conventions: Conventions) => conventions.accessTokensPath
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
  path,
  summary: "Lists the caller's personal access tokens, newest first, including expired ones.",
  query: Type.Object(pageQuery),
  answer: { kind: 'list', resource },
  requirements: ['pat.list', 'pat.list-own', 'pat.secret-once'],
  conventions: ['accessTokensPath', 'scopeFormat', 'expiresAtFormat'],
  handle: (context) => ({
    kind: 'list',
    resource,
    page: readPage(context, 'access_tokens', context.query, { user_id: context.caller.userId }),
  }),
})

const NewToken = Type.Object(
  { name, scopes: Type.Array(Type.Unknown(), { minItems: 1 }), expires_at: Type.Unknown() },
  { additionalProperties: false },
)

/** A new token under the conventions, whose forms the handler reads itself. */
function documentedToken(conventions: Conventions): TSchema {
  const { scopeFormat, scopeRule } = conventions
  const isKnown = scopeFormat !== 'object' && scopeRule !== 'ignored'
  const scope = isKnown ? textEnum([...scopeNames(conventions)]) : scopeSchema(conventions)
  return Type.Object(
    { name, scopes: Type.Array(scope, { minItems: 1 }), expires_at: expirySchema(conventions) },
    { additionalProperties: false },
  )
}

const create = defineEndpoint({
  ...common,
  id: 'access-tokens.create',
  method: 'POST',
  path,
  summary: 'Creates a personal access token and shows its secret once.',
  body: NewToken,
  documentedBody: documentedToken,
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
  handle: createToken,
})

function createToken({
  world,
  worldSuffix,
  caller,
  conventions,
  body,
  request,
}: Context<unknown, unknown, Static<typeof NewToken>>): Answer {
  const scopes = [...new Set(body.scopes.map((scope, index) => scopeAt(scope, index, conventions)))]
  const beyond = scopesBeyond(scopes, caller.scopes, conventions)
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
    id: `bearer:${hashOf(secret)}`,
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

function scopeAt(value: unknown, index: number, conventions: Conventions): string {
  const scope = readScope(value, conventions)
  if (scope !== undefined) return scope
  const names = scopeNames(conventions)
  const all = names.map((scope) => showScope(scope, conventions))
  const example = names.includes('projects:read') ? 'projects:read' : names[0]!
  throw new ApiError(
    'refused',
    `/scopes/${index} must be a scope such as ${JSON.stringify(showScope(example, conventions))}; got ${shortJson(value)}. The scopes are: ${names.join(', ')}.`,
    {
      requirement: 'pat.requires-scopes',
      details: [{ at: `/scopes/${index}`, message: `is not one of the scopes ${all.join(', ')}`, allowed: all }],
    },
  )
}

/** The schema accepts any value, so that the handler can explain the refusal. */
const Fixed = Type.Unknown({ description: 'Fixed at creation. A request with this member is refused.' })

const TokenChange = Type.Object(
  { name: Type.Optional(name), scopes: Type.Optional(Fixed), expires_at: Type.Optional(Fixed) },
  { additionalProperties: false },
)

const fixed = [
  { member: 'scopes', requirement: 'pat.scopes-fixed' },
  { member: 'expires_at', requirement: 'pat.expiry-fixed' },
] as const

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
    const newName = nameOf(context.body)
    return { kind: 'object', resource, record: context.world.replace('access_tokens', { ...record, name: newName }) }
  },
})

function nameOf(change: Static<typeof TokenChange>): string {
  for (const { member, requirement } of fixed) {
    if (!Object.hasOwn(change, member)) continue
    throw new ApiError(
      'refused',
      `${member} is fixed at creation; only name can be changed. Create a new token instead.`,
      {
        requirement,
        details: [{ at: `/${member}`, message: 'cannot be changed' }],
      },
    )
  }
  if (change.name !== undefined) return change.name
  throw new ApiError('refused', 'The body does not fit: /name is required and missing.', {
    requirement: 'pat.name-updatable',
    details: [{ at: '/name', message: 'is required and missing' }],
  })
}

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
