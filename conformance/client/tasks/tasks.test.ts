import { expect, it } from 'vitest'
import { outcomeOf, runOf, taskNamed } from '../../../testing/clients/careful/runs.ts'
import type { OutcomeRun } from './outcome.ts'
import { clientTasks } from './tasks.ts'

it.each(clientTasks.flatMap(({ name, inputs }) => inputs.map((choice) => `${name} ${choice.name}`)))(
  'finds nothing wrong in what a careful client reports of %s',
  async (place) => {
    const [name, inputName] = place.split(' ')
    const { allows } = taskNamed(name!).inputs.find((choice) => choice.name === inputName)!
    expect(outcomeOf(await runOf(place))).toBe(allows ?? 'right')
  },
)

interface Ids {
  readonly ids: readonly string[]
}
type Change = (ids: readonly string[], run: OutcomeRun) => readonly string[]

const lower: Change = (ids) => ids.map((id) => id.toLowerCase())
const first: Change = (ids) => ids.slice(0, 20)
const repeated: Change = (ids) => [...ids, ids[0]!]
const reversed: Change = (ids) => ids.toReversed()
const byLocale: Change = (ids) => ids.toSorted((left, right) => right.localeCompare(left, 'en'))
const nothing: Change = () => []
const withoutFirst: Change = (ids) => ids.slice(1)
const prefixed: Change = (ids) => ids.map((id) => `prd_${id}`)
const oncePerSpelling: Change = (ids) => [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()]
const withOthers: Change = (ids, { before, input }) => [
  ...ids,
  ...(before.catalogs.get(String(input['catalogId'])) ?? []).map(({ id }) => id).filter((id) => !ids.includes(id)),
]

const lists: readonly (readonly [place: string, what: string, change: Change, expected: string])[] = [
  ['list-environments', 'no ids', nothing, 'client.reports'],
  ['list-environments', 'a page without its first', withoutFirst, 'client.reports'],
  ['list-environments', 'every page', (_ids, { before }) => before.environments, 'right'],
  ['list-environments', 'ids in lower case', lower, 'client.ids-kept'],
  ['list-environments', 'ids by locale', byLocale, 'client.id-order'],
  ['walk-products', 'the first page', first, 'client.walk-complete'],
  ['walk-products', 'a page without its first', withoutFirst, 'client.walk-complete'],
  ['walk-products', 'an id twice', repeated, 'client.walk-cursor'],
  ['walk-products', 'the oldest first', reversed, 'client.id-order'],
  ['walk-products', 'ids by locale', byLocale, 'client.id-order'],
  ['walk-products', 'ids in lower case', lower, 'client.ids-kept'],
  ['walk-products', 'prefixed ids', prefixed, 'client.ids-kept'],
  ['walk-products', 'ids that differ in case once', oncePerSpelling, 'client.ids-kept'],
  ['walk-products brand-with-twins', 'products of other brands', withOthers, 'client.filters-sent'],
  ['walk-products two-filters', 'products that match one filter', withOthers, 'client.filters-combined'],
  ['walk-products search-in-words', 'products that do not match', withOthers, 'client.search'],
  ['walk-products search-in-words', 'not all that came', withoutFirst, 'client.search'],
  ['walk-products one-full-page', 'not all that came', withoutFirst, 'client.walk-complete'],
  ['walk-products no-match', 'all products', withOthers, 'client.filters-sent'],
  ['walk-products-back', 'the first page', first, 'client.walk-back'],
  ['walk-products-back', 'any order', reversed, 'right'],
  ['walk-products-back', 'the product itself', (ids, { input }) => [...ids, String(input['from'])], 'client.walk-back'],
  ['use-access-token', 'no ids', nothing, 'client.access-token-use'],
  ['list-projects apiKey', 'all projects', (_ids, { before }) => before.projects, 'client.api-key'],
  ['list-projects dsn', 'all projects', (_ids, { before }) => before.projects, 'client.dsn'],
  ['list-projects', 'the bound project', (_ids, { before }) => [before.boundProject], 'client.integration-token'],
  ['walk-groups', 'a page without its first', withoutFirst, 'client.link-next'],
  ['walk-groups', 'the newest first', reversed, 'client.id-order'],
  ['walk-events', 'an id twice', repeated, 'client.link-next'],
  [
    'walk-events empty',
    'the events of another issue',
    (_ids, { before }) => [...before.events.values()][0]!,
    'client.link-next',
  ],
  ['poll-events', 'no ids', nothing, 'client.link-polls'],
  [
    'poll-events',
    'old events',
    (_ids, { input, after }) => after.events.get(String(input['issueId']))!,
    'client.link-polls',
  ],
]

