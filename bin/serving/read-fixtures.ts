// Reads the file of --fixtures.
import { isPackDelta, type PackDelta, readPackDelta } from '../../fixtures/pack-delta.ts'
import { type FixturePack, fixturePacks } from '../../fixtures/pack-options.ts'
import { didYouMean } from '../../emulator/tools/nearest.ts'
import { fileExists } from '../files.ts'
import { readYaml } from '../read-yaml.ts'
import { blaming, UsageError } from '../usage-error.ts'

/** The value of --fixtures: a pack, changes to a pack, or the content of another file. */
export type FixturesOption =
  | { readonly pack: FixturePack }
  | { readonly delta: PackDelta }
  | { readonly content: unknown }

/** Reads the value of --fixtures. @throws UsageError or EmulatorError that names the file and the mistake. */
export async function readFixtures(fixtures: string): Promise<FixturesOption> {
  if (fixturePacks.includes(fixtures as FixturePack)) return { pack: fixtures as FixturePack }
  if (!fileExists(fixtures))
    throw new UsageError(
      `--fixtures takes ${fixturePacks.join(', ')} or a file; there is no file ${fixtures}${didYouMean(fixtures, fixturePacks)}`,
    )
  const content = await readYaml('--fixtures', fixtures)
  return isPackDelta(content)
    ? { delta: blaming(`--fixtures: ${fixtures}`, () => readPackDelta(content)) }
    : { content }
}
