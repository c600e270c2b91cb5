// The modules that the build puts in the place of those of the sources: what can be made beforehand, and what loads a
// library late.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Rolldown } from 'tsdown'
import { endpoints } from '../emulator/api/endpoints/endpoints.ts'
import { faultSchema } from '../emulator/disturb/faults/fault.ts'
import { resourceByCollection, resourceCollections } from '../emulator/model/resources/resources.ts'
import { defaultSeed } from '../fixtures/default-seed.ts'
import { newestOf } from '../fixtures/pack-delta.ts'
import { seedOf } from '../fixtures/packs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The libraries of emulator/tools/late.ts, each the name of a file. */
export const lateLibraries: readonly string[] = ['ajv', 'faker', 're2']

/** The source of the module that replaces a module, by the path of that. */
type Modules = Readonly<Record<string, () => string>>

/**
 * A library is named by an entry of the package and not by a file beside the module: a program that was bundled for
 * Node finds it, too.
 */
const lateModule = (require: string) => (): string => {
  const members = lateLibraries.map((name) => `${name}: () => ${require}("@platform-data/emulator/late/${name}")`)
  return `import { createRequire } from "node:module"\nexport const late = { ${members.join(', ')} }\n`
}

/** Replaces the modules of a build. */
export function builtModules(kind: 'esm' | 'cjs' | 'browser'): Rolldown.Plugin {
  const modules: Modules = {
    'emulator/tools/built-validators.ts': validatorsModule,
    'emulator/tools/late/meta-schema.ts': metaSchemaModule,
    'fixtures/built-seed.ts': seedModule,
    // A page has no files, so it keeps no cases.
    ...(kind === 'browser'
      ? { 'emulator/serve/case/keep-case.ts': () => 'export {}' }
      : { 'emulator/tools/late.ts': lateModule(kind === 'esm' ? 'createRequire(import.meta.url)' : 'require') }),
  }
  return { name: 'built-modules', load: (id) => modules[relative(root, id)]?.() }
}

const operationSchemas = [
  ...endpoints.flatMap(({ query, body }) => [query, body]),
  ...resourceCollections.map((collection) => resourceByCollection[collection].schema),
  faultSchema(),
]

function standaloneAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, code: { source: true, esm: true } })
  addFormats.default(ajv)
  return ajv
}

/** Ajv's own code for the schema of JSON Schemas. */
function metaSchemaModule(): string {
  const ajv = standaloneAjv({ messages: false })
  return standaloneCode.default(ajv, { builtMetaSchema: 'https://json-schema.org/draft/2020-12/schema' })
}

/** Ajv's own code for the schemas of operations, by the JSON text of each. */
function validatorsModule(): string {
  const texts = [...new Set(operationSchemas.flatMap((schema) => (schema ? [JSON.stringify(schema)] : [])))]
  const ajv = standaloneAjv({ strictNumbers: true, meta: false, validateSchema: false, messages: false })
  for (const [index, text] of texts.entries()) ajv.addSchema(JSON.parse(text) as object, `schema${index}`)
  const names = Object.fromEntries(texts.map((_, index) => [`built${index}`, `schema${index}`]))
  const entries = texts.map((text, index) => `[${JSON.stringify(text)}, built${index}]`)
  return `${standaloneCode.default(ajv, names)}\nexport const builtValidators = new Map([${entries.join(',\n')}])\n`
}

/** As many ids of each list are known without the list, so that a twin with so many samples of each starts quickly. */
const mostNewest = 20

/** The default world. JSON text parses faster than code, and each list is parsed when it is read. */
function seedModule(): string {
  const { records, ...others } = seedOf('default', { seed: defaultSeed, scale: undefined })
  const newest = resourceCollections.map((name) => [
    name,
    newestOf(name, { records, ...others })
      .slice(0, mostNewest)
      .map(({ id }) => id),
  ])
  const texts = Object.entries(records).map(([name, list]) => `${name}: ${literal(JSON.stringify(list))}`)
  return `const texts = { ${texts.join(',\n')} }
const others = ${JSON.stringify(others)}
export const builtNewest = ${JSON.stringify(Object.fromEntries(newest))}
export const builtSeed = () => {
  const records = {}
  for (const name in texts) {
    let list
    Object.defineProperty(records, name, { enumerable: true, get: () => (list ??= JSON.parse(texts[name])) })
  }
  const { seed, ...more } = others
  return { seed, records, ...more }
}
`
}

/** A template needs no escapes for quotes. */
function literal(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)}\``
}
