import { existsSync } from 'node:fs'
import type { Emulator, EmulatorOptions } from '../emulator/create-emulator.ts'
import type { Seed } from '../emulator/seed.ts'
import type { FixturePack } from '../fixtures/packs.ts'
import { readText } from './files.ts'
import type { Given } from './option-table.ts'
import { assertDeviations, integerOf, shapeOf, textOf } from './read-options.ts'
import { messageOf, UsageError } from './usage-error.ts'

/** From how many products on seeding may take more than half a second, and so is announced. */
const announced = 200_000

/** Faults of what was given, as the core names them. */
const faults = ['ConventionError', 'AdapterError', 'RecordError', 'RangeError']

/** The emulator that the options ask for. `say` tells of progress. @throws UsageError for an option or file that cannot be taken. */
export async function createFromOptions(given: Given, say: (line: string) => void): Promise<Emulator> {
  const options = await toEmulatorOptions(given)
  const { createEmulator } = await import('../emulator/create-emulator.ts')
  const large = (options.scale ?? 0) >= announced
  const begun = performance.now()
  if (large) say(`Seeding ${options.scale} products …`)
  try {
    const emulator = createEmulator(options)
    if (large) say(`Seeded in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
    return emulator
  } catch (error) {
    throw faults.includes((error as Error).name) ? new UsageError(messageOf(error)) : error
  }
}

async function toEmulatorOptions(given: Given): Promise<EmulatorOptions> {
  assertDeviations(given)
  const seed = integerOf(given, 'seed', 0, 0xffff_ffff)
  const scale = integerOf(given, 'scale', 0, 10_000_000)
  const clock = await clockOf(given)
  const fixtures = await fixturesOf(given, seed)
  if (typeof fixtures === 'object' && scale !== undefined) throw new UsageError('--scale is for a pack: a file holds what it holds. Leave one of the two out.')
  return {
    ...(await shapeOf(given)),
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(clock === undefined ? {} : { clock }),
    control: given['no-control'] !== true,
  }
}

async function clockOf(given: Given): Promise<EmulatorOptions['clock']> {
  const text = textOf(given, 'clock')
  if (text === undefined || text === 'frozen') return text
  const { parseTime } = await import('../emulator/clock.ts')
  try {
    return { start: parseTime(text), frozen: true }
  } catch {
    throw new UsageError(`--clock takes a time such as 2026-01-31T12:00:00Z, or frozen; got ${JSON.stringify(text)}.`)
  }
}

async function fixturesOf(given: Given, seed: number | undefined): Promise<FixturePack | Seed | undefined> {
  const text = textOf(given, 'fixtures')
  const file = textOf(given, 'import')
  if (file !== undefined) {
    if (text !== undefined) throw new UsageError('--import and --fixtures both say what the data is; give one of them.')
    return readSeed('import', file, seed)
  }
  const { fixturePacks } = await import('../fixtures/packs.ts')
  if (text === undefined || fixturePacks.includes(text as FixturePack)) return text as FixturePack | undefined
  if (!existsSync(text)) throw new UsageError(`--fixtures takes ${fixturePacks.join(', ')} or a file; there is no file ${text}.`)
  return readSeed('fixtures', text, seed)
}

async function readSeed(option: string, file: string, seed: number | undefined): Promise<Seed> {
  const text = readText(option, file)
  const { parseSeed } = await import('../fixtures/read-fixture-file.ts')
  try {
    return parseSeed(text, seed)
  } catch (error) {
    throw new UsageError(`--${option}: ${file}: ${messageOf(error)}`)
  }
}
