// Behaviour of a service at one operation only: it is learned and served there, and a change of it is reported there.
import { expect, it } from 'vitest'
import { makeTwin } from '../../bin/judges/twin/make-twin.ts'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import { toTarget } from '../target/target-file.ts'
import { compareDocuments, hasMoved } from './drift.ts'
import { driftLine } from './learned-text.ts'

const learn = (conventions: Partial<Conventions>, maxRequests = 300) =>
  learnEmulator({ conventions }, { allowWrites: false, limits: { maxRequests } })

const before = await learn({})

/** A convention, its value at one operation, and its usual value. */
const turned: readonly (readonly [name: keyof Conventions, operation: string, is: unknown, was: unknown])[] = [
  ['unknownParameters', 'resources.list', 'refuse', 'ignore'],
  ['unknownParameters', 'legacy.projects', 'refuse', 'ignore'],
  ['unknownParameters', 'services.capabilities', 'refuse', 'ignore'],
  ['trailingSlash', 'resources.list', 'any', 'documented'],
  ['unknownCursor', 'environments.list', 'refuse', 'continue'],
  ['bothCursors', 'resources.list', 'startingAfter', 'refuse'],
  ['defaultLimit', 'resources.list', 5, 20],
  ['maximumLimit', 'environments.list', 50, 100],
  ['excessiveLimit', 'resources.list', 'clamp', 'refuse'],
  ['pagedLists', 'resources.list', false, true],
]

it.each(turned)(
  'learns and serves %s at %s, and reports its change as exactly that',
  async (name, operation, is, was) => {
    const value = { $default: was, [operation]: is }
    const { emulator, learned, document } = await learn({ [name]: value })
    expect(document.conventions[name]).toMatchObject({ state: 'learned', value })
    const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
    const { document: ofTwin, options } = await makeTwin({ document, learned, target })
    expect(ofTwin.twin!.differences).toEqual([])
    expect(options.conventions).toMatchObject({ [name]: value })
    const lines = compareDocuments(before.document, document).filter(hasMoved).map(driftLine)
    const text = (at: unknown) => JSON.stringify({ [operation]: at })
    expect(lines).toEqual([expect.stringMatching(/^\w+ \(clause \d(?:\.\d)?\) was /)])
    expect(lines[0]).toContain(`${name} (clause`)
    expect(lines[0]).toContain(`was ${text(was)}, and is ${text(is)}`)
  },
)

/**
 * Learns a service whose newest environments, and all whose resources, were made within one second: the id of no
 * object is then above all of them, or below.
 */
function learnCrowded(conventions: Partial<Conventions>, clock: string, count: number) {
  const service = createEmulator({ conventions, clock })
  for (const { id } of service.data.find('resources', { limit: 1000 })) service.data.remove('resources', id)
  for (const name of ['environments', 'resources'] as const)
    for (let made = 0; made < count; made++) service.data.insert(name)
  return learnEmulator(
    { conventions },
    { allowWrites: false, limits: { maxRequests: 700 }, between: () => service.fetch },
  )
}

const [above, below] = ['2026-12-01', '2026-12-03']

it.each<readonly [Partial<Conventions>, string, number]>([
  [{}, above, 100],
  [{}, below, 100],
  [{}, below, 1],
  [{ lastCursor: 404 }, above, 10],
  [{ lastCursor: 404 }, below, 10],
  [{ unknownCursor: 'refuse', lastCursor: 410 }, above, 100],
  [{ unknownCursor: 'refuse', lastCursor: 410 }, below, 10],
  [{ unknownCursor: 'refuse', lastCursor: 410, defaultLimit: 100 }, below, 100],
  [{ excessiveLimit: 'clamp' }, above, 1],
])('reports no drift with %j at %s when there are %d records', async (conventions, clock, count) => {
  const { document: was } = await learn(conventions, 700)
  const { document: is } = await learnCrowded(conventions, clock, count)
  const moved = [compareDocuments(was, is), compareDocuments(is, was)].flatMap((changes) => changes.filter(hasMoved))
  expect(moved.map(driftLine)).toEqual([])
})

it('does not take a list of one record, which ignores limits, for one with pages', async () => {
  const conventions = { pagedLists: false } as const
  const service = createEmulator({ conventions })
  const [, ...others] = service.data.find('environments', { limit: 1000 })
  for (const { id } of others) service.data.remove('environments', id)
  const { document } = await learnEmulator(
    { conventions },
    { allowWrites: false, limits: { maxRequests: 300 }, between: () => service.fetch },
  )
  expect(document.conventions).toMatchObject({
    excessiveLimit: { state: 'learned', value: 'refuse' },
    unknownCursor: { seenIn: ['products.unknown-cursor'] },
  })
})

it.each(['defaultLimit', 'maximumLimit'] as const)(
  'does not show the size of a whole page as a learned %s',
  async (name) => {
    const sizes = { $default: 10, 'environments.list': 90, 'resources.list': 90 }
    const limits = { defaultLimit: 10, maximumLimit: sizes, excessiveLimit: 'clamp', [name]: sizes } as const
    const { emulator, learned, document } = await learn(limits)
    expect(document.conventions[name]).toMatchObject({ state: 'learned', value: 10 })
    const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
    const { document: ofTwin, options } = await makeTwin({ document, learned, target })
    expect(ofTwin.twin!.differences).toEqual([])
    expect(options.conventions).toMatchObject({ [name]: { $default: 10, 'environments.list': 25 } })
    const { document: smaller } = await learn({ ...limits, [name]: 10 })
    expect(compareDocuments(document, smaller).filter(hasMoved).map(driftLine).join('\n')).toContain(`${name} (clause`)
  },
)

it('reports no drift of operations that were left out for the bound of the requests', async () => {
  const { document } = await learn({ unknownParameters: { $default: 'ignore', 'resources.list': 'refuse' } })
  const { document: bounded } = await learn({}, 60)
  expect(bounded.missing).toMatchObject({ 'resources.unknown-parameter': { kind: 'limit' } })
  for (const [was, is] of [
    [bounded, document],
    [document, bounded],
  ] as const)
    expect(compareDocuments(was, is).filter(hasMoved)).toEqual([])
})

it('redirects to the other slash only at the operations that did', async () => {
  const { emulator, learned, document } = await learnEmulator(
    { conventions: { trailingSlash: { $default: 'documented', 'resources.list': 'any' } } },
    {
      allowWrites: false,
      limits: { maxRequests: 300 },
      between: (next) => (request) =>
        request.url.endsWith('/environments/')
          ? Promise.resolve(Response.redirect(request.url.slice(0, -1), 308))
          : next(request),
    },
  )
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  expect(ofTwin.twin!.differences).toEqual([])
  const twin = createEmulator(options)
  const statuses = ['environments', 'resources', 'pulse/catalogs/00000000000000000000000000A/products'].map(
    async (list) => (await ask(twin, 'GET', `/1.13/${list}/`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([308, 200, 404])
})
