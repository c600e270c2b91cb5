import { didYouMean } from '../../emulator/tools/nearest.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import { defaultSeed, type FixturePack, fixturePacks } from '../../fixtures/pack-options.ts'
import { packSeed } from '../../fixtures/packs.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
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
  const read = await readFixturesOption(flags)
  if (typeof read === 'object') {
    if (scale === undefined) return read
    throw new UsageError('--scale needs a fixture pack; it cannot be combined with a file. Leave one of them out.')
  }
  const large = (scale ?? 0) >= announced
  const start = performance.now()
  if (large) say(`Seeding ${scale} products …`)
  const made = packSeed(read, { seed: seed ?? defaultSeed, scale })
  if (large) say(`Seeded in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  return made
}

/** Reads the data of --fixtures FILE, or the name of a pack. @throws UsageError or EmulatorError that names the file. */
async function readFixturesOption({ fixtures = 'default', seed }: SeedFlags): Promise<Seed | FixturePack> {
  const pack = fixturePacks.find((name) => name === fixtures)
  if (pack !== undefined) return pack
  const { readYamlFile } = await import('../files.ts')
  if (!process.getBuiltinModule('node:fs').existsSync(fixtures))
    throw new UsageError(
      `--fixtures takes ${fixturePacks.join(', ')} or a file; there is no file ${fixtures}${didYouMean(fixtures, fixturePacks)}`,
    )
  const content = await readYamlFile('--fixtures', fixtures)
  return blaming(`--fixtures: ${fixtures}`, () => parseSeed(content, seed))
}
