import type { Adapter } from '../../emulator/model/contract/adapter.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { AnyStub } from '../../emulator/options.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { defineAdapter } from '../../emulator/api/services/define-adapter.ts'
import { parseAdapter } from '../../emulator/api/services/json-adapter.ts'
import { readStub } from '../../emulator/disturb/faults/faults.ts'
import { assertListOption } from '../../emulator/tools/assert-members.ts'
import type { ShapeFlags } from '../options/emulator-options.ts'
import { blaming, messageLine, UsageError } from '../usage-error.ts'
import { isObject } from '../../emulator/tools/is-object.ts'

/** The options of createEmulator that files and `--convention` define. */
interface ApiOptions {
  readonly conventions: Conventions
  readonly adapters: readonly Adapter[]
  readonly stubs: readonly AnyStub[]
}

/** The parts of an emulator that `--adapter` files add. */
type AdapterFile = Pick<ApiOptions, 'adapters' | 'stubs'>

/** Reads the conventions and the adapters. */
export async function readApiOptions({
  convention = {},
  conventions,
  adapter = [],
}: Partial<ShapeFlags>): Promise<ApiOptions> {
  const files = await Promise.all(adapter.map(readAdapterFile))
  return {
    conventions: await readConventionFlags(conventions, convention),
    adapters: files.flatMap(({ adapters }) => adapters),
    stubs: files.flatMap(({ stubs }) => stubs),
  }
}

/** Reads the conventions. Single options replace those of a file. */
async function readConventionFlags(file: string | undefined, ofFlags: ShapeFlags['convention']): Promise<Conventions> {
  const ofFile = file === undefined ? {} : await readConventionFile(file)
  try {
    return withConventions(defaultConventions, { ...ofFile, ...ofFlags })
  } catch (error) {
    // An error without the flags is an error of the file.
    blaming(`--conventions: ${file}`, () => withConventions(defaultConventions, ofFile))
    throw error
  }
}

async function readConventionFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { readYamlFile } = await import('../files.ts')
  const conventions = await readYamlFile('--conventions', file)
  if (isObject(conventions)) return conventions
  throw new UsageError(`--conventions: ${file} must hold conventions by name, such as {"listEnvelope": "array"}.`)
}

async function readAdapterFile(file: string): Promise<AdapterFile> {
  const { readTextFile, readYamlFile } = await import('../files.ts')
  const isModule = /\.[cm]?[jt]s$/.test(file)
  const content = isModule ? blaming('--adapter', () => readTextFile(file)) : await readYamlFile('--adapter', file)
  try {
    if (isModule) return await importAdapter(file)
    return { adapters: [parseAdapter(content)], stubs: [] }
  } catch (error) {
    // A user's module may throw anything. Only Node itself shows the position of a syntax error in it or in an import.
    const where = isModule && error instanceof SyntaxError ? `; to see where, run: node ${file}` : ''
    throw new UsageError(`--adapter: ${file}: ${messageLine(error)}${where}`)
  }
}

async function importAdapter(file: string): Promise<AdapterFile> {
  const { resolve } = await import('node:path')
  const { pathToFileURL } = await import('node:url')
  const module = (await loadModule(import(pathToFileURL(resolve(file)).href))) as {
    readonly default?: Adapter
    readonly stubs?: readonly AnyStub[]
  }
  const { default: adapter, stubs = [] } = module
  if (adapter === undefined && module.stubs === undefined)
    throw new UsageError('it has no default export; add: export default defineAdapter({ … }).')
  assertListOption('stubs', stubs)
  for (const stub of stubs) readStub(stub)
  return { adapters: adapter === undefined ? [] : [defineAdapter(adapter)], stubs }
}

/** The time limit for loading a module, in milliseconds. A top-level await may never settle. */
const longestLoad = 10_000

/** Waits for a module. @throws UsageError if it does not load in time. */
async function loadModule(module: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const message = `it has not loaded within ${longestLoad / 1000} seconds; its top-level await must settle.`
    timer = setTimeout(() => reject(new UsageError(message)), longestLoad)
  })
  try {
    return await Promise.race([module, late])
  } finally {
    clearTimeout(timer)
    // The module may still fail later, when nothing awaits it.
    module.catch(() => {})
  }
}
