import type { Seed } from '../../emulator/world/seed.ts'
import { defaultSeed, type FixturePack } from '../../fixtures/pack-options.ts'
import { withDelta } from '../../fixtures/pack-delta.ts'
import { seedOf } from '../../fixtures/packs.ts'
import { parseFixtures } from '../../fixtures/read-fixture-file.ts'
import { readyNewest } from '../../fixtures/ready-made.ts'
import type { EmulatorFlags } from '../options/emulator-options.ts'
import { blaming, UsageError } from '../usage-error.ts'

/** The options that select the initial data of an emulator. */
export type SeedFlags = Pick<EmulatorFlags, 'seed' | 'scale' | 'fixtures'>

/** From this many products on, seeding may take more than half a second, so a note is printed. */
const announced = 200_000

/**
 * Creates the initial data from the options.
 * @param say Prints progress.
 * @throws UsageError or EmulatorError for an invalid option or file.
 */
export async function seedFromFlags(flags: SeedFlags, say: (line: string) => void): Promise<Seed> {
  const { seed, scale } = flags
  const read = await readFiles(flags)
  if (typeof read === 'object') {
    if (scale === undefined) return read
    throw new UsageError('--scale needs a fixture pack; it cannot be combined with a file. Leave one of them out.')
  }
  const large = (scale ?? 0) >= announced
  const start = performance.now()
  if (large) say(`Seeding ${scale} products …`)
  const made = seedOf(read, { seed: seed ?? defaultSeed, scale })
  if (large) say(`Seeded in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  return made
}

/** Reads the data of --fixtures FILE, or the name of a pack. */
async function readFiles({ fixtures, seed }: SeedFlags): Promise<Seed | FixturePack> {
  if (fixtures === undefined) return 'default'
  const { readFixtures } = await import('./read-fixtures.ts')
  const read = await readFixtures(fixtures)
  if ('pack' in read) return read.pack
  if ('delta' in read) {
    const { pack } = read.delta
    const options = { seed: seed ?? defaultSeed, scale: undefined }
    return withDelta(read.delta, seedOf(pack, options), readyNewest(pack, options))
  }
  return blaming(`--fixtures: ${fixtures}`, () => parseFixtures(read.content, seed))
}
