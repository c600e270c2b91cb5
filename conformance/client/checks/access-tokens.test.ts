import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import { type MadeRequest, type MadeRun } from '../../../testing/clients/made-run.ts'
const environments: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [] } }
const page = (token: string): MadeRequest => ({ ...environments, authorization: `Bearer ${token}` })
const watched: MadeRun = {}
const creation = (body: object | string, status = 201): MadeRequest => ({ line: 'POST /access-tokens', body, status })
const creating: MadeRun = {
  task: 'create-access-token',
  input: { name: 'ci', scopes: ['projects:read'], expiresAt: '2026-03-01T00:00:00Z' },
}
const newToken = { name: 'ci', scopes: ['projects:read'], expires_at: '2026-03-01T00:00:00Z' }
const tokenId = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const token = (method: string, body: object | string | null = '', id = tokenId): MadeRequest => ({
  line: `${method} /access-tokens/${id}`,
  body,
})
const revoking: MadeRun = { task: 'revoke-access-token', input: { id: tokenId } }
const renaming: MadeRun = { task: 'rename-access-token', input: { id: tokenId, name: 'a b' } }
const inQuery = (query: string): MadeRequest => ({ line: `POST /access-tokens/${tokenId}?${query}` })
const using: MadeRun = { task: 'use-access-token', input: { secret: 'pat_1234567890' } }

const cases: readonly FindingCase[] = [
  [
    'client.access-token-use',
    'kept',
    'a look at the version, which needs no credential',
    [{ line: 'GET /0/', authorization: null }, page('pat_1234567890')],
    using,
  ],
  [
    'client.access-token-create',
    'kept',
    'the scopes in another order, and the time in another form',
    [creation({ ...newToken, scopes: ['b', 'a'], expires_at: '2026-03-01T01:00:00.000+01:00' })],
    { ...creating, input: { ...creating.input, scopes: ['a', 'b'] } },
  ],
  ['client.access-token-create', 'kept', 'a refusal that a test wants', [creation({}, 400)], watched],
  [
    'client.access-token-secret',
    'neverDone',
    'a path that begins alike',
    [{ line: 'GET /access-tokens-of-mine/1', isServed: false, status: 404 }],
    creating,
  ],
  ['client.access-token-revoke', 'kept', 'a prefixed id', [token('DELETE', '', `pat_${tokenId}`)], revoking],
  ['client.access-token-secret', 'kept', 'what takes the token back', [creation(newToken), token('DELETE')], creating],
  ['client.access-token-rename', 'kept', 'a token of a test', [token('POST', { name: 'x' })], watched],
  ['client.access-token-rename', 'kept', 'the name in the query, without a body', [inQuery('name=a+b')], renaming],
  ['client.access-token-rename', 'broken', 'another name in the query', [inQuery('name=a')], renaming],
  ['client.access-token-rename', 'broken', 'more than the name in the query', [inQuery('name=a+b&x=')], renaming],
  ['client.access-token-revoke', 'kept', 'a token of a test', [token('DELETE')], watched],
]

itFinds(cases)
