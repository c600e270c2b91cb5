import type { ClockOptions } from './clock.ts'
import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import type { IdState } from '../model/resources/ids.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import type { ScenarioName } from '../disturb/scenarios/scenarios.ts'
import type { Adapter } from '../model/contract/adapter.ts'
import type { Conventions } from '../model/contract/conventions.ts'

/** Ids and names of objects in a seeded world, for a target file. */
export interface Samples {
  /** A catalog that has products. */
  readonly catalogId?: string
  /** A prefixed id, as the scope of a configuration must be. */
  readonly scopeId?: string
  /** The path of a value in the configuration of `scopeId`. */
  readonly configurationPath?: string
  /** The name of an adapter that can be connected. */
  readonly adapter?: string
  /** A connection of an adapter with commands. */
  readonly adapterConnectionId?: string
  /** A connection with other commands. */
  readonly otherAdapterConnectionId?: string
  /** A command of the first connection, with a body that it takes. */
  readonly command?: { readonly name: string; readonly validBody: Readonly<Record<string, unknown>> }
  /** A project that has groups. */
  readonly projectId?: string
  /** An issue that has events. */
  readonly issueId?: string
  /** The project that the API key and the DSN are bound to. */
  readonly apiKeyProjectId?: string
  /** True if credentials have characters that forms, headers and base64 must carry. */
  readonly oddSecrets?: boolean
}

/** The initial state of a world. Each list is in id order, and the records are immutable. */
export interface Seed {
  /** The number that the data follow from. */
  readonly seed: number
  /** The pack of the records; undefined for other records, such as those of a file. */
  readonly pack?: { readonly name: string; readonly scale?: number }
  /** The records, by collection. */
  readonly records: Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>
  /** Members and values that records have in addition to those of their resource: `members` of a fixture file. */
  readonly openMembers?: OpenMembers
  /** The state from which the ids continue. */
  readonly ids: IdState
  /** Ids and names of some objects. */
  readonly samples: Samples
  /** Faults of every new world. */
  readonly faults?: readonly Fault[]
  /** Scenarios of every new world. */
  readonly scenarios?: readonly ScenarioName[]
  /** The default start of virtual time, since the records of a snapshot belong to a moment. */
  readonly clock?: ClockOptions
}

/** Everything in a world except its clock. It is immutable, so a fork or a reset is one assignment. */
export interface WorldState {
  readonly collections: Collections
  readonly ids: IdState
  /** Members and values that records have in addition to those of their resource. Undefined: unchanged. */
  readonly openMembers?: OpenMembers
}

/** The parts of a twin of a service. `readTwin` reads them from the directory that `emulator learn` wrote. */
export interface Twin {
  /** The conventions of the service, where the specification leaves them open. */
  readonly conventions: Partial<Conventions>
  /** Its records, with ids and credentials of a seed. Without them, the emulator has its usual ones. */
  readonly fixtures?: (seed?: number) => Seed
  /** Its adapters, in addition to the examples. */
  readonly adapters?: readonly Adapter[]
}
