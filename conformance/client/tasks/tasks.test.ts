import { expect, it } from 'vitest'
import { carefulOutcome, carefulRun, taskNamed } from '../../../testing/clients/careful/runs.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import type { OutcomeRun } from './task.ts'
import { clientTasks } from './tasks.ts'

it.each(clientTasks.flatMap(({ name, inputs }) => inputs.map((choice) => `${name} ${choice.name}`)))(
  'finds nothing wrong in what a careful client reports of %s',
  async (place) => {
    const [name, inputName] = place.split(' ')
    const { allows } = taskNamed(name!).inputs.find((choice) => choice.name === inputName)!
    expect(carefulOutcome(await carefulRun(place))).toBe(allows ?? 'right')
  },
)

interface Ids {
  readonly ids: readonly string[]
}
type Change = (ids: readonly string[], run: OutcomeRun) => readonly string[]
const repeated: Change = (ids) => [...ids, ids[0]!]
const reversed: Change = (ids) => ids.toReversed()
const nothing: Change = () => []
const dropFirst: Change = (ids) => ids.slice(1)
const prefixed: Change = (ids) => ids.map((id) => `prd_${id}`)
const oncePerSpelling: Change = (ids) => [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()]
const addOtherIds: Change = (ids, { before, input }) => [
  ...ids,
  ...(before.catalogs.get(String(input['catalogId'])) ?? []).map(({ id }) => id).filter((id) => !ids.includes(id)),
]

const lists: readonly (readonly [place: string, what: string, change: Change, expected: string])[] = [
  ['list-environments', 'no ids', nothing, 'client.reports'],
  ['list-environments', 'every page', (_ids, { before }) => before.environments, 'right'],
  ['walk-products', 'the oldest first', reversed, 'client.id-order'],
  ['walk-products', 'prefixed ids', prefixed, 'client.ids-kept'],
  ['walk-products two-filters', 'products that match one filter', addOtherIds, 'client.filters-combined'],
  ['walk-products-back', 'any order', reversed, 'right'],
  ['walk-products-back', 'the product itself', (ids, { input }) => [...ids, String(input['from'])], 'client.walk-back'],
  ['list-projects apiKey', 'all projects', (_ids, { before }) => before.projects, 'client.api-key'],
  ['list-projects dsn', 'all projects', (_ids, { before }) => before.projects, 'client.dsn'],
  ['list-projects', 'the bound project', (_ids, { before }) => [before.boundProject], 'client.integration-token'],
  [
    'poll-events',
    'old events',
    (_ids, { input, after }) => after.events.get(String(input['issueId']))!,
    'client.link-polls',
  ],
]

it.each(lists)('of %s, judges %s', async (place, _what, change, expected) => {
  const run = await carefulRun(place)
  expect(carefulOutcome({ ...run, ...reportedIds(run, change) })).toBe(expected)
})

type Members = Readonly<Record<string, unknown>>

const values: readonly (readonly [
  place: string,
  what: string,
  value: (right: Members) => unknown,
  expected: string,
])[] = [
  ['walk-products', 'numbers', () => ({ ids: [1] }), 'client.reports'],
  ['get-token', 'anything', () => undefined, 'right'],
  ['get-configuration', 'the bare value', ({ value }) => value, 'client.reports'],
  [
    'get-configuration object',
    'members in another order',
    ({ value }) => ({ value: Object.fromEntries(Object.entries(value as object).toReversed()) }),
    'right',
  ],
  ['create-access-token', 'another id', (right) => ({ ...right, id: '0'.repeat(27) }), 'client.access-token-create'],
  ['rename-access-token', 'the old name', () => ({ name: 'Deploy (old)' }), 'client.access-token-rename'],
  ['revoke-access-token', 'anything', () => null, 'right'],
  ['prepare-connect', 'no address', () => ({ state: 'x' }), 'client.reports'],
  ['prepare-connect', '~ encoded', ({ url }) => ({ url: String(url).replace('/~', '/%7E') }), 'right'],
  ['capabilities', 'any order', ({ commands }) => ({ commands: (commands as string[]).toReversed() }), 'right'],
  [
    'prepare-connect',
    'the code twice',
    ({ url }) => ({ url: `${String(url)}&${String(url).split('?')[1]}` }),
    'client.connect-url',
  ],
]

