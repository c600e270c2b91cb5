// The composition root: it puts the parts of an emulator together.
import { deriveCredentials, issueCredentials } from './api/auth/credentials.ts'
import type { ControlEndpoint } from './control/define-control.ts'
import { defaultConventions, withConventions } from './api/dialect/conventions.ts'
import { type Common, Emulator } from './emulator.ts'
import type { JournalOptions } from './journal/journal-options.ts'
import { readLimits, JournalBudget } from './journal/journal-limits.ts'
import { type EmulatorOptions, readBasePath, expandClock, readMemory, buildAdapterRegistry } from './options.ts'
import { printByContents } from './inspect.ts'
import { type AppOptions, createApps } from './pipeline/app.ts'
import { RateLimiter } from './pipeline/rate-limit.ts'
import { buildCollections } from './world/collections.ts'
import type { Seed } from './world/seed.ts'
import { WorldMemory } from './world/world-memory.ts'
import { Worlds } from './world/worlds.ts'
import type { WorldStorage } from './world/storage.ts'
import { readStub } from './disturb/faults/faults.ts'
import { copyJson } from './tools/copy-json.ts'
import { deepFreeze } from './tools/deep-freeze.ts'
import { assertListOption, type NoMembers } from './tools/assert-members.ts'

/** The options of an emulator other than those of its seed. */
export interface OpenOptions extends Omit<EmulatorOptions, 'seed' | 'fixtures' | 'scale' | 'twin'> {
  /** Makes the endpoints that the control API has in addition to its own, with the first request to it. */
  readonly moreControl?: (() => Promise<readonly ControlEndpoint[]>) | undefined
  /** Called for each request. Forks have no observer. */
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
export function openEmulator(seed: Seed, options: OpenOptions, storage?: WorldStorage): Emulator {
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
  unread satisfies NoMembers
  assertListOption('stubs', stubs)
  const credentials = deriveCredentials(seed.seed, seed.samples)
  const adapters = buildAdapterRegistry(customAdapters)
  const basePath = readBasePath(basePathOption)
  const collections = buildCollections(seed.records)
  const memory = readMemory(limits.memory)
  const ofJournals = Math.max(journalMemory, readLimits(requests ?? {}).bytes)
  const budget = new JournalBudget(memory === undefined ? ofJournals : Math.min(ofJournals, memory / 4))
  const worlds = new Worlds({
    state: { collections, ids: seed.ids, openMembers: seed.openMembers ?? false },
    clock: expandClock(clock),
    prepare: (world) => issueCredentials(world, credentials),
    faults: seed.faults ? seed.faults.concat(faults ?? []) : faults,
    moreFaults: stubs.map(readStub),
    scenarios: seed.scenarios ? seed.scenarios.concat(scenarios ?? []) : scenarios,
    journal: { ...requests, credentials, budget, observer },
    limits,
    memory: memory === undefined ? undefined : new WorldMemory(memory, budget),
    storage,
  })
  storage?.restore(worlds, collections)
  // Restored records existed before the log begins.
  if (storage) for (const name of worlds.names) worlds.peek(name)?.beginLog()
  const app: AppOptions = { adapters, basePath, publicUrl, checkResponses, onError, limiter: new RateLimiter() }
  const common: Common = {
    app,
    appFor: createApps(app),
    credentials,
    samples: deepFreeze(copyJson(seed.samples)),
    seed: seed.seed,
    pack: seed.pack,
    collections,
    saveCase: async (emulator, options) => (await import('./case/save-case.ts')).saveCase(emulator, options),
    createControl: control
      ? async (emulator, initialConventions) => {
          const [{ createControl }, more] = await Promise.all([import('./control/control.ts'), moreControl?.()])
          return createControl({ emulator, initialConventions, app, more })
        }
      : undefined,
  }
  return new Emulator(common, worlds, withConventions(defaultConventions, conventions), deviations)
}
