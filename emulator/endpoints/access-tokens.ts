import Type, { type TSchema } from 'typebox'
import { hashOf, type StoredCredential } from '../auth/credentials.ts'
import { parseRfc3339, toIso } from '../clock.ts'
import { allScopes, type Scope } from '../auth/scopes.ts'
import type { Conventions } from '../conventions.ts'
import { bearerCredentials, type Context, defineEndpoint, type Endpoint } from '../define-endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { BareId, defineResource, RequestId, type Resource, type StoredRecord } from '../resources/define-resource.ts'
import type { World } from '../world.ts'
import { readPage } from './resource-endpoints.ts'

type AnyContext<Body = unknown> = Context<unknown, Record<string, unknown>, Body>

function scopeSchema({ scopeFormat }: Conventions): TSchema {
  return scopeFormat === 'string' ? Type.String() : Type.Object({ resource: Type.String(), action: Type.String() })
}

function expirySchema({ expiresAtFormat }: Conventions): TSchema {
  return expiresAtFormat === 'rfc3339' ? Type.String({ format: 'date-time' }) : Type.Integer()
}

/** Clause 2.2: the record, never with its secret. */
const accessTokenResource: Resource = defineResource({
  name: 'access_token', plural: 'access_tokens', prefix: 'accessToken', family: 'access-tokens', members: {}, filters: [], searched: ['name'], alwaysFull: true,
  show: (record, conventions) => ({
    id: record.id, name: record['name'],
    scopes: (record['scopes'] as readonly Scope[]).map((scope) => showScope(scope, conventions)),
    expires_at: showExpiry(record['expires_at'] as number, conventions),
    created_at: record['created_at'],
  }),
  shownSchema: (conventions) => Type.Object({ id: BareId, name: Type.String(), scopes: Type.Array(scopeSchema(conventions)), expires_at: expirySchema(conventions), created_at: Type.String({ format: 'date-time' }) }, { additionalProperties: false, title: 'access_token' }),
})

function showScope(scope: Scope, { scopeFormat }: Conventions): unknown {
  const [resource, action] = scope.split(':')
  return scopeFormat === 'string' ? scope : { resource, action }
}

function showExpiry(time: number, { expiresAtFormat }: Conventions): unknown {
  return expiresAtFormat === 'rfc3339' ? toIso(time) : expiresAtFormat === 'unix-seconds' ? time / 1000 : time
}

const name = Type.String({ minLength: 1, maxLength: 1000 })
const path = (conventions: Conventions) => conventions.accessTokensPath
const itemPath = (conventions: Conventions) => `${conventions.accessTokensPath}/{id}`
const family = 'access-tokens'
const idRequirements = ['ids.malformed-path', 'ids.malformed-prefixed', 'ids.prefixed-form', 'ids.prefix-ignored'] as const

const list = defineEndpoint({
  id: 'access-tokens.list', method: 'GET', path, family, summary: "Lists the caller's personal access tokens, newest first.", credentials: bearerCredentials,
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })), starting_after: Type.Optional(RequestId), ending_before: Type.Optional(RequestId) }),
  answer: { kind: 'list', resource: accessTokenResource }, requirements: ['pat.list', 'pat.list-own', 'pat.secret-once'], conventions: ['accessTokensPath', 'scopeFormat', 'expiresAtFormat'],
  handle: (context) => ({ kind: 'list', resource: accessTokenResource, page: readPage(context as AnyContext, 'access_tokens', { user_id: context.caller.userId }), paged: true }),
})

const create = defineEndpoint({
  id: 'access-tokens.create', method: 'POST', path, family, summary: 'Creates a personal access token and shows its secret once.', credentials: bearerCredentials,
  body: Type.Object({ name, scopes: Type.Array(Type.Unknown(), { minItems: 1 }), expires_at: Type.Unknown() }, { additionalProperties: false }),
  answer: { kind: 'object', resource: accessTokenResource, created: true, extra: ({ secretName }) => Type.Object({ [secretName]: Type.String() }) },
  requirements: ['pat.create', 'pat.record', 'pat.requires-name', 'pat.requires-scopes', 'pat.requires-expiry', 'pat.expiry-minimum', 'pat.expiry-maximum', 'pat.expiry-range', 'pat.secret-shown', 'pat.bearer', 'pat.expires', 'pat.scopes-decide'],
  conventions: ['accessTokensPath', 'secretName', 'scopeFormat', 'expiresAtFormat'],
  handle: (context) => createToken(context as AnyContext<{ name: string; scopes: readonly unknown[]; expires_at: unknown }>),
})

function createToken({ world, caller, conventions, body }: AnyContext<{ name: string; scopes: readonly unknown[]; expires_at: unknown }>): { kind: 'object'; resource: Resource; record: StoredRecord; created: true; extra: Record<string, string> } {
  const scopes = [...new Set(body.scopes.map((scope, index) => readScope(scope, index, conventions)))]
  const beyond = scopes.filter((scope) => !caller.scopes.includes(scope))
  if (beyond.length > 0) throw new ApiError('forbidden', `A token cannot have scopes that its creator lacks: ${beyond.join(', ')}.`, { requirement: 'pat.scopes-decide' })
  const expiresAt = readExpiry(body.expires_at, conventions, world)
  const secret = `pat_${world.nextSecret()}`
  const record = world.insert('access_tokens', { id: world.nextId(), name: body.name, scopes, expires_at: expiresAt, user_id: caller.userId, created_at: world.timestamp() })
  world.insert<StoredCredential>('credentials', { id: `bearer:${hashOf(secret)}`, kind: 'personalAccessToken', user_id: caller.userId, scopes, expires_at: expiresAt, owner_id: record.id, project_id: null })
  return { kind: 'object', resource: accessTokenResource, record, created: true, extra: { [conventions.secretName]: secret } }
}

