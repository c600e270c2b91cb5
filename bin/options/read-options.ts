import type { EmulatorOptions } from '../../emulator/create-emulator.ts'
import { defaultConventions, withConventions } from '../../emulator/dialect/conventions.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import type { Adapter } from '../../emulator/contract/adapter.ts'
import type { Given } from './option-table.ts'
import { messageOf, UsageError } from '../usage-error.ts'

/** What was given for an option, as text; undefined when it was not. @throws UsageError when it was given twice. */
export function textOf(given: Given, name: string): string | undefined {
  const value = given[name]
  if (Array.isArray(value)) throw new UsageError(`--${name} was given ${value.length} times; give it once.`)
  return value as string | undefined
}

/** Everything that was given for a repeatable option. */
export function textsOf(given: Given, name: string): readonly string[] {
  const value = given[name]
  return value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [value as string]
}

/** @throws UsageError for anything but a whole number within the range. */
export function integerOf(
  given: Given,
  name: string,
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`
  throw new UsageError(`--${name} takes a whole number ${range}; got ${JSON.stringify(text)}.`)
}

/** @throws UsageError for anything but a decimal number within the range. */
export function numberOf(given: Given, name: string, minimum: number, maximum: number): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  const value = /^\d{1,16}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  throw new UsageError(`--${name} takes a number from ${minimum} to ${maximum}; got ${JSON.stringify(text)}.`)
}

/** The conventions of --conventions, --convention and --access-token-ttl, the later over the earlier. */
async function conventionsOf(given: Given): Promise<Conventions> {
  const lifetime = integerOf(given, 'access-token-ttl', 1)
  const pairs = textsOf(given, 'convention').map((pair) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined)
      throw new UsageError(`--convention takes NAME=VALUE, such as listEnvelope=array; got ${JSON.stringify(pair)}.`)
    return [name, value] as const
  })
  const file = textOf(given, 'conventions')
  const fromFile = file === undefined ? {} : await readConventionFile(file)
  return withConventions(defaultConventions, {
    ...fromFile,
    ...Object.fromEntries(pairs),
    ...(lifetime === undefined ? {} : { accessTokenLifetime: lifetime }),
  })
}

async function readConventionFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { readText } = await import('../files.ts')
  const text = readText('conventions', file)
  const { parse } = await import('yaml')
  let conventions: unknown
  try {
    // YAML contains JSON.
    conventions = parse(text)
  } catch (error) {
    throw new UsageError(`--conventions: ${file} is neither JSON nor YAML: ${messageOf(error)}`)
  }
  if (typeof conventions !== 'object' || conventions === null || Array.isArray(conventions)) {
    throw new UsageError(`--conventions: ${file} must hold conventions by name, such as {"listEnvelope": "array"}.`)
  }
  return conventions as Readonly<Record<string, unknown>>
}

/** The adapters of --adapter. */
async function adaptersOf(given: Given): Promise<readonly Adapter[]> {
  return Promise.all(textsOf(given, 'adapter').map(readAdapter))
}

async function readAdapter(file: string): Promise<Adapter> {
  const { defineAdapter } = await import('../../emulator/services/define-adapter.ts')
  const { readText } = await import('../files.ts')
  try {
    if (/\.[cm]?[jt]s$/.test(file)) {
      readText('adapter', file)
      const { resolve } = await import('node:path')
      const { pathToFileURL } = await import('node:url')
      const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: Adapter }
      if (module.default === undefined)
        throw new UsageError('it has no default export; write: export default defineAdapter({ … }).')
      return defineAdapter(module.default)
    }
    const { parseAdapter } = await import('../../emulator/services/json-adapter.ts')
    return parseAdapter(readText('adapter', file))
  } catch (error) {
    if (error instanceof UsageError && error.message.startsWith('--adapter')) throw error
    throw new UsageError(`--adapter: ${file}: ${messageOf(error)}`)
  }
}

/** @throws UsageError for what is not an http or https URL without query. */
function publicUrlOf(given: Given): string | undefined {
  const text = textOf(given, 'public-url')
  if (text === undefined || (/^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text))) return text
  throw new UsageError(`--public-url takes a URL such as https://api.example; got ${JSON.stringify(text)}.`)
}

/** The options of createEmulator that say what the API looks like. */
export async function shapeOf(
  given: Given,
): Promise<Pick<EmulatorOptions, 'conventions' | 'adapters' | 'basePath' | 'publicUrl'>> {
  const basePath = textOf(given, 'base-path')
  const publicUrl = publicUrlOf(given)
  return {
    conventions: await conventionsOf(given),
    adapters: await adaptersOf(given),
    ...(basePath === undefined ? {} : { basePath }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  }
}
