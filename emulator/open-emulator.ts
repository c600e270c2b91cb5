// The composition root: it puts the parts of an emulator together.
import { credentialsOf, issueCredentials } from './api/auth/credentials.ts'
import type { ControlEndpoint } from './control/define-control.ts'
import { defaultConventions, withConventions } from './api/dialect/conventions.ts'
import { type Common, Emulator } from './emulator.ts'
import type { JournalOptions } from './journal/journal-limits.ts'
import { Moments } from './journal/moments.ts'
import { JournalBudget } from './journal/journal-budget.ts'
import { readLimits } from './journal/journal-limits.ts'
import { type EmulatorOptions, readBasePath, readClock, readMemory, registryOf } from './options.ts'
import { printByContents } from './inspect.ts'
import { Apps } from './pipeline/apps.ts'
import { toCollections } from './world/collections.ts'
import type { Seed } from './world/seed.ts'
import { WorldMemory } from './world/world-memory.ts'
import { Worlds } from './world/worlds.ts'
import type { WorldStorage } from './world/storage.ts'
import { readStub } from './disturb/faults/faults.ts'
import { assertList, type Nothing } from './tools/assert-members.ts'
import type { Eventually } from './tools/eventually.ts'
import { useValidator, type Validator } from './tools/json-schema.ts'
import type { ControlApi } from './model/contract/control.ts'
import type { Conventions } from './model/contract/conventions.ts'
import type { Deviation } from './disturb/deviations/define-deviation.ts'

/** The parts of an emulator that most requests do not need. The command line loads them when one does. */
export interface EmulatorParts {
  /** Creates the control API. */
  readonly createControl: (
    emulator: Emulator,
    initialConventions: Conventions,
    more: readonly ControlEndpoint[] | undefined,
  ) => Eventually<ControlApi>
  /** Finds a deviation. @throws EmulatorError `unknown_deviation`. */
  readonly deviationNamed: (name: string) => Deviation
  /** Makes a case of what happened in an emulator. */
  readonly saveCase: Common['saveCase']
  /** Checks values by schemas. Without it, the caller sets one before the first request. */
  readonly validator?: Validator
}

/** The options of an emulator other than those of its seed. */
export interface OpenOptions extends Omit<EmulatorOptions, 'seed' | 'fixtures' | 'scale' | 'twin'> {
  /** Endpoints that the control API has in addition to its own. */
  readonly moreControl?: readonly ControlEndpoint[] | undefined
  /** Is told of each request. Forks have none. */
  readonly observer?: JournalOptions['observer']
}

printByContents()

/** The memory of the journals of all worlds, in bytes. */
const journalMemory = 67_108_864

/**
 * Creates an emulator whose worlds start from a seed.
 * @param storage Keeps the worlds beyond the process.
 * @throws EmulatorError as `createEmulator` does.
 */
export function openEmulator(seed: Seed, parts: EmulatorParts, options: OpenOptions, storage?: WorldStorage): Emulator {
  const {
    adapters: customAdapters = [],
    basePath: basePathOption,
    checkResponses = false,
    clock = seed.clock,
    control = true,
    conventions = {},
    deviations,
    faults,
    limits = {},
    moreControl,
    observer,
    onError = (error) => console.error(error),
    publicUrl,
    requests,
    scenarios,
    stubs = [],
    ...unread
  } = options
  unread satisfies Nothing
  assertList('stubs', stubs)
  if (parts.validator) useValidator(parts.validator)
  const credentials = credentialsOf(seed.seed, seed.samples)
  const adapters = registryOf(customAdapters)
  const basePath = readBasePath(basePathOption)
  const collections = toCollections(seed.records)
  const memory = readMemory(limits.memory)
  const ofJournals = Math.max(journalMemory, readLimits(requests ?? {}).bytes)
  const budget = new JournalBudget(memory === undefined ? ofJournals : Math.min(ofJournals, memory / 4))
  const worlds = new Worlds({
    state: { collections, ids: seed.ids, openMembers: seed.openMembers ?? false },
    clock: readClock(clock),
    prepare: (world) => issueCredentials(world, credentials),
    faults: seed.faults ? seed.faults.concat(faults ?? []) : faults,
    moreFaults: stubs.map(readStub),
    scenarios: seed.scenarios ? seed.scenarios.concat(scenarios ?? []) : scenarios,
    journal: { ...requests, credentials, budget, observer, moments: new Moments() },
    limits,
    memory: memory === undefined ? undefined : new WorldMemory(memory, budget),
    storage,
  })
  storage?.restore(worlds, collections)
  // What is stored was there before.
  if (storage) for (const name of worlds.names) worlds.peek(name)?.beginLog()
  const common: Common = {
    apps: new Apps({ adapters, basePath, checkResponses, onError }),
    credentials,
    adapters,
    basePath,
    onError,
    samples: seed.samples,
    seed: seed.seed,
    pack: seed.pack,
    collections,
    saveCase: parts.saveCase,
    publicUrl,
    deviationNamed: parts.deviationNamed,
    createControl: control
      ? (emulator, initialConventions) => parts.createControl(emulator, initialConventions, moreControl)
      : undefined,
  }
  return new Emulator(common, worlds, withConventions(defaultConventions, conventions), deviations)
}