it.each(lists)('of %s, judges %s', async (place, _what, change, expected) => {
  const run = await runOf(place)
  const { ids } = (run.reported as { value: Ids }).value
  expect(outcomeOf({ ...run, reported: { kind: 'value', value: { ids: change(ids, run) } } })).toBe(expected)
})

type Members = Readonly<Record<string, unknown>>

const values: readonly (readonly [
  place: string,
  what: string,
  value: (right: Members) => unknown,
  expected: string,
])[] = [
  ['walk-products', 'null', () => null, 'client.reports'],
  ['walk-products', 'numbers', () => ({ ids: [1] }), 'client.reports'],
  ['get-token', 'anything', () => undefined, 'right'],
  ['get-configuration', 'the bare value', ({ value }) => value, 'client.reports'],
  ['get-configuration', 'another value', () => ({ value: 'blue' }), 'client.configuration-path'],
  ['get-configuration false', 'null', () => ({ value: null }), 'client.configuration-path'],
  ['get-configuration environment', 'the value of another scope', () => ({ value: 'x' }), 'client.scope-prefixed'],
  [
    'get-configuration object',
    'members in another order',
    ({ value }) => ({ value: Object.fromEntries(Object.entries(value as object).toReversed()) }),
    'right',
  ],
  ['create-access-token', 'no id', () => ({ secret: 'x' }), 'client.reports'],
  ['create-access-token', 'another id', (right) => ({ ...right, id: '0'.repeat(27) }), 'client.access-token-create'],
  [
    'create-access-token',
    'a prefixed id',
    (right) => ({ ...right, id: `pat_${String(right['id'])}` }),
    'client.ids-kept',
  ],
  ['create-access-token', 'its id as the secret', ({ id }) => ({ id, secret: id }), 'client.access-token-secret'],
  ['create-access-token', 'no secret', ({ id }) => ({ id }), 'client.access-token-secret'],
  ['rename-access-token', 'no name', () => ({}), 'client.reports'],
  ['rename-access-token', 'the old name', () => ({ name: 'Deploy (old)' }), 'client.access-token-rename'],
  ['revoke-access-token', 'anything', () => null, 'right'],
  ['prepare-connect', 'no address', () => ({ state: 'x' }), 'client.reports'],
  ['prepare-connect', 'a path', ({ url }) => ({ url: new URL(String(url)).pathname }), 'client.connect-url'],
  [
    'prepare-connect',
    'an address elsewhere',
    () => ({ url: 'https://example.com/app/shop/connect' }),
    'client.connect-url',
  ],
  [
    'prepare-connect',
    'an address without the path of the base URL',
    ({ url }) => ({ url: String(url).replace(/~run-\d+\//, '') }),
    'client.connect-url',
  ],
  [
    'prepare-connect',
    'another parameter',
    ({ url }) => ({ url: String(url).replace('prepare_state', 'state') }),
    'client.connect-url',
  ],
  ['prepare-connect', '~ encoded', ({ url }) => ({ url: String(url).replace('/~', '/%7E') }), 'right'],
  ['prepare-connect', 'another code', ({ url }) => ({ url: `${String(url)}x` }), 'client.connect-url'],
  ['invoke', 'the body', ({ result }) => result, 'client.reports'],
  [
    'invoke',
    'a part of the result',
    ({ result }) => ({ result: { ...(result as object), customer: 'Ada' } }),
    'client.invoke',
  ],
  ['capabilities', 'any order', ({ commands }) => ({ commands: (commands as string[]).toReversed() }), 'right'],
  [
    'capabilities',
    'one command less',
    ({ commands }) => ({ commands: (commands as string[]).slice(1) }),
    'client.capabilities',
  ],
  ['capabilities', 'objects', () => ({ commands: [{ name: 'x' }] }), 'client.reports'],
  ['capabilities', 'a text', () => ({ commands: 'x' }), 'client.reports'],
  ['rename-access-token', 'null', () => null, 'client.reports'],
  ['create-access-token', 'null', () => null, 'client.reports'],
  ['get-configuration', 'null', () => null, 'client.reports'],
  ['get-configuration', 'no value', () => ({}), 'client.reports'],
  ['invoke', 'null', () => null, 'client.reports'],
  ['prepare-connect', 'no address', () => ({ url: 'http://' }), 'client.connect-url'],
  [
    'prepare-connect',
    'another path',
    ({ url }) => ({ url: String(url).replace('/connect?', '/authorize?') }),
    'client.connect-url',
  ],
  [
    'prepare-connect',
    'the code twice',
    ({ url }) => ({ url: `${String(url)}&${String(url).split('?')[1]}` }),
    'client.connect-url',
  ],
]

it.each(values)('of %s, judges %s', async (place, _what, change, expected) => {
  const run = await runOf(place)
  const right = (run.reported as { value: Members }).value
  expect(outcomeOf({ ...run, reported: { kind: 'value', value: change(right) } })).toBe(expected)
})

/** The side effects that go with the right value. */
const evidence: readonly (readonly [
  place: string,
  what: string,
  change: (run: OutcomeRun) => Partial<OutcomeRun>,
  expected: string,
])[] = [
  [
    'get-token',
    'no token was issued',
    () => ({ transcript: { requests: [], outside: [], cut: false } }),
    'client.token-request',
  ],
  ['create-access-token', 'nothing was created', ({ before }) => ({ after: before }), 'client.access-token-create'],
  [
    'create-access-token',
    'two tokens were created',
    ({ before }) => ({ before: { ...before, accessTokens: before.accessTokens.slice(1) } }),
    'client.writes-once',
  ],
  [
    'create-access-token',
    'another name was sent',
    ({ input }) => ({ input: { ...input, name: 'x' } }),
    'client.access-token-create',
  ],
  [
    'create-access-token',
    'another expiry was sent',
    ({ input }) => ({ input: { ...input, expiresAt: '2026-12-01T00:00:00Z' } }),
    'client.access-token-create',
  ],
  [
    'create-access-token',
    'fewer scopes were sent',
    ({ input }) => ({ input: { ...input, scopes: ['projects:read', 'flows:read'] } }),
    'client.access-token-create',
  ],
  ['rename-access-token', 'nothing was renamed', ({ before }) => ({ after: before }), 'client.access-token-rename'],
  [
    'rename-access-token',
    'another token was revoked',
    ({ after }) => ({ after: { ...after, accessTokens: after.accessTokens.slice(1) } }),
    'client.access-token-rename',
  ],
  ['revoke-access-token', 'nothing was revoked', ({ before }) => ({ after: before }), 'client.access-token-revoke'],
  [
    'revoke-access-token',
    'all tokens were revoked',
    ({ after }) => ({ after: { ...after, accessTokens: [] } }),
    'client.access-token-revoke',
  ],
  ['prepare-connect', 'the code was used before', () => ({ opened: 410 }), 'client.connect-url'],
  [
    'invoke',
    'the command ran twice',
    ({ transcript }) => ({ transcript: { ...transcript, requests: [...transcript.requests, ...transcript.requests] } }),
    'client.writes-once',
  ],
]

it.each(evidence)('of %s, judges that %s', async (place, _what, change, expected) => {
  const run = await runOf(place)
  expect(outcomeOf({ ...run, ...change(run) })).toBe(expected)
})

it('judges environments by their path where their list was never given', async () => {
  const run = await runOf('list-environments')
  const requests = run.transcript.requests.filter(({ operation }) => operation !== 'environments.list')
  const elsewhere: OutcomeRun = { ...run, transcript: { ...run.transcript, requests } }
  const { projects } = run.before
  expect(outcomeOf({ ...elsewhere, reported: { kind: 'value', value: { ids: projects } } })).toBe(
    'client.versioned-paths',
  )
})
