import { expect, it } from 'vitest'
import { findCircles, importedPaths, importsUpwards, readModuleGraph, type RoomOrder } from './module-graph.ts'

/** The rooms of emulator/, from the ground (DESIGN.md section 2). */
const emulatorRooms: RoomOrder = [
  'tools',
  'contract',
  'resources',
  'store',
  'world',
  'dialect',
  'input',
  ['auth', 'services', 'connect', 'journal'],
  ['faults', 'scenarios'],
  'endpoints',
  'pipeline',
  ['openapi', 'mcp'],
  'deviations',
  'control',
  'options.ts',
  'emulator.ts',
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
  'run',
  'rules',
  'reports',
  'index.ts',
  'vitest.ts',
]

/** What is still to mend in emulator/: imports that lead up or sideways, and circles of files. */
const emulatorUpwards: readonly string[] = [
  'emulator/connect/connectors.ts -> emulator/services/define-adapter.ts',
  'emulator/connect/state-codes.ts -> emulator/auth/credentials.ts',
  'emulator/contract/intercept.ts -> emulator/dialect/dialect.ts',
  'emulator/contract/intercept.ts -> emulator/endpoints/define-endpoint.ts',
  'emulator/contract/intercept.ts -> emulator/pipeline/app.ts',
  'emulator/control/control-client.ts -> emulator/create-emulator.ts',
  'emulator/control/control.ts -> emulator/create-emulator.ts',
  'emulator/control/conventions.ts -> emulator/create-emulator.ts',
  'emulator/control/define-control.ts -> emulator/create-emulator.ts',
  'emulator/control/deviations.ts -> emulator/create-emulator.ts',
  'emulator/dialect/answer-schema.ts -> emulator/endpoints/define-endpoint.ts',
  'emulator/dialect/respond.ts -> emulator/endpoints/define-endpoint.ts',
  'emulator/endpoints/mcp.ts -> emulator/mcp/serve-mcp.ts',
  'emulator/faults/fault.ts -> emulator/endpoints/assert-operation.ts',
  'emulator/faults/fault.ts -> emulator/endpoints/operation-ids.ts',
  'emulator/faults/faults.ts -> emulator/endpoints/operation-ids.ts',
  'emulator/faults/strike.ts -> emulator/endpoints/define-endpoint.ts',
  'emulator/input/read-body.ts -> emulator/journal/draft.ts',
  'emulator/input/read-form.ts -> emulator/journal/draft.ts',
  'emulator/journal/draft.ts -> emulator/auth/credentials.ts',
  'emulator/journal/draft.ts -> emulator/endpoints/define-endpoint.ts',
  'emulator/journal/draft.ts -> emulator/faults/fault.ts',
  'emulator/journal/journal-entry.ts -> emulator/auth/credentials.ts',
  'emulator/journal/journal-entry.ts -> emulator/endpoints/operation-ids.ts',
  'emulator/journal/journal-entry.ts -> emulator/faults/fault.ts',
  'emulator/journal/journal.ts -> emulator/auth/credentials.ts',
  'emulator/journal/redactor.ts -> emulator/auth/credentials.ts',
  'emulator/journal/selector.ts -> emulator/endpoints/assert-operation.ts',
  'emulator/journal/selector.ts -> emulator/endpoints/operation-ids.ts',
  'emulator/journal/unread.ts -> emulator/endpoints/operation-ids.ts',
  'emulator/resources/configuration-scopes.ts -> emulator/dialect/conventions.ts',
  'emulator/resources/define-resource.ts -> emulator/dialect/conventions.ts',
  'emulator/resources/define-resource.ts -> emulator/store/sorted-list.ts',
  'emulator/tools/json-schema.ts -> emulator/dialect/api-error.ts',
  'emulator/world/data/data-error.ts -> emulator/dialect/api-error.ts',
  'emulator/world/data/data-records.ts -> emulator/services/define-adapter.ts',
  'emulator/world/world.ts -> emulator/faults/fault.ts',
  'emulator/world/world.ts -> emulator/faults/faults.ts',
  'emulator/world/world.ts -> emulator/journal/journal.ts',
  'emulator/world/world.ts -> emulator/scenarios/scenarios.ts',
]
const emulatorCircles: readonly (readonly string[])[] = [
  [
    'emulator/auth/authenticate.ts',
    'emulator/auth/challenges.ts',
    'emulator/auth/credentials.ts',
    'emulator/contract/intercept.ts',
    'emulator/dialect/answer-schema.ts',
    'emulator/dialect/respond.ts',
    'emulator/endpoints/define-endpoint.ts',
    'emulator/faults/strike.ts',
    'emulator/input/read-body.ts',
    'emulator/input/read-form.ts',
    'emulator/journal/draft.ts',
    'emulator/journal/journal-entry.ts',
    'emulator/journal/journal.ts',
    'emulator/journal/redactor.ts',
    'emulator/journal/selector.ts',
    'emulator/journal/unread.ts',
    'emulator/pipeline/app.ts',
    'emulator/pipeline/describe-route.ts',
    'emulator/pipeline/router.ts',
    'emulator/pipeline/routes.ts',
    'emulator/pipeline/serve-endpoint.ts',
    'emulator/scenarios/link-pages.ts',
    'emulator/scenarios/objects-change-mid-walk.ts',
    'emulator/scenarios/rate-limited-mid-walk.ts',
    'emulator/scenarios/rename-races-revoke.ts',
    'emulator/scenarios/scenario.ts',
    'emulator/scenarios/scenarios.ts',
    'emulator/scenarios/token-expires-mid-walk.ts',
    'emulator/scenarios/unknown-members.ts',
    'emulator/world/data/data-defaults.ts',
    'emulator/world/data/data.ts',
    'emulator/world/snapshot.ts',
    'emulator/world/world.ts',
  ],
  [
    'emulator/control/clock.ts',
    'emulator/control/control-endpoints.ts',
    'emulator/control/control-openapi.ts',
    'emulator/control/control.ts',
    'emulator/control/conventions.ts',
    'emulator/control/data.ts',
    'emulator/control/define-control.ts',
    'emulator/control/deviations.ts',
    'emulator/control/documents.ts',
    'emulator/control/faults.ts',
    'emulator/control/health.ts',
    'emulator/control/read-control.ts',
    'emulator/control/requests.ts',
    'emulator/control/scenarios.ts',
    'emulator/control/snapshot.ts',
    'emulator/control/worlds.ts',
    'emulator/create-emulator.ts',
    'emulator/emulator.ts',
  ],
]

