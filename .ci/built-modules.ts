// The modules that replace sources in the build: precomputed values, and late loading of libraries.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Rolldown } from 'tsdown'
import { defaultConventions } from '../emulator/api/dialect/conventions.ts'
import { endpoints } from '../emulator/api/endpoints/endpoints.ts'
import { declaredInput } from '../emulator/api/input/list-query.ts'
import { DeclaredAdapter } from '../emulator/api/services/json-adapter.ts'
import { faultSchema } from '../emulator/disturb/faults/fault.ts'
import { resourceByCollection, resourceCollections } from '../emulator/model/resources/resources.ts'
import type { JsonSchema } from '../emulator/tools/json-schema.ts'
import { defaultSeed } from '../fixtures/pack-options.ts'
import { newestRecords, placedSchema } from '../fixtures/pack-delta.ts'
import { packSeed } from '../fixtures/packs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The members of each module that loads late, with their sources. Each is a file of the package. */
export const lateModules = {
  'emulator/tools/late.ts': {
    ajv: 'emulator/tools/late/ajv.ts',
    fileValidators: 'emulator/tools/late/file-validators.ts',
    re2: 'emulator/tools/late/re2.ts',
    validators: 'emulator/tools/late/validators.ts',
  },
  'emulator/disturb/deviations/late.ts': { deviations: 'emulator/disturb/deviations/shipped.ts' },
  'fixtures/late.ts': { packs: 'fixtures/faker-packs.ts', lists: 'fixtures/built-lists.ts' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** The sources of replacement modules, by the path of the replaced module. */
type Modules = Readonly<Record<string, () => string>>

/**
 * Late modules are loaded by an entry of the package and not by a relative path, so that programs bundled for Node find
 * them.
 */
function replaceLateModules(require: string): Modules {
  const toSource = (names: readonly string[]) => () => {
    // Node looks for the file in each call of require.
    const members = names.map(
      (name) => `${name}: () => (known.${name} ??= ${require}("@platform-data/emulator/late/${name}"))`,
    )
    return `import { createRequire } from "node:module"\nconst known = {}\nexport const late = { ${members.join(', ')} }\n`
  }
  return Object.fromEntries(
    Object.entries(lateModules).map(([path, members]) => [path, toSource(Object.keys(members))]),
  )
}

/** Replaces the modules of a build. */
export function builtModules(kind: 'esm' | 'cjs' | 'browser'): Rolldown.Plugin {
  const modules: Modules = {
    'emulator/tools/late/validators.ts': () => validatorsModule(operationSchemas),
    'emulator/tools/late/file-validators.ts': () => validatorsModule(fileSchemas, { builtMetaSchema: metaSchema }),
    'fixtures/built-seed.ts': seedModule,
    'fixtures/built-lists.ts': listsModule,
    // A browser has no file system, so it saves no cases.
    ...(kind === 'browser'
      ? { 'emulator/serve/case/keep-case.ts': () => 'export {}' }
      : replaceLateModules(kind === 'esm' ? 'createRequire(import.meta.url)' : 'require')),
  }
  return {
    name: 'built-modules',
    load: (id) => modules[relative(root, id)]?.() ?? (id.endsWith('/string-width/index.js') ? oneColumn : undefined),
  }
}

/**
 * Replaces string-width, which yargs uses to lay out help. On load it creates an Intl.Segmenter and compiles patterns of
 * emoji: a start would take 2.6 times as long as that of a bare `node:http` instead of 1.8 times, measured side by side.
 * Each character of the help is one column wide.
 */
const oneColumn = 'export default (text) => text.length'

const metaSchema = 'https://json-schema.org/draft/2020-12/schema'

const operationSchemas = [
  ...endpoints.flatMap((endpoint) => Object.values(declaredInput(endpoint, false, defaultConventions))),
  ...resourceCollections.map((collection) => resourceByCollection[collection].schema),
]

const fileSchemas = [
  faultSchema(),
  DeclaredAdapter,
  // The lists of records that the fixtures of a twin have.
  placedSchema('adapters', true),
  placedSchema('adapter_connections', true),
]

/**
 * The code that Ajv generates for schemas, by the JSON text of each schema.
 * @param others Names of further validators, with the ids of their schemas.
 */
function validatorsModule(
  schemas: readonly (JsonSchema | undefined)[],
  others: Readonly<Record<string, string>> = {},
): string {
  const texts = [...new Set(schemas.flatMap((schema) => (schema ? [JSON.stringify(schema)] : [])))]
  const code = { source: true, esm: true }
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, validateSchema: false, messages: false, code })
  addFormats.default(ajv)
  for (const [index, text] of texts.entries()) ajv.addSchema(JSON.parse(text) as object, `schema${index}`)
  const names = { ...others, ...Object.fromEntries(texts.map((_, index) => [`built${index}`, `schema${index}`])) }
  const entries = texts.map((text, index) => `[${JSON.stringify(text)}, built${index}]`)
  return `${standaloneCode.default(ajv, names)}\nexport const builtValidators = new Map([${entries.join(',\n')}])\n`
}

/**
 * The number of ids of each list that are stored separately, so that a twin with up to this many samples starts
 * quickly.
 */
const mostNewest = 20

/** The lists with more records than this are loaded on first use, together: most tests read few of them. */
const mostLoaded = 100

const isLong = ([, list]: readonly [string, readonly unknown[]]) => list.length > mostLoaded

/** Lists of the default world. JSON text parses faster than code. */
const listTexts = (lists: readonly (readonly [string, readonly unknown[]])[]): string =>
  `{ ${lists.map(([name, list]) => `${name}: ${literal(JSON.stringify(list))}`).join(',\n')} }`

/** The long lists of the default world. */
function listsModule(): string {
  const { records } = packSeed('default', { seed: defaultSeed, scale: undefined })
  return `export const builtLists = ${listTexts(Object.entries(records).filter(isLong))}\n`
}

/** The default world. Each list is parsed on first use. */
function seedModule(): string {
  const { records, ...others } = packSeed('default', { seed: defaultSeed, scale: undefined })
  const newest = resourceCollections.map((name) => [
    name,
    newestRecords(name, { records, ...others })
      .slice(0, mostNewest)
      .map(({ id }) => id),
  ])
  const lists = Object.entries(records)
  return `import { late } from "./late.ts"
const names = ${JSON.stringify(Object.keys(records))}
const texts = ${listTexts(lists.filter((list) => !isLong(list)))}
const others = ${JSON.stringify(others)}
export const builtNewest = ${JSON.stringify(Object.fromEntries(newest))}
export const builtSeed = () => {
  const records = {}
  for (const name of names) {
    let list
    const get = () => (list ??= JSON.parse(texts[name] ?? late.lists().builtLists[name]))
    Object.defineProperty(records, name, { enumerable: true, get })
  }
  const { seed, ...more } = others
  return { seed, records, ...more }
}
`
}

/** Uses a template literal, which needs no escapes for quotes. */
function literal(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)}\``
}
