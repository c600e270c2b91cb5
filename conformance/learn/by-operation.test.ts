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

it('learns the page after the last record of a list whose first page has all', async () => {
  const lastCursor = { $default: 200, 'environments.list': 410 }
  const whole = { defaultLimit: 100, unknownCursor: 'refuse' } as const
  const [was, is] = [await learn(whole), await learn({ ...whole, lastCursor })]
  expect(is.document.conventions.lastCursor).toMatchObject({ state: 'learned', value: lastCursor })
  expect(compareDocuments(was.document, is.document).filter(hasMoved).map(driftLine)).toEqual([
    'lastCursor (clause 4.6) was {"environments.list":200}, and is {"environments.list":410}',
  ])
})

it('reports no drift of operations that were left out for the bound of the requests', async () => {
  const { document } = await learn({ unknownParameters: { $default: 'ignore', 'resources.list': 'refuse' } })
  const { document: bounded } = await learn({}, 100)
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