/** What is still to mend in conformance/. */
const conformanceUpwards: readonly string[] = [
  'conformance/catalogue/explain.ts -> conformance/run/define-check.ts',
  'conformance/catalogue/explain.ts -> conformance/target/declarations.ts',
  'conformance/run/clean-up.ts -> conformance/rules/access-tokens/access-tokens-list.ts',
  'conformance/target/declarations.ts -> conformance/run/define-check.ts',
  'conformance/wire/sender.ts -> conformance/run/verdict.ts',
  'conformance/wire/waiting.ts -> conformance/run/verdict.ts',
]
const conformanceCircles: readonly (readonly string[])[] = [
  ['conformance/run/bearer.ts', 'conformance/run/run.ts', 'conformance/run/session.ts'],
]

/** What is still to mend in fixtures/. */
const fixturesCircles: readonly (readonly string[])[] = [
  [
    'fixtures/default-pack.ts',
    'fixtures/edge-pack.ts',
    'fixtures/empty-pack.ts',
    'fixtures/packs.ts',
    'fixtures/ready-made.ts',
  ],
]

const graph = readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin'])

it.each([
  ['emulator', emulatorRooms, emulatorUpwards],
  ['conformance', conformanceRooms, conformanceUpwards],
] as const)('a room of %s/ imports what stands below it and never back up', (half, rooms, known) => {
  expect(importsUpwards(half, rooms, graph)).toEqual(known)
})

it('no files import each other in a circle, types included', () => {
  const known = [...emulatorCircles, ...conformanceCircles, ...fixturesCircles]
  expect(findCircles(graph).toSorted()).toEqual(known.toSorted())
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
