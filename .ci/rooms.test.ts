import { expect, it } from 'vitest'
import { lateModules } from './built-modules.ts'
import {
  findCircles,
  findFolderCircles,
  importsUpwards,
  reachableFiles,
  readModuleGraph,
  readSource,
  type RoomOrder,
} from './module-graph.ts'

/**
 * The rooms of emulator/, from the lowest layer up. A world contains faults, scenarios and a journal, so it is above
 * them. `control` changes the emulator, so it is above `emulator.ts`; open-emulator.ts connects the two.
 */
const emulatorRooms: RoomOrder = [
  'tools',
  'model',
  'api',
  'disturb',
  'journal',
  'world',
  'pipeline',
  'fixtures.ts',
  'options.ts',
  'emulator.ts',
  'case',
  'control',
  'inspect.ts',
  'open-emulator.ts',
  'create-emulator.ts',
  ['console', 'serve'],
  'integrations',
  'index.ts',
]

/** The rooms of emulator/model/: a store does not depend on this API. */
const modelRooms: RoomOrder = ['store', 'resources', 'contract']

/**
 * The rooms of emulator/api/: `mcp` is below `endpoints`, because one of them calls it. Endpoints do not depend on
 * faults, scenarios and the journal, which use the names of operations.
 */
const apiRooms: RoomOrder = [
  'dialect',
  'input',
  ['auth', 'services', 'connect'],
  'mcp',
  'endpoints',
  'routing',
  'openapi',
]

/** The rooms of emulator/disturb/. */
const disturbRooms: RoomOrder = [['faults', 'scenarios'], 'deviations']

/** The rooms of conformance/, from the lowest layer up. */
const conformanceRooms: RoomOrder = [
  ['kit-error.ts', 'name-pattern.ts', 'nearest.ts', 'percent-decoded.ts'],
  'catalogue',
  'conclusions',
  'wording',
  'send',
  'reading',
  'target',
  'judge',
  'checks',
  'report',
  'learn',
  'client',
  'proxy',
  'index.ts',
  'vitest.ts',
]

/**
 * The rooms of conformance/checks/, from the lowest layer up: the requests of every check, lists, conclusions about
 * credentials, the legacy lists, tokens, and the independent parts of the specification.
 */
const checksRooms: RoomOrder = [
  'similar.ts',
  [
    'documented-endpoints.ts',
    'each-at-once.ts',
    'hooks.ts',
    'dsn-key.ts',
    'near-misses.ts',
    'no-success.ts',
    'paths.ts',
    'prefixes.ts',
    'traits.ts',
  ],
  'shared-answers.ts',
  ['assert-allowed.ts', 'law.ts'],
  'lists',
  'documented-calls.ts',
  'tokens',
  'link',
  'legacy',
  'access-tokens',
  'oauth',
  ['authentication', 'configurations', 'connect', 'http', 'mcp', 'services'],
  'ids',
  'living-data.ts',
  'checks.ts',
]

/** The rooms of conformance/client/, from the lowest layer up. */
const clientRooms: RoomOrder = ['catalogue', 'evidence', 'conclusions', 'tasks', 'checks', 'judge', 'races', 'reports']

/**
 * The rooms of bin/, from the lowest layer up. `judges` connects the two halves: it judges clients and services with an
 * emulator, in process, by a command or by the control API. Package entries and tests use it. It has no options, output
 * or exit codes; the rooms above it are the command line.
 */
const binRooms: RoomOrder = [
  ['usage-error.ts', 'credential-variables.ts', 'exit-codes.ts', 'open-page.ts', 'print.ts', 'package-file.ts'],
  'judges',
  ['client-entry.ts', 'vitest-entry.ts'],
  'files.ts',
  'init',
  'options',
  'help',
  ['schemas', 'fleet'],
  'serving',
  'commands',
  'command.ts',
  ['client-commands.ts', 'conformance-commands.ts'],
  'command-list.ts',
  'unknown-words.ts',
  'run-by-yargs.ts',
  'completion.ts',
  'main.ts',
]

/** The rooms of bin/judges/: the control API of a served emulator runs both judges. */
const judgesRooms: RoomOrder = [['client', 'proxy', 'service'], 'twin', 'control']

const graph = readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin', 'testing', 'bench'])

it.each([
  ['emulator', emulatorRooms],
  ['emulator/model', modelRooms],
  ['emulator/api', apiRooms],
  ['emulator/disturb', disturbRooms],
  ['conformance', conformanceRooms],
  ['conformance/checks', checksRooms],
  ['conformance/client', clientRooms],
  ['bin', binRooms],
  ['bin/judges', judgesRooms],
] as const)('a room of %s/ imports only rooms below it', (folder, rooms) => {
  const advice = 'Move what both rooms need into a lower one.'
  expect(importsUpwards(folder, rooms, graph), advice).toEqual([])
})

/** A source without comments and without URLs, whose targets are not read. */
const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*$|https:\/\/\S+/gm, '')

