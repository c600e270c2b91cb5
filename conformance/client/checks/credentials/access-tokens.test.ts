import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import { type MadeRequest, type MadeRun, madeToken } from '../../../../testing/clients/made-run.ts'

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
const renaming: MadeRun = { task: 'rename-access-token', input: { id: tokenId, name: 'new' } }
const revoking: MadeRun = { task: 'revoke-access-token', input: { id: tokenId } }
const using: MadeRun = { task: 'use-access-token', input: { secret: 'pat_1234567890' } }

const cases: readonly FindingCase[] = [
  ['client.access-token-use', 'kept', 'the secret', [page('pat_1234567890')], using],
  ['client.access-token-use', 'broken', 'an exchanged token', [madeToken(), environments], using],
  ['client.access-token-use', 'neverDone', 'no request', [], using],
  [
    'client.access-token-use',
    'kept',
    'a look at the version, which needs no credential',
    [{ line: 'GET /0/', authorization: null }, page('pat_1234567890')],
    using,
  ],
  ['client.access-token-create', 'kept', 'three members', [creation(newToken)], creating],
  [
    'client.access-token-create',
    'kept',
    'the scopes in another order, and the time in another form',
    [creation({ ...newToken, scopes: ['b', 'a'], expires_at: '2026-03-01T01:00:00.000+01:00' })],
    { ...creating, input: { ...creating.input, scopes: ['a', 'b'] } },
  ],
  [
    'client.access-token-create',
    'broken',
    'a scope twice in the place of another one',
    [creation({ ...newToken, scopes: ['a', 'a'] })],
    { ...creating, input: { ...creating.input, scopes: ['a', 'b'] } },
  ],
  [
    'client.access-token-create',
    'broken',
    'a time without its zone',
    [creation({ ...newToken, expires_at: '2026-03-01T00:00:00' })],
    creating,
  ],
  ['client.access-token-create', 'neverDone', 'no creation', [environments], creating],
  ['client.access-token-create', 'broken', 'no scopes', [creation({ ...newToken, scopes: undefined })], creating],
  ['client.access-token-create', 'broken', 'another time', [creation({ ...newToken, expires_at: 1 })], creating],
  ['client.access-token-create', 'broken', 'a form', [creation('name=ci')], creating],
  ['client.access-token-create', 'kept', 'a refusal that a test wants', [creation({}, 400)], watched],
  ['client.access-token-create', 'broken', 'camel case', [creation({ expiresAt: 1 }, 400)], watched],
  ['client.access-token-secret', 'kept', 'the creation alone', [creation(newToken)], creating],
  ['client.access-token-secret', 'broken', 'a look-up', [creation(newToken), token('GET')], creating],
  ['client.access-token-secret', 'neverDone', 'no creation', [], creating],
  [
    'client.access-token-secret',
    'neverDone',
    'a path that begins alike',
    [{ line: 'GET /access-tokens-of-mine/1', isServed: false, status: 404 }],
    creating,
  ],
  [
    'client.access-token-secret',
    'broken',
    'a look for the secret alone',
    [creation(newToken), { line: 'GET /access-tokens/1/secret', isServed: false, status: 404 }],
    creating,
  ],
  ['client.access-token-rename', 'kept', 'the name', [token('POST', { name: 'new' })], renaming],
  ['client.access-token-rename', 'broken', 'PUT', [token('PUT', { name: 'new' })], renaming],
  ['client.access-token-rename', 'broken', 'all', [token('POST', { name: 'new', scopes: [] })], renaming],
  ['client.access-token-rename', 'broken', 'another name', [token('POST', { name: 'NEW' })], renaming],
  ['client.access-token-rename', 'neverDone', 'no request', [], renaming],
  ['client.access-token-revoke', 'kept', 'DELETE', [token('DELETE')], revoking],
  ['client.access-token-revoke', 'kept', 'a prefixed id', [token('DELETE', '', `pat_${tokenId}`)], revoking],
  ['client.access-token-revoke', 'broken', 'POST', [token('POST', {})], revoking],
  ['client.access-token-revoke', 'broken', 'another', [token('DELETE', '', `9${tokenId.slice(1)}`)], revoking],
  ['client.access-token-revoke', 'neverDone', 'no request', [], revoking],
  [
    'client.access-token-use',
    'broken',
    'another scheme',
    [{ ...page(''), authorization: 'Token pat_1234567890' }],
    using,
  ],
  [
    'client.access-token-create',
    'broken',
    'a scope in place of a list',
    [creation({ ...newToken, scopes: 'a' })],
    { ...creating, input: { ...creating.input, scopes: ['a'] } },
  ],
  [
    'client.access-token-create',
    'broken',
    'a list in place of a name',
    [creation({ ...newToken, name: ['c'] })],
    { ...creating, input: { ...creating.input, name: 'c' } },
  ],
  ['client.access-token-create', 'broken', 'PUT', [{ ...creation(newToken), line: 'PUT /access-tokens' }], creating],
  ['client.access-token-secret', 'kept', 'a look at the list', [{ line: 'GET /access-tokens' }], creating],
  ['client.access-token-secret', 'kept', 'what takes the token back', [creation(newToken), token('DELETE')], creating],
  ['client.access-token-rename', 'broken', 'null', [token('POST', 'null')], renaming],
  ['client.access-token-rename', 'kept', 'a body that was not read', [token('POST', null)], renaming],
  [
    'client.access-token-rename',
    'broken',
    'another token',
    [token('POST', { name: 'new' }, `9${tokenId.slice(1)}`)],
    renaming,
  ],
  ['client.access-token-rename', 'kept', 'a token of a test', [token('POST', { name: 'x' })], watched],
  ['client.access-token-revoke', 'kept', 'a token of a test', [token('DELETE')], watched],
  ['client.access-token-revoke', 'kept', 'an id in lower case', [token('DELETE', '', tokenId.toLowerCase())], revoking],
  ['client.access-token-revoke', 'kept', 'a cut id', [token('DELETE', '', tokenId.slice(0, 20))], revoking],
]

itFinds(cases)
