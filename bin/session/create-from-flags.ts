import type { Emulator, EmulatorOptions } from '../../emulator/create-emulator.ts'
import type { DeviationName } from '../../emulator/deviations/deviation-names.ts'
import type { ScenarioName } from '../../emulator/scenarios/scenarios.ts'
import type { Nothing } from '../../emulator/tools/assert-members.ts'
import { parseTime } from '../../emulator/tools/time.ts'
import { defaultSeed } from '../../fixtures/default-seed.ts'
import type { FixturePack } from '../../fixtures/pack-options.ts'
import type { EmulatorFlags } from '../options/emulator-options.ts'
import { messageOf, UsageError } from '../usage-error.ts'
import { toShape } from './shape.ts'

/** The options of `start` and `exec` that configure the emulator. */
export type CreationFlags = Omit<EmulatorFlags, 'json' | 'port' | 'host' | 'export-on-exit' | 'target-file'>

/** With this many products, seeding may take more than half a second, and is announced. */
const announced = 200_000

/**
 * Creates the emulator that the options ask for.
 * @param say Prints progress.
 * @throws UsageError or EmulatorError for an invalid option or file.
 */
export async function createFromFlags(flags: CreationFlags, say: (line: string) => void): Promise<Emulator> {
  const options = await toEmulatorOptions(flags)
  const create = await creatorOf(options)
  const large = (options.scale ?? 0) >= announced
  const start = performance.now()
  if (large) say(`Seeding ${options.scale} products …`)
  const emulator = create()
  if (large) say(`Seeded in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  return emulator
}

/** Loads Faker only for data that is not prebuilt: it takes longer to load than everything else. */
async function creatorOf(options: EmulatorOptions): Promise<() => Emulator> {
  const { fixtures = 'default', seed = defaultSeed, scale } = options
  const { readyMade } = await import('../../fixtures/ready-made.ts')
  const ready = typeof fixtures === 'object' ? fixtures : readyMade(fixtures, { seed, scale })
  if (ready) {
    const { openEmulator } = await import('../../emulator/open-emulator.ts')
    return () => openEmulator(ready, options)
  }
  const { createEmulator } = await import('../../emulator/create-emulator.ts')
  return () => createEmulator(options)
}

async function toEmulatorOptions(flags: CreationFlags): Promise<EmulatorOptions> {
  const {
    seed,
    scale,
    fixtures,
    import: exported,
    clock,
    deviation,
    scenario,
    'access-token-ttl': lifetime,
    'no-control': noControl,
    convention,
    conventions,
    adapter,
    'base-path': basePath,
    'public-url': publicUrl,
    ...unread
  } = flags
  unread satisfies Nothing
  const data = await readData(fixtures, exported, seed)
  if (typeof data.fixtures === 'object' && scale !== undefined)
    throw new UsageError('--scale needs a fixture pack; it cannot be combined with a file. Leave one of them out.')
  const shape = { convention, conventions, adapter, 'base-path': basePath, 'public-url': publicUrl }
  return {
    ...(await toShape(shape, lifetime)),
    ...data,
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(clock === undefined ? {} : { clock: readClock(clock) }),
    // The core refuses unknown names.
    deviations: deviation as readonly DeviationName[],
    scenarios: scenario as readonly ScenarioName[],
    control: !noControl,
  }
}

function readClock(text: string): NonNullable<EmulatorOptions['clock']> {
  if (text === 'frozen') return text
  try {
    return { start: parseTime(text), frozen: true }
  } catch {
    throw new UsageError(`--clock takes a time such as 2026-01-31T12:00:00Z, or frozen; got ${JSON.stringify(text)}.`)
  }
}

type Data = Pick<EmulatorOptions, 'fixtures' | 'clock'>

/** Reads the data of --fixtures, or the data and the time of --import. */
async function readData(
  fixtures: string | undefined,
  exported: string | undefined,
  seed: number | undefined,
): Promise<Data> {
  if (exported !== undefined && fixtures !== undefined)
    throw new UsageError('--import and --fixtures both set the data; use one of them.')
  if (exported !== undefined) return readImport(exported, seed)
  if (fixtures === undefined) return {}
  const { fixturePacks } = await import('../../fixtures/packs.ts')
  if (fixturePacks.includes(fixtures as FixturePack)) return { fixtures: fixtures as FixturePack }
  const { fileExists, readText } = await import('../files.ts')
  if (!fileExists(fixtures))
    throw new UsageError(`--fixtures takes ${fixturePacks.join(', ')} or a file; there is no file ${fixtures}.`)
  const { parseSeed } = await import('../../fixtures/read-fixture-file.ts')
  const { blaming } = await import('../usage-of.ts')
  return blaming('--fixtures', () => {
    const text = readText(fixtures)
    return blaming(fixtures, () => ({ fixtures: parseSeed(text, seed) }))
  })
}

async function readImport(file: string, seed: number | undefined): Promise<Data> {
  const { parseSeed } = await import('../../fixtures/read-fixture-file.ts')
  const { readSnapshot } = await import('../../emulator/world/snapshot.ts')
  const { readText } = await import('../files.ts')
  const { blaming } = await import('../usage-of.ts')
  return blaming('--import', () => {
    const text = readText(file)
    return blaming(file, () => {
      const json = parseJson(text)
      const { clock } = readSnapshot(json)
      return { fixtures: parseSeed(json, seed), clock: { start: parseTime(clock.time), frozen: clock.frozen } }
    })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}
