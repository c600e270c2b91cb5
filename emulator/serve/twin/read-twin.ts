import { decodeText } from '../decode-text.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultConventions, readConventions, withConventions } from '../../api/dialect/conventions.ts'
import { parseAdapter } from '../../api/services/json-adapter.ts'
import { defaultSeed, parseSeed } from '../../fixtures.ts'
import type { Adapter } from '../../model/contract/adapter.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { Twin, Seed } from '../../world/seed.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { shortJson, thrownText } from '../../tools/short-text.ts'
import { parseYaml } from './parse-yaml.ts'

/**
 * Reads a twin of a service from the directory that `emulator learn --out` wrote: `conventions.yaml`, and if they
 * exist, `fixtures.yaml` and `adapters/*.yaml`.
 *
 * @example
 * ```ts
 * const emulator = createEmulator({ twin: await readTwin('twin') })
 * ```
 * @throws EmulatorError `unusable_twin` that names the directory, or the file and the mistake in it.
 */
export async function readTwin(directory: string): Promise<Twin> {
  if (typeof directory !== 'string')
    throw invalidTwin(`readTwin takes the path of a directory; got ${shortJson(directory)}.`)
  const [conventions, fixtures] = [join(directory, 'conventions.yaml'), join(directory, 'fixtures.yaml')]
  if (!existsSync(conventions))
    throw invalidTwin(
      `${directory} is not a twin: it has no conventions.yaml; emulator learn URL --out ${directory} makes one.`,
    )
  const adapters = await Promise.all(adapterFiles(join(directory, 'adapters')).map(readTwinAdapter))
  return {
    conventions: await readTwinConventions(conventions),
    ...(existsSync(fixtures) ? { fixtures: await readTwinFixtures(fixtures) } : {}),
    ...(adapters.length === 0 ? {} : { adapters }),
  }
}

/** The files of a directory, sorted by name; none if it does not exist. */
function adapterFiles(directory: string): readonly string[] {
  if (!existsSync(directory)) return []
  const names = nameFileInErrors(directory, () => readdirSync(directory)).filter((name) => /\.ya?ml$/.test(name))
  return names.toSorted().map((name) => join(directory, name))
}

async function readTwinConventions(file: string): Promise<Partial<Conventions>> {
  const content = await readTwinYaml(file)
  if (!isObject(content)) throw invalidTwin(`${file} must hold conventions by name; got ${shortJson(content)}.`)
  return nameFileInErrors(file, () => {
    const read = readConventions(content)
    // Some values exclude each other.
    withConventions(defaultConventions, read)
    return read
  })
}

/** Emulators of the same seed share its records, which take longer to read than an emulator takes to start. */
async function readTwinFixtures(file: string): Promise<(seed?: number) => Seed> {
  const content = await readTwinYaml(file)
  const bySeed = new Map<number, Seed>()
  const seedFor = (seed: number = defaultSeed): Seed => {
    const made = bySeed.get(seed) ?? parseSeed(content, seed)
    bySeed.set(seed, made)
    return made
  }
  nameFileInErrors(file, seedFor)
  return seedFor
}

async function readTwinAdapter(file: string): Promise<Adapter> {
  const content = await readTwinYaml(file)
  return nameFileInErrors(file, () => parseAdapter(content))
}

async function readTwinYaml(file: string): Promise<unknown> {
  const text = nameFileInErrors(file, () => decodeText(readFileSync(file)))
  try {
    return await parseYaml(text)
  } catch (error) {
    throw invalidTwin(`${file} ${thrownText(error)}`, error)
  }
}

/** Adds the name of a file to errors in its contents. */
function nameFileInErrors<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw invalidTwin(`${file}: ${thrownText(error)}`, error)
  }
}

function invalidTwin(message: string, cause?: unknown): EmulatorError {
  const details = cause instanceof EmulatorError ? cause.details : []
  return new EmulatorError('unusable_twin', message, { cause, details })
}
