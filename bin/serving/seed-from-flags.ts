import type { Seed } from '../../emulator/world/seed.ts'
import { type NamedWorlds, noNamedWorlds } from '../../emulator/world/snapshot-text.ts'
import { defaultSeed } from '../../fixtures/default-seed.ts'
import { withDelta } from '../../fixtures/pack-delta.ts'
import type { FixturePack } from '../../fixtures/pack-options.ts'
import { seedOf } from '../../fixtures/packs.ts'
import { parseFixtures } from '../../fixtures/read-fixture-file.ts'
import { readyNewest } from '../../fixtures/ready-made.ts'
import type { EmulatorFlags } from '../options/emulator-options.ts'
import { messageOf, UsageError } from '../usage-error.ts'

/** The options that say what data an emulator begins with. */
export type SeedFlags = Pick<EmulatorFlags, 'seed' | 'scale' | 'fixtures' | 'import'>

/** The state that an emulator begins with. */
export interface Beginning {
  readonly seed: Seed
  /** The named worlds of --import. */
  readonly named: NamedWorlds
}

/** With this many products, seeding may take more than half a second, and is announced. */
const announced = 200_000

/**
 * Makes the data that the options ask for.
 * @param say Prints progress.
 * @throws UsageError or EmulatorError for an invalid option or file.
 */
export async function seedFromFlags(flags: SeedFlags, say: (line: string) => void): Promise<Beginning> {
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
  return { seed: made, named: noNamedWorlds }
}

/** The data of --fixtures FILE or --import, or the name of a pack. */
async function readFiles({ fixtures, import: exported, seed }: SeedFlags): Promise<Beginning | FixturePack> {
  if (exported !== undefined && fixtures !== undefined)
    throw new UsageError('--import and --fixtures both set the data; use one of them.')
  if (exported !== undefined) return readImport(exported, seed)
  if (fixtures === undefined) return 'default'
  const { readFixtures } = await import('./read-fixtures.ts')
  const read = await readFixtures(fixtures)
  if ('pack' in read) return read.pack
  if ('delta' in read) {
    const { pack } = read.delta
    const options = { seed: seed ?? defaultSeed, scale: undefined }
    return { seed: withDelta(read.delta, seedOf(pack, options), readyNewest(pack, options)), named: noNamedWorlds }
  }
  const { blaming } = await import('../usage-of.ts')
  return blaming(`--fixtures: ${fixtures}`, () => ({ seed: parseFixtures(read.content, seed), named: noNamedWorlds }))
}

async function readImport(file: string, seed: number | undefined): Promise<Beginning> {
  const { opensInSnapshot, readSnapshots } = await import('../../emulator/world/snapshot-text.ts')
  const { JsonAssembly } = await import('../../emulator/tools/json-assembly.ts')
  const { readPieces } = await import('../files.ts')
  const { blaming } = await import('../usage-of.ts')
  return blaming('--import', () => {
    const assembly = new JsonAssembly(opensInSnapshot)
    const parsing = <Value>(read: () => Value): Value => {
      try {
        return read()
      } catch (error) {
        throw new UsageError(`${file}: ${messageOf(error)}`)
      }
    }
    for (const piece of readPieces(file)) parsing(() => assembly.write(piece))
    const parsed = parsing(() => assembly.end())
    return blaming(file, () => {
      const { json, named } = readSnapshots(parsed)
      return { seed: parseFixtures(json, seed), named }
    })
  })
}
