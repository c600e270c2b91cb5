// The verdicts of the checks of id cursors on targets that show too little or have other rules for limits.
import { expect, it } from 'vitest'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { deviate, runKit, toSubject } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { environments, products, resources } from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import { type Cut, matchesAll, serveProducts } from '../../../emulator/disturb/deviations/wrappers/products.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { mapQuery, refuse } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { exchangesOf, type Fact, factIds } from '../../conclusions/fact.ts'
import type { CheckResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import { onLivingData } from '../living-data.ts'
import { cursorChecks } from './cursors-checks.ts'

const checks = onLivingData(cursorChecks)

interface Server {
  readonly way?: FetchWrapper
  readonly conventions?: Partial<Conventions>
  readonly target?: Partial<Target>
}

/** The result of one check, without those that it builds on. */
async function resultOf(check: string, { way, conventions = {}, target }: Server): Promise<CheckResult> {
  const emulator = createEmulator({ conventions, onError: () => undefined })
  if (way) deviate(emulator, way)
  const subject = toSubject(emulator)
  const time = new FakeTime()
  const { results } = await runKit(
    { target: { ...subject.target, ...target }, fetch: time.fetch(subject.fetch) },
    { checks: checks.filter(({ id }) => id === check), time },
  )
  return results[0]!
}

async function verdictOf(check: string, server: Server): Promise<string> {
  const { verdict, message } = await resultOf(check, server)
  return `${verdict}: ${message}`
}

/** A catalog of a few products, cut into pages in some way. */
const few = (count: number, cut: Cut = () => undefined): FetchWrapper =>
  serveProducts(cut, matchesAll, (records) => records.slice(0, count))

const limitOf = ({ query }: InterceptedRequest): number => Number(query.get('limit') ?? 20)
const hasCursor = ({ query }: InterceptedRequest): boolean => query.has('starting_after') || query.has('ending_before')
/** Pages of a few sizes alone, as many services offer them. */
const offered = (...sizes: readonly number[]): FetchWrapper =>
  refuse([products, resources, environments], 422, (intercepted) => !sizes.includes(limitOf(intercepted)))

it.each<readonly [check: string, verdict: string, what: string, server: Server]>([
  ['cursors.limit.size', 'pass', 'no page of one', { way: offered(2, 5, 10, 20, 50, 100) }],
  [
    'cursors.limit.size',
    'pass',
    'no page below twenty',
    { way: refuse(products, 422, (intercepted) => limitOf(intercepted) < 20) },
  ],
  ['cursors.limit.between', 'pass', 'pages of a few sizes', { way: offered(1, 2, 5, 10, 20, 50, 100) }],
  [
    'cursors.limit.between',
    'notApplicable: no limit is between the 25 records',
    'pages of 25 at most, with limit or without',
    { conventions: { defaultLimit: 25, maximumLimit: 25 } },
  ],
  ['cursors.limit.lists', 'pass', 'pages of a few sizes', { way: offered(1, 20, 50, 100) }],
  [
    'cursors.limit.lists',
    'notApplicable: no other list',
    'limit for products alone',
    { way: mapQuery([resources, environments], () => ({ limit: undefined })), target: { enumFilters: [] } },
  ],
  ['cursors.complete.end', 'pass', 'no page of one', { way: offered(2, 5, 10, 20, 50, 100) }],
  [
    'cursors.complete.end',
    'insufficientEvidence: the end of the list was not reached: the newest 200 records were looked at (only 20 pages were walked, and more follow)',
    'more than twenty pages',
    { conventions: { defaultLimit: 10, maximumLimit: 10 } },
  ],
  [
    'cursors.ending-before.adjacent',
    'insufficientEvidence: the list shows 3 records; it takes 4',
    'three products',
    { way: few(3) },
  ],
  ['cursors.ending-before.adjacent', 'pass', 'four products', { way: few(4) }],
  [
    'cursors.stable.created',
    'blocked: no page after',
    'starting_after that is refused',
    { way: refuse(products, 400, ({ query }) => query.has('starting_after') && query.get('limit') !== '100') },
  ],
  [
    'cursors.stable.created',
    'insufficientEvidence: hooks.createProduct created nothing',
    'a hook that creates nothing',
    { target: { hooks: { createProduct: { method: 'GET', path: '/0/' } } } },
  ],
  [
    'cursors.complete.walks',
    'fail: expected a walk with limit=',
    'small pages that end after the first',
    { way: refuse(products, 400, (intercepted) => hasCursor(intercepted) && [3, 7].includes(limitOf(intercepted))) },
  ],
  [
    'cursors.complete.walks',
    'fail: expected each record once in a walk with limit=',
    'a short list whose small pages overlap',
    { way: few(8, ({ cursor, from, to, limit }) => (cursor && limit < 100 ? [from - 1, to - 1] : undefined)) },
  ],
])('%s ends with "%s" given %s', async (check, verdict, _what, server) => {
  expect((await verdictOf(check, server)).slice(0, verdict.length)).toBe(verdict)
})

it.each<readonly [kind: Fact['kind'], check: string, intercepted: string, what: string, way: FetchWrapper]>([
  [
    'count',
    'cursors.limit.size',
    'limit=1',
    'a record more on small pages',
    few(8, ({ from, to, limit }) => (limit < 100 ? [from, to + 1] : undefined)),
  ],
  [
    'status',
    'cursors.limit.size',
    'limit=',
    'no limit at all',
    refuse(products, 422, ({ query }) => query.has('limit')),
  ],
  [
    'missing',
    'cursors.starting-after.next',
    'starting_after=',
    'pages that begin with the cursor',
    few(8, ({ cursor, from, to, limit }) => (cursor && limit < 100 ? [from - 1, to - 1] : undefined)),
  ],
  [
    'present',
    'cursors.ending-before.first',
    'ending_before=',
    'the first page for every ending_before',
    mapQuery(products, () => ({ ending_before: undefined })),
  ],
  [
    'repeated',
    'cursors.complete.walks',
    'limit=',
    'small pages that overlap',
    few(8, ({ cursor, from, to, limit }) => (cursor && limit < 100 ? [from - 1, to - 1] : undefined)),
  ],
])('shows by a fact of the kind %s that %s fails, at %s, given %s', async (kind, check, intercepted, _what, way) => {
  const { verdict, fact, evidence } = await resultOf(check, { way })
  expect({ verdict, kind: fact?.kind }).toEqual({ verdict: 'fail', kind })
  expect(fact!.at.request.url).toContain(intercepted)
  expect(evidence.at(-1)!.request.url).toBe(fact!.at.request.url)
  const appearances = (id: string) => exchangesOf(fact!).filter(({ response }) => response.text.includes(id)).length
  const times = { missing: 0, present: 1, repeated: 2 } as Partial<Record<Fact['kind'], number>>
  for (const id of factIds(fact!)) expect(appearances(id)).toBe(times[kind])
  expect(factIds(fact!).length > 0).toBe(kind in times)
})
