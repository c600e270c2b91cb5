import type { ClockOptions } from './clock.ts'
import type { CollectionName } from '../contract/stored-records.ts'
import type { IdState } from '../resources/ids.ts'
import type { StoredRecord } from '../contract/resource.ts'

/** Where things are in a seeded world: what a target file needs to know. */
export interface Samples {
  /** A catalog that has products. */
  readonly catalogId?: string
  /** Prefixed, as a configuration scope must be. */
  readonly scopeId?: string
  /** The path of a value in the configuration of `scopeId`. */
  readonly configurationPath?: string
  /** The name of an adapter that can be connected. */
  readonly adapter?: string
  /** A connection of an adapter with commands. */
  readonly adapterConnectionId?: string
  /** A command of that connection, with a body that it takes. */
  readonly command?: { readonly name: string; readonly validBody: Readonly<Record<string, unknown>> }
  /** A project that has groups. */
  readonly projectId?: string
  /** An issue that has events. */
  readonly issueId?: string
  /** The project that the API key and the DSN are bound to. */
  readonly apiKeyProjectId?: string
}

/** What a world begins with. Each list is in the order of its ids, and the records are never changed. */
export interface Seed {
  /** The number that the data follow from. */
  readonly seed: number
  /** The records, by collection. */
  readonly records: Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>
  /** Where the ids continue. */
  readonly ids: IdState
  /** Ids and names to begin with. */
  readonly samples: Samples
  /** Where virtual time starts, when nothing else says so: a snapshot's records belong to a moment. */
  readonly clock?: ClockOptions
}
