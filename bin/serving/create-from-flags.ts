import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import type { DataFile } from '../../emulator/serve/data-file/data-file.ts'
import { type EmulatorFlags, settingsOf } from '../options/emulator-options.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import { seedFromFlags } from './seed-from-flags.ts'
import { readApiOptions } from './api-options.ts'

/** Observers and control endpoints that the program adds to an emulator. */
export type Additions = Pick<OpenOptions, 'observer' | 'moreControl'>

/** An emulator, and the file that keeps its worlds. */
export interface EmulatorAndFile {
  readonly emulator: Emulator
  readonly data: DataFile | undefined
}

/**
 * Creates an emulator from the options.
 * @param say Prints progress.
 * @throws UsageError or EmulatorError for an invalid option or file.
 */
export async function createFromFlags(
  flags: EmulatorFlags,
  say: (line: string) => void,
  additions: Additions = {},
): Promise<EmulatorAndFile> {
  const { seed, scale, fixtures, data: file } = flags
  const options = { ...settingsOf(flags).emulator, ...(await readApiOptions(flags)), ...additions }
  const seedFlags = { seed, scale, fixtures }
  const begin = () => seedFromFlags(seedFlags, say)
  if (file === undefined) return { emulator: openEmulator(await begin(), options), data: undefined }
  const { openData } = await import('./open-data.ts')
  const data = await openData(file, seedFlags, begin)
  try {
    // The data file stores no faults or scenarios, so each start reads those of the fixture file.
    const { existsSync } = process.getBuiltinModule('node:fs')
    const { faults = [], scenarios = [] } =
      fixtures !== undefined && existsSync(fixtures) ? await begin() : ({} as Partial<Seed>)
    const all = {
      faults: [...faults, ...(options.faults ?? [])],
      scenarios: [...scenarios, ...(options.scenarios ?? [])],
    }
    return { emulator: openEmulator(data.seed, { ...options, ...all }, data), data }
  } catch (error) {
    data.close()
    throw error
  }
}
