import type { Emulator, EmulatorOptions } from '../../emulator/create-emulator.ts'
import { parseTime } from '../../emulator/tools/time.ts'
import { defaultSeed } from '../../fixtures/default-seed.ts'
import type { DeviationName } from '../../emulator/deviations/deviation-names.ts'
import type { ScenarioName } from '../../emulator/scenarios/scenarios.ts'
import type { FixturePack } from '../../fixtures/pack-options.ts'
import type { Given } from './option-table.ts'
import { integerOf, shapeOf, textOf, textsOf } from './read-options.ts'
import { messageOf, UsageError } from '../usage-error.ts'

/** From how many products on seeding may take more than half a second, and so is announced. */
const announced = 200_000

/** The emulator that the options ask for. `say` tells of progress. @throws UsageError or EmulatorError for an option or file that cannot be taken. */
export async function createFromOptions(given: Given, say: (line: string) => void): Promise<Emulator> {
  const options = await toEmulatorOptions(given)
  const create = await creatorOf(options)
  const large = (options.scale ?? 0) >= announced
  const begun = performance.now()
  if (large) say(`Seeding ${options.scale} products …`)
  const emulator = create()
  if (large) say(`Seeded in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  return emulator
}

/** Faker is loaded for what it has to make alone: it takes longer than all the rest. */
async function creatorOf(options: EmulatorOptions): Promise<() => Emulator> {
  const { fixtures = 'default', seed = defaultSeed, scale } = options
  const { readyMade } = await import('../../fixtures/ready-made.ts')
  const given = typeof fixtures === 'object' ? fixtures : readyMade(fixtures, { seed, scale })
  if (given) {
    const { openEmulator } = await import('../../emulator/open-emulator.ts')
    return () => openEmulator(given, options)
  }
  const { createEmulator } = await import('../../emulator/create-emulator.ts')
  return () => createEmulator(options)
}

async function toEmulatorOptions(given: Given): Promise<EmulatorOptions> {
  const seed = integerOf(given, 'seed', 0, 0xffff_ffff)
  const scale = integerOf(given, 'scale', 0, 10_000_000)
  const clock = clockOf(given)
  const data = await dataOf(given, seed)
  if (typeof data.fixtures === 'object' && scale !== undefined)
    throw new UsageError('--scale is for a pack: a file holds what it holds. Leave one of the two out.')
  return {
    ...(await shapeOf(given)),
    ...data,
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(clock === undefined ? {} : { clock }),
    // Names as they came: the core knows which there are.
    deviations: textsOf(given, 'deviation') as readonly DeviationName[],
    scenarios: textsOf(given, 'scenario') as readonly ScenarioName[],
    control: given['no-control'] !== true,
  }
}

function clockOf(given: Given): EmulatorOptions['clock'] {
  const text = textOf(given, 'clock')
  if (text === undefined || text === 'frozen') return text
  try {
    return { start: parseTime(text), frozen: true }
  } catch {
    throw new UsageError(`--clock takes a time such as 2026-01-31T12:00:00Z, or frozen; got ${JSON.stringify(text)}.`)
  }
}

/** The data of --fixtures, or the data and the time of --import. */
async function dataOf(given: Given, seed: number | undefined): Promise<Pick<EmulatorOptions, 'fixtures' | 'clock'>> {
  const fixtures = textOf(given, 'fixtures')
  const exported = textOf(given, 'import')
  if (exported !== undefined) {
    if (fixtures !== undefined)
      throw new UsageError('--import and --fixtures both say what the data is; give one of them.')
    return readImport(exported, seed)
  }
  if (fixtures === undefined) return {}
  const { fixturePacks } = await import('../../fixtures/packs.ts')
  if (fixturePacks.includes(fixtures as FixturePack)) return { fixtures: fixtures as FixturePack }
  const { fileExists } = await import('../files.ts')
  if (!fileExists(fixtures))
    throw new UsageError(`--fixtures takes ${fixturePacks.join(', ')} or a file; there is no file ${fixtures}.`)
  const { parseSeed } = await import('../../fixtures/read-fixture-file.ts')
  return { fixtures: await parsed('fixtures', fixtures, (text) => parseSeed(text, seed)) }
}

async function readImport(
  file: string,
  seed: number | undefined,
): Promise<Pick<EmulatorOptions, 'fixtures' | 'clock'>> {
  const { parseSeed } = await import('../../fixtures/read-fixture-file.ts')
  const { readSnapshot } = await import('../../emulator/world/snapshot.ts')
  return parsed('import', file, (text) => {
    const json: unknown = JSON.parse(text)
    const { clock } = readSnapshot(json)
    return { fixtures: parseSeed(json, seed), clock: { start: parseTime(clock.time), frozen: clock.frozen } }
  })
}

/** @throws UsageError that names the option and the file. */
async function parsed<Value>(option: string, file: string, read: (text: string) => Value): Promise<Value> {
  const { readText } = await import('../files.ts')
  const text = readText(option, file)
  try {
    return read(text)
  } catch (error) {
    throw new UsageError(`--${option}: ${file}: ${messageOf(error)}`)
  }
}
