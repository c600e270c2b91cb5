import { expect, it } from 'vitest'
import type { OperationId } from '../../catalogue/operations.ts'
import { outcomeOf, runOf } from '../../../testing/clients/careful/runs.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { OutcomeRun } from './outcome.ts'
import { clientScenarios } from './scenarios.ts'

type Change = (run: OutcomeRun) => Partial<OutcomeRun>

const requested = ({ transcript }: OutcomeRun, requests: readonly ReceivedRequest[]): Partial<OutcomeRun> => ({
  transcript: { ...transcript, requests },
})
const nothingSent: Change = (run) => requested(run, [])

/** The client's report, with other ids. */
const reportedIds = ({ reported }: OutcomeRun, change: (ids: readonly string[]) => readonly string[]) => {
  const { ids } = (reported as { readonly value: { readonly ids: readonly string[] } }).value
  return { reported: { kind: 'value', value: { ids: change(ids) } } } as const
}
const withoutLast: Change = (run) => reportedIds(run, (ids) => ids.slice(0, -1))

/** The walk as it would be with other queries. */
const queried =
  (change: (query: URLSearchParams) => void): Change =>
  (run) => ({
    ...withoutLast(run),
    ...requested(
      run,
      run.transcript.requests.map((request) => {
        const query = new URLSearchParams(request.search)
        change(query)
        return { ...request, search: `?${query}` }
      }),
    ),
  })

/** The requests up to the second page of a list. */
const secondPage = (run: OutcomeRun, operation: OperationId) => {
  const pages = run.transcript.requests.filter((request) => request.operation === operation)
  return requested(run, pages.slice(0, 2))
}
const refused: Change = () => ({ reported: { kind: 'error', error: { kind: 'refused' } } })

const cases: readonly (readonly [place: string, what: string, change: Change, expected: string])[] = [
  ['get-token', 'an error was reported', refused, 'error'],
  ['walk-products', 'there is no such thing', () => ({ reported: { kind: 'notApplicable' } }), 'notApplicable'],
  [
    'walk-products',
    'one of two ids that differ in case was not received',
    (run) => ({
      ...nothingSent(run),
      ...reportedIds(run, (ids) => [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()]),
    }),
    'client.walk-complete',
  ],
  ['walk-products two-filters', 'one is missing', queried((query) => query.delete('brand')), 'client.filters-combined'],
  [
    'walk-products two-filters',
    'both are missing',
    queried((query) => ['brand', 'category'].forEach((name) => query.delete(name))),
    'client.filters-sent',
  ],
  [
    'walk-products two-filters',
    'one has another value',
    queried((query) => query.set('brand', 'x')),
    'client.filters-sent',
  ],
  [
    'walk-products two-filters',
    'the last page was not asked for',
    (run) => ({ ...withoutLast(run), ...requested(run, run.transcript.requests.slice(0, 2)) }),
    'client.walk-complete',
  ],
  [
    'walk-products search-in-words',
    'the client left out what had come, and asked for no further page',
    (run) => ({
      ...reportedIds(run, () => []),
      ...requested(
        run,
        run.transcript.requests.filter(({ search }) => !search.includes('starting_after')),
      ),
    }),
    'client.search',
  ],
  [
    'walk-products two-filters',
    'nothing was asked for',
    (run) => ({ ...withoutLast(run), ...nothingSent(run) }),
    'client.walk-complete',
  ],
  [
    'walk-events',
    'an id came twice before a page that is not the last',
    (run) => ({
      ...secondPage(run, 'events.list'),
      ...reportedIds(run, (ids) => [...ids, ids[0]!]),
    }),
    'client.link-next',
  ],
  [
    'walk-events',
    'the walk stopped at a page that is not the last',
    (run) => ({ ...secondPage(run, 'events.list'), ...withoutLast(run) }),
    'client.link-results',
  ],
  [
    'create-access-token',
    'no secret is known',
    ({ after, reported }) => ({
      after: { ...after, accessTokens: after.accessTokens.map((token) => ({ ...token, secret: undefined })) },
      reported: { kind: 'value', value: { id: (reported as { value: { id: string } }).value.id } },
    }),
    'client.access-token-secret',
  ],
  [
    'prepare-connect',
    'the client opened the address',
    (run) => {
      const { requests } = run.transcript
      return requested(run, [...requests, { ...requests.at(-1)!, operation: 'connect.browser' }])
    },
    'client.connect-url',
  ],
  ['prepare-connect', 'the address was not opened', () => ({ opened: undefined }), 'client.connect-url'],
  ['invoke', 'the command did not run', nothingSent, 'client.invoke'],
  [
    'invoke',
    'the command was encoded in the path, with a slash that the service allows',
    (run) =>
      requested(
        run,
        run.transcript.requests.map((request) => ({ ...request, path: request.path.replace(/-(order)$/, '%2d$1/') })),
      ),
    'right',
  ],
  [
    'invoke',
    'another body was sent',
    ({ input }) => ({ input: { ...input, body: { ...(input['body'] as object), customer: 'x' } } }),
    'client.invoke',
  ],
  [
    'invoke empty-result',
    'a command that changes nothing ran twice',
    (run) => requested(run, [...run.transcript.requests, ...run.transcript.requests]),
    'right',
  ],
]

it.each(cases)('of %s, judges that %s', async (place, _what, change, expected) => {
  const run = await runOf(place)
  expect(outcomeOf({ ...run, ...change(run) })).toBe(expected)
})

it('knows no short page where no page came', async () => {
  const run = await runOf('walk-products')
  const { happened } = clientScenarios.find(({ name }) => name === 'short-pages')!
  expect(happened({ ...run, ...nothingSent(run) })).toBe(false)
})
