import { expect, it } from 'vitest'
import { findCircles, importedPaths, importsUpwards, readModuleGraph, type RoomOrder } from './module-graph.ts'

/**
 * The rooms of emulator/, from the ground. The order differs from that of DESIGN.md section 2 in these places:
 * - `store` knows nothing of this API, so it stands below `contract`, which names its pages.
 * - What a handler may do with a world is an interface in `contract`. So `world` stands above the faults, the
 *   scenarios and the journal that a world is made of, and none of those imports it.
 * - An endpoint knows nothing of faults, scenarios and the journal, which know the names of operations.
 * - `mcp` stands below `endpoints`: one of them calls it.
 * - `control` changes the emulator, so it stands above `emulator.ts`; open-emulator.ts puts the two together.
 */
const emulatorRooms: RoomOrder = [
  'tools',
  'store',
  'contract',
  'resources',
  'dialect',
  'input',
  ['auth', 'services', 'connect'],
  'mcp',
  'endpoints',
  ['faults', 'scenarios'],
  'journal',
  'world',
  'pipeline',
  'openapi',
  'deviations',
  'options.ts',
  'emulator.ts',
  'control',
  'open-emulator.ts',
  'all-parts.ts',
  'create-emulator.ts',
  ['console', 'serve', 'integrations'],
  'index.ts',
]

/** The rooms of conformance/, from the ground. */
const conformanceRooms: RoomOrder = [
  ['kit-error.ts', 'nearest.ts'],
  'catalogue',
  'wire',
  'reading',
  'target',
  'secrets',
  'reproduce',
  'run',
  'rules',
  'reports',
  'client',
  'index.ts',
  'vitest.ts',
]

/**
 * The rooms of conformance/rules/, from the ground: what every check sends, lists, what their answers show about
 * credentials, the legacy lists, tokens, and the parts of the specification that stand side by side.
 */
const rulesRooms: RoomOrder = [
  ['documented-endpoints.ts', 'gentle.ts', 'hooks.ts', 'near-misses.ts', 'paths.ts', 'target-clock.ts'],
  'answers.ts',
  'rights.ts',
  'lists',
  'accepted-bearer.ts',
  'link',
  'legacy',
  'access-tokens',
  ['authentication', 'configurations', 'connect', 'cursors', 'filters', 'http', 'ids', 'mcp', 'oauth', 'services'],
  'living-data.ts',
  'checks.ts',
]

/** The rooms of conformance/client/, from the ground. */
const clientRooms: RoomOrder = ['catalogue', 'evidence', 'tasks', 'checks', 'judge', 'races', 'reports']

const graph = readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin', 'testing', 'bench'])

it.each([
  ['emulator', emulatorRooms],
  ['conformance', conformanceRooms],
  ['conformance/rules', rulesRooms],
  ['conformance/client', clientRooms],
] as const)('a room of %s/ imports what stands below it and never back up', (folder, rooms) => {
  const advice = 'Move what both rooms need into a lower one.'
  expect(importsUpwards(folder, rooms, graph), advice).toEqual([])
})

it('no files import each other in a circle, types included', () => {
  const advice = 'Move what the files share into a file of its own, which imports none of them.'
  expect(findCircles(graph), advice).toEqual([])
})

it('a new room must be given a place in the order', () => {
  const small = new Map([['half/attic/a.ts', ['half/tools/b.ts']]])
  expect(() => importsUpwards('half', ['tools'], small)).toThrow('half/attic has no place')
})

it('finds imports that lead up or sideways, and circles', () => {
  const small = new Map([
    ['half/ground/a.ts', ['half/left/b.ts']],
    ['half/left/b.ts', ['half/right/c.ts', 'half/left/d.ts']],
    ['half/left/d.ts', ['half/left/b.ts']],
    ['half/right/c.ts', ['half/ground/e.ts']],
    ['half/ground/e.ts', []],
  ])
  expect(importsUpwards('half', ['ground', ['left', 'right']], small)).toEqual([
    'half/ground/a.ts -> half/left/b.ts',
    'half/left/b.ts -> half/right/c.ts',
  ])
  expect(findCircles(small)).toEqual([['half/left/b.ts', 'half/left/d.ts']])
})

it('reads every way to import a file', () => {
  const text = `import { a } from './a.ts'
import type { B } from '../b.ts'
import {
  c,
} from './c.ts'
import './d.ts'
import 'package'
import e, * as f from "./e.ts"
export { g } from './g.ts'
export type { H } from './h.ts'
export * from './i.ts'
const j = await import('./j.ts')
export const k = { from: './k.ts' }
`
  const names = ['./a.ts', '../b.ts', './c.ts', './d.ts', './e.ts', './g.ts', './h.ts', './i.ts', './j.ts']
  expect(importedPaths(text)).toEqual(names)
})
