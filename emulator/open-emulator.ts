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

/**
 * Puts an emulator together whose worlds begin with a seed. The options `seed`, `fixtures` and `scale` are ignored.
 * @throws as `createEmulator` does.
 */
export function openEmulator(seed: Seed, options: EmulatorOptions): Emulator {
  const credentials = credentialsOf(seed.seed, seed.samples.apiKeyProjectId ?? '')
  const adapters = registryOf(options.adapters ?? [])
  const onError = options.onError ?? ((error) => console.error(error))
  const basePath = readBasePath(options.basePath)
  const apps = new Apps({ adapters, checkResponses: options.checkResponses ?? false, onError })
  const worlds = new Worlds({
    state: { collections: toCollections(seed.records), ids: seed.ids },
    clock: readClock(options.clock ?? seed.clock),
    prepare: (world) => issueCredentials(world, credentials),
    faults: options.faults,
    scenarios: options.scenarios,
    journal: { ...options.requests, credentials },
  })
  const common: Common = {
    apps,
    credentials,
    adapters,
    basePath,
    onError,
    samples: seed.samples,
    seed: seed.seed,
    publicUrl: options.publicUrl,
    createControl: options.control === false ? undefined : createControl,
  }
  return new Emulator(
    common,
    worlds,
    withConventions(defaultConventions, options.conventions ?? {}),
    options.deviations,
  )
}