it.each(values)('of %s, judges %s', async (place, _what, change, expected) => {
  const run = await carefulRun(place)
  const right = (run.reported as { value: Members }).value
  expect(carefulOutcome({ ...run, reported: { kind: 'value', value: change(right) } })).toBe(expected)
})

const requested = ({ transcript }: OutcomeRun, exchanges: readonly ClientExchange[]): Partial<OutcomeRun> => ({
  transcript: { ...transcript, exchanges },
})
const reportedIds = (run: OutcomeRun, change: Change): Partial<OutcomeRun> => {
  const { ids } = (run.reported as { readonly value: Ids }).value
  return { reported: { kind: 'value', value: { ids: change(ids, run) } } }
}

/** The rest beside a value: side effects and requests. */
const evidence: readonly (readonly [
  place: string,
  what: string,
  change: (run: OutcomeRun) => Partial<OutcomeRun>,
  expected: string,
])[] = [
  ['get-token', 'no token was issued', (run) => requested(run, []), 'client.token-request'],
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
    'rename-access-token',
    'another token was revoked',
    ({ after }) => ({ after: { ...after, accessTokens: after.accessTokens.slice(1) } }),
    'client.access-token-rename',
  ],
  [
    'revoke-access-token',
    'all tokens were revoked',
    ({ after }) => ({ after: { ...after, accessTokens: [] } }),
    'client.access-token-revoke',
  ],
  [
    'invoke',
    'the command ran twice',
    (run) => requested(run, [...run.transcript.exchanges, ...run.transcript.exchanges]),
    'client.writes-once',
  ],
  [
    'walk-products',
    'one of two ids that differ in case was not received',
    (run) => ({ ...requested(run, []), ...reportedIds(run, oncePerSpelling) }),
    'client.walk-complete',
  ],
  [
    'walk-products two-filters',
    'nothing was asked for',
    (run) => ({ ...requested(run, []), ...reportedIds(run, dropFirst) }),
    'client.walk-complete',
  ],
  [
    'walk-events',
    'an id came twice before a page that is not the last',
    (run) => ({
      ...requested(
        run,
        run.transcript.exchanges.filter(({ request }) => request.operation === 'events.list').slice(0, 2),
      ),
      ...reportedIds(run, repeated),
    }),
    'client.link-next',
  ],
  [
    'invoke',
    'the command was encoded in the path, with a slash that the service allows',
    (run) =>
      requested(
        run,
        run.transcript.exchanges.map((exchange) => ({
          ...exchange,
          path: exchange.path.replace(/-(order)$/, '%2d$1/'),
        })),
      ),
    'right',
  ],
  [
    'invoke empty-result',
    'a command that changes nothing ran twice',
    (run) => requested(run, [...run.transcript.exchanges, ...run.transcript.exchanges]),
    'right',
  ],
]

it.each(evidence)('of %s, judges that %s', async (place, _what, change, expected) => {
  const run = await carefulRun(place)
  expect(carefulOutcome({ ...run, ...change(run) })).toBe(expected)
})

it('judges environments by their path when they were never listed', async () => {
  const run = await carefulRun('list-environments')
  const exchanges = run.transcript.exchanges.filter(({ request }) => request.operation !== 'environments.list')
  const elsewhere: OutcomeRun = { ...run, transcript: { ...run.transcript, exchanges } }
  const { projects } = run.before
  expect(carefulOutcome({ ...elsewhere, reported: { kind: 'value', value: { ids: projects } } })).toBe(
    'client.versioned-paths',
  )
})