it('nothing but .ci/ imports or reads .ci/', () => {
  const advice = 'Move what both need into testing/.'
  const found = [...graph].flatMap(([file, imports]) =>
    imports.filter((imported) => imported.startsWith('.ci/')).map((imported) => `${file} -> ${imported}`),
  )
  expect(found, advice).toEqual([])
  const readers = [...graph.keys()].filter((file) => /['"`/]\.ci\//.test(withoutComments(readSource(file))))
  expect(readers, advice).toEqual([])
})

it('emulator/ takes the data of fixtures/ in one file', () => {
  const found = [...graph].filter(
    ([file, imports]) => file.startsWith('emulator/') && imports.some((imported) => imported.startsWith('fixtures/')),
  )
  expect(found.map(([file]) => file).filter((file) => !/\.test\.tsx?$/.test(file))).toEqual(['emulator/fixtures.ts'])
})

it('only the command line reads options, prints and ends the process', () => {
  const rooms = ['bin/judges/', 'emulator/', 'conformance/', 'fixtures/']
  const files = [...graph.keys()].filter((file) => rooms.some((room) => file.startsWith(room)))
  const commandLine = /\bfrom 'yargs'|\bprocess\.(?:stdout|argv|exitCode|exit\()/
  expect(files.filter((file) => commandLine.test(readSource(file)))).toEqual([])
})

it('no files import each other in a circle, types included', () => {
  const advice = 'Move what the files share into a file of its own, which imports none of them.'
  expect(findCircles(graph), advice).toEqual([])
})

/**
 * `fixtures/` is a room of the emulator in a separate folder, where people who add data find it. It uses only rooms
 * below `emulator/fixtures.ts`, and only that file imports it. The tests above and below enforce both.
 */
const allowedFolderCircles = ['the root: emulator, fixtures']

it('no folders import each other in a circle, types included', () => {
  const advice = 'Move the file that leads back into the lower folder, or what both folders need below them.'
  expect(findFolderCircles(graph), advice).toEqual(allowedFolderCircles)
})

it('fixtures/ imports only modules below emulator/fixtures.ts', () => {
  const below = emulatorRooms.slice(0, emulatorRooms.indexOf('fixtures.ts')).flat()
  const found = [...graph].flatMap(([file, imports]) =>
    imports
      .filter((imported) => file.startsWith('fixtures/') && imported.startsWith('emulator/'))
      .filter((imported) => !below.includes(imported.split('/')[1]!))
      .map((imported) => `${file} -> ${imported}`),
  )
  expect(found).toEqual([])
})

it.each(['emulator', 'conformance', 'bin'])('%s/ has at most a dozen rooms', (half) => {
  const names = [...graph.keys()].filter((file) => file.startsWith(`${half}/`) && file.split('/').length > 2)
  expect(new Set(names.map((file) => file.split('/')[1])).size).toBeLessThanOrEqual(12)
})

it('finds imports that lead up or sideways, circles, and a room without a place', () => {
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
  expect(findFolderCircles(small)).toEqual(['half: ground, left, right', 'half/left: b.ts, d.ts'])
  expect(() => importsUpwards('half', ['ground', 'left'], small)).toThrow('half/right has no place')
})

const loaded = readModuleGraph(['emulator', 'conformance', 'fixtures'], 'loaded')

it.each(Object.entries(lateModules))(
  'only %s loads its members, so that nothing else contains them',
  (late, members) => {
    const product = readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin'], 'loaded')
    for (const member of Object.values<string>(members)) {
      const importers = [...product].filter(([, imports]) => imports.includes(member)).map(([file]) => file)
      expect([member, importers]).toEqual([member, [late]])
    }
  },
)

it.each([
  ['emulator/', 'emulator/', ['conformance/', 'bin/', 'bench/', 'testing/', '.ci/']],
  ['the core of emulator/', 'emulator/create-emulator.ts', ['emulator/serve/', 'emulator/integrations/']],
  ['conformance/', 'conformance/', ['emulator/', 'fixtures/', 'bin/', 'bench/', 'testing/', '.ci/']],
  [
    'fixtures/',
    'fixtures/',
    ['conformance/', 'emulator/serve/', 'emulator/integrations/', 'bin/', 'bench/', 'testing/', '.ci/'],
  ],
])('%s loads nothing from the other part', (_name, from, others) => {
  const reached = reachableFiles(
    [...loaded.keys()].filter((file) => file.startsWith(from)),
    loaded,
  )
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached].filter((file) => others.some((other) => file.startsWith(other)))).toEqual([])
})

/**
 * The types that emulator/ imports from the kit, which are only names: a refusal cites a requirement, and a deviation
 * names the check that catches it.
 */
const namesFromTheKit = [
  '{ CheckId } catalogue/check-ids.ts',

  '{ RequirementId } catalogue/requirements.ts',
]

it.each([
  ['emulator', 'conformance', namesFromTheKit],
  ['conformance', 'emulator', []],
])('%s/ imports only the types of requirement and check names from %s/', (half, other, names) => {
  const typeImport = new RegExp(`^import type (.*) from '[./]+/${other}/(.*)'`, 'gm')
  const typed = [...graph.keys()]
    .filter((file) => file.startsWith(`${half}/`))
    .flatMap((file) => [...readSource(file).matchAll(typeImport)].map(([, name, path]) => `${name} ${path}`))
  expect([...new Set(typed)].sort()).toEqual(names)
})
