// What the checks of id cursors make of targets that show too little, and of those with rules of their own for limits.
import { expect, it } from 'vitest'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { deviate, runKit, toSubject } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Asked } from '../../../emulator/deviations/algebra/asked.ts'
import { environments, products, resources } from '../../../emulator/deviations/algebra/places.ts'
import { type Cut, matchesAll, serveProducts } from '../../../emulator/deviations/algebra/products.ts'
import { mapQuery, refuse, type Way } from '../../../emulator/deviations/algebra/ways.ts'
import type { Target } from '../../target/target-file.ts'
import { onLivingData } from '../living-data.ts'
import { cursorChecks } from './cursors-checks.ts'

const checks = onLivingData(cursorChecks)

interface Server {
  readonly way?: Way
  readonly conventions?: Partial<Conventions>
  readonly target?: Partial<Target>
}

/** The verdict of one check, without those that it builds on. */
async function verdictOf(check: string, { way, conventions = {}, target }: Server): Promise<string> {
  const emulator = createEmulator({ conventions, onError: () => undefined })
  if (way) deviate(emulator, way)
  const subject = toSubject(emulator)
  const { results } = await runKit(
    { ...subject, target: { ...subject.target, ...target } },
    { checks: checks.filter(({ id }) => id === check), time: new FakeTime() },
  )
  const [{ verdict, message }] = results as [(typeof results)[number]]
  return `${verdict}: ${message}`
}

/** A catalog of a few products, cut into pages in some way. */
const few = (count: number, cut: Cut = () => undefined): Way =>
  serveProducts(cut, matchesAll, (records) => records.slice(0, count))

const limitOf = ({ query }: Asked): number => Number(query.get('limit') ?? 20)
const hasCursor = ({ query }: Asked): boolean => query.has('starting_after') || query.has('ending_before')
/** Pages of a few sizes alone, as many services offer them. */
const offered = (...sizes: readonly number[]): Way =>
  refuse([products, resources, environments], 422, (asked) => !sizes.includes(limitOf(asked)))

it.each<readonly [check: string, verdict: string, what: string, server: Server]>([
  ['cursors.limit.size', 'pass', 'no page of one', { way: offered(2, 5, 10, 20, 50, 100) }],
  [
    'cursors.limit.size',
    'pass',
    'no page below twenty',
    { way: refuse(products, 422, (asked) => limitOf(asked) < 20) },
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
    { way: mapQuery([resources, environments], () => ({ limit: undefined })) },
  ],
  ['cursors.complete.end', 'pass', 'no page of one', { way: offered(2, 5, 10, 20, 50, 100) }],
  [
    'cursors.complete.end',
    'insufficientEvidence: the end of the list was not reached',
    'more than ten pages',
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
    { way: refuse(products, 400, (asked) => hasCursor(asked) && [3, 7].includes(limitOf(asked))) },
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
