// The composition root: what the rooms make is put together here, once for each emulator.
import { credentialsOf, issueCredentials } from './auth/credentials.ts'
import { createControl } from './control/control.ts'
import { defaultConventions, withConventions } from './dialect/conventions.ts'
import { type Common, Emulator } from './emulator.ts'
import { type EmulatorOptions, readBasePath, readClock, registryOf } from './options.ts'
import { Apps } from './pipeline/apps.ts'
import { toCollections } from './world/collections.ts'
import type { Seed } from './world/seed.ts'
import { Worlds } from './world/worlds.ts'
import type { Nothing } from './tools/assert-members.ts'

/** The options that say how an emulator answers, and not what its worlds begin with. */
export type OpenOptions = Omit<EmulatorOptions, 'seed' | 'fixtures' | 'scale'>

/**
 * Puts an emulator together whose worlds begin with a seed.
 * @throws EmulatorError as `createEmulator` does.
 */
export function openEmulator(seed: Seed, options: OpenOptions): Emulator {
  const {
    adapters: ownAdapters = [],
    basePath: givenBasePath,
    checkResponses = false,
    clock = seed.clock,
    control = true,
    conventions = {},
    deviations,
    faults,
    onError = (error) => console.error(error),
    publicUrl,
    requests,
    scenarios,
    ...unread
  } = options
  unread satisfies Nothing
  const credentials = credentialsOf(seed.seed, seed.samples.apiKeyProjectId ?? '')
  const adapters = registryOf(ownAdapters)
  const basePath = readBasePath(givenBasePath)
  const worlds = new Worlds({
    state: { collections: toCollections(seed.records), ids: seed.ids },
    clock: readClock(clock),
    prepare: (world) => issueCredentials(world, credentials),
    faults,
    scenarios,
    journal: { ...requests, credentials },
  })
  const common: Common = {
    apps: new Apps({ adapters, checkResponses, onError }),
    credentials,
    adapters,
    basePath,
    onError,
    samples: seed.samples,
    seed: seed.seed,
    publicUrl,
    createControl: control ? createControl : undefined,
  }
  return new Emulator(common, worlds, withConventions(defaultConventions, conventions), deviations)
}
