import type { Adapter } from '../../emulator/model/contract/adapter.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { EmulatorOptions } from '../../emulator/create-emulator.ts'
import { isPublicUrl } from '../../emulator/options.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { defineAdapter } from '../../emulator/api/services/define-adapter.ts'
import { parseAdapter } from '../../emulator/api/services/json-adapter.ts'
import type { ShapeFlags } from '../options/emulator-options.ts'
import { blaming, messageLine, UsageError } from '../usage-error.ts'
import { isObject } from '../../emulator/tools/is-object.ts'

/** The options of createEmulator that define the shape of the API. */
interface ApiOptions extends Pick<EmulatorOptions, 'basePath' | 'publicUrl'> {
  readonly conventions: Conventions
  readonly adapters: readonly Adapter[]
}

/** Reads the options that define the shape of the API. */
export async function readApiOptions({
  convention = {},
  conventions,
  adapter = [],
  'base-path': basePath,
  'public-url': publicUrl,
}: Partial<ShapeFlags>): Promise<ApiOptions> {
  const adapters = await Promise.all(adapter.map(readAdapterFile))
  return {
    conventions: await readConventionFlags(conventions, convention),
    adapters,
    ...(basePath === undefined ? {} : { basePath }),
    ...(publicUrl === undefined ? {} : { publicUrl: readPublicUrl(publicUrl) }),
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

async function readAdapterFile(file: string): Promise<Adapter> {
  const { readTextFile, readYamlFile } = await import('../files.ts')
  const isModule = /\.[cm]?[jt]s$/.test(file)
  const content = isModule ? blaming('--adapter', () => readTextFile(file)) : await readYamlFile('--adapter', file)
  try {
    if (isModule) return await importAdapter(file)
    return parseAdapter(content)
  } catch (error) {
    // A user's module may throw anything. Only Node itself shows the position of a syntax error in it or in an import.
    const where = isModule && error instanceof SyntaxError ? `; to see where, run: node ${file}` : ''
    throw new UsageError(`--adapter: ${file}: ${messageLine(error)}${where}`)
  }
}

async function importAdapter(file: string): Promise<Adapter> {
  const { resolve } = await import('node:path')
  const { pathToFileURL } = await import('node:url')
  const { default: adapter } = (await import(pathToFileURL(resolve(file)).href)) as { readonly default?: Adapter }
  if (adapter === undefined) throw new UsageError('it has no default export; add: export default defineAdapter({ … }).')
  return defineAdapter(adapter)
}

/** @throws UsageError if it is not an http or https URL, or has a user name, a query or a fragment. */
function readPublicUrl(text: string): string {
  if (isPublicUrl(text)) return text
  throw new UsageError(
    `--public-url takes a URL such as https://api.example, without a user name, query or fragment; got ${JSON.stringify(text)}.`,
  )
}