function readScope(given: unknown, index: number, { scopeFormat }: Conventions): Scope {
  const { resource, action } = (typeof given === 'object' && given !== null ? given : {}) as { resource?: unknown; action?: unknown }
  const scope = (typeof given === 'string' && scopeFormat === 'string' ? given : scopeFormat === 'object' ? `${String(resource)}:${String(action)}` : '') as Scope
  if (allScopes.includes(scope)) return scope
  const example = scopeFormat === 'string' ? '"projects:read"' : '{"resource":"projects","action":"read"}'
  const allowed = allScopes.map((one) => showScope(one, { scopeFormat } as Conventions))
  throw new ApiError('refused', `/scopes/${index} must be a scope such as ${example}; got ${JSON.stringify(given)}. The scopes are: ${allScopes.join(', ')}.`, { requirement: 'pat.requires-scopes', details: [{ at: `/scopes/${index}`, message: 'is not a scope', allowed }] })
}

/** Clause 2.2: from 7 days to 2 years after creation, by the calendar, to the second of the clock, both ends included. */
function readExpiry(given: unknown, conventions: Conventions, world: World): number {
  const time = expiryTime(given, conventions)
  const examples = { rfc3339: '"2027-01-31T00:00:00Z"', 'unix-seconds': '1801353600', 'unix-milliseconds': '1801353600000' }
  if (time === undefined) {
    throw new ApiError('refused', `/expires_at must be ${conventions.expiresAtFormat}, such as ${examples[conventions.expiresAtFormat]}; got ${JSON.stringify(given)}.`, { requirement: 'pat.requires-expiry', details: [{ at: '/expires_at', message: 'is not a timestamp' }] })
  }
  const now = Math.floor(world.clock.now() / 1000) * 1000
  const earliest = now + 7 * 86_400_000
  const latest = twoYearsAfter(now)
  if (time >= earliest && time <= latest) return time
  throw new ApiError('refused', `/expires_at must lie from ${toIso(earliest)} to ${toIso(latest)}: 7 days to 2 years after creation; got ${toIso(time)}.`, {
    requirement: time < earliest ? 'pat.expiry-minimum' : 'pat.expiry-maximum',
    details: [{ at: '/expires_at', message: time < earliest ? 'is too early' : 'is too late' }],
  })
}

const maxTime = 253_402_300_799_000

function expiryTime(given: unknown, { expiresAtFormat }: Conventions): number | undefined {
  if (expiresAtFormat === 'rfc3339') return typeof given === 'string' ? wholeSeconds(parseRfc3339(given)) : undefined
  const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined
  return wholeSeconds(expiresAtFormat === 'unix-seconds' ? value * 1000 : value)
}

function wholeSeconds(time: number | undefined): number | undefined {
  return time === undefined || time < 0 || time > maxTime ? undefined : Math.floor(time / 1000) * 1000
}

/** The same day and time two years on; from 29 February, 28 February. */
function twoYearsAfter(time: number): number {
  const date = new Date(time)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 2)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}

const rename = defineEndpoint({
  id: 'access-tokens.rename', method: 'POST', path: itemPath, family, summary: 'Changes the name of a personal access token: nothing else can change.', credentials: bearerCredentials,
  params: Type.Object({ id: RequestId }),
  body: Type.Object({ name, scopes: Type.Optional(Type.Unknown()), expires_at: Type.Optional(Type.Unknown()) }, { additionalProperties: false }),
  answer: { kind: 'object', resource: accessTokenResource }, requirements: ['pat.name-updatable', 'pat.scopes-fixed', 'pat.expiry-fixed', 'pat.secret-once', ...idRequirements], conventions: ['accessTokensPath'],
  handle: (context) => {
    const record = ownToken(context as AnyContext)
    const body = context.body as { name: string; scopes?: unknown; expires_at?: unknown }
    for (const member of ['scopes', 'expires_at'] as const) {
      if (!Object.hasOwn(body, member)) continue
      throw new ApiError('refused', `${member} is fixed at creation; only name can change. Create a new token instead.`, { requirement: member === 'scopes' ? 'pat.scopes-fixed' : 'pat.expiry-fixed', details: [{ at: `/${member}`, message: 'cannot be changed' }] })
    }
    return { kind: 'object', resource: accessTokenResource, record: context.world.replace('access_tokens', { ...record, name: body.name }) }
  },
})

const revoke = defineEndpoint({
  id: 'access-tokens.revoke', method: 'DELETE', path: itemPath, family, summary: 'Revokes a personal access token.', credentials: bearerCredentials,
  params: Type.Object({ id: RequestId }),
  answer: { kind: 'deleted', resource: accessTokenResource }, requirements: ['pat.revoke', 'pat.revoke-unlists', ...idRequirements], conventions: ['accessTokensPath', 'deletedStatus'],
  handle: (context) => {
    const record = ownToken(context as AnyContext)
    const { world } = context
    for (const credential of world.collection('credentials').all({ where: { owner_id: record.id } })) world.remove('credentials', credential.id)
    world.remove('access_tokens', record.id)
    return { kind: 'deleted', resource: accessTokenResource, record }
  },
})

function ownToken({ world, caller, params }: AnyContext): StoredRecord {
  const { id } = params as { id: string }
  const record = world.get('access_tokens', id)
  if (record && record['user_id'] === caller.userId) return record
  throw new ApiError('unknown', `The caller has no personal access token with the id ${id}.`)
}

/** Personal access tokens (clauses 2.2, 4.2 and 5.3). */
export const accessTokenEndpoints: readonly Endpoint[] = [list, create, rename, revoke]
