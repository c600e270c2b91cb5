import type { Emulator } from '../../emulator/create-emulator.ts'
import type { DeviationName } from '../../emulator/disturb/deviations/shipped.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'
import type { DataFile } from '../../emulator/serve/data-file/data-file.ts'
import type { Nothing } from '../../emulator/tools/assert-members.ts'
import type { EmulatorFlags, ShapeFlags } from '../options/emulator-options.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import { seedFromFlags } from './seed-from-flags.ts'
import { readApiOptions } from './api-options.ts'

/** The options of `start` and `exec` that configure the program. */
type ProgramFlag =
  | ('json' | 'log' | 'open' | 'config' | 'https-cert' | 'https-key')
  | ('port' | 'host' | 'allowed-host' | 'allow-origin' | 'control-token' | 'target-file')

/** The options of `start` and `exec` that configure the emulator. */
export type CreationFlags = Omit<EmulatorFlags, ProgramFlag>

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
  flags: CreationFlags,
  say: (line: string) => void,
  additions: Additions = {},
): Promise<EmulatorAndFile> {
  const { seed, scale, fixtures, data: file, ...others } = flags
  const options = { ...(await toOpenOptions(others)), ...additions }
  const seedFlags = { seed, scale, fixtures }
  const begin = () => seedFromFlags(seedFlags, say)
  if (file === undefined) return { emulator: openEmulator(await begin(), options), data: undefined }
  const { openData } = await import('./open-data.ts')
  const data = await openData(file, seedFlags, begin)
  try {
    // The data file stores no faults or scenarios, so each start reads those of the fixture file.
    const { fileExists } = await import('../files.ts')
    const { faults = [], scenarios = [] } =
      fixtures !== undefined && fileExists(fixtures) ? await begin() : ({} as Partial<Seed>)
    const all = { faults: [...faults, ...options.faults], scenarios: [...scenarios, ...options.scenarios] }
    return { emulator: openEmulator(data.seed, { ...options, ...all }, data), data }
  } catch (error) {
    data.close()
    throw error
  }
}

async function toOpenOptions(
  flags: Omit<CreationFlags, 'seed' | 'scale' | 'fixtures' | 'data'>,
): Promise<OpenOptions & { readonly faults: readonly Fault[]; readonly scenarios: readonly ScenarioName[] }> {
  const {
    clock,
    deviation,
    scenario,
    fault,
    'no-control': noControl,
    'max-worlds': worlds,
    'world-ttl': ttl,
    'max-memory': memory = defaultMemory,
    journal,
    ...unread
  }: Omit<typeof flags, keyof ShapeFlags> = flags
  unread satisfies Nothing
  return {
    ...(await readApiOptions(flags)),
    ...(clock === undefined ? {} : { clock }),
    // The emulator refuses unknown names.
    deviations: deviation as readonly DeviationName[],
    scenarios: scenario as readonly ScenarioName[],
    faults: fault,
    control: !noControl,
    limits: { worlds, ttl, memory },
    ...(journal === undefined ? {} : { requests: { entries: journal } }),
  }
}

/** The memory of worlds and journals, in bytes. Node gives a process at least twice as much. */
const defaultMemory = 1_073_741_824
