import type { ClockOptions } from './clock.ts'
import type { CollectionName } from '../contract/stored-records.ts'
import type { IdState } from '../resources/ids.ts'
import type { StoredRecord } from '../contract/resource.ts'

/** Where things are in a seeded world: what a target file needs to know. */
export interface Samples {
  readonly catalogId?: string
  /** Prefixed, as a configuration scope must be. */
  readonly scopeId?: string
  readonly configurationPath?: string
  readonly adapter?: string
  readonly adapterConnectionId?: string
  readonly command?: { readonly name: string; readonly validBody: Readonly<Record<string, unknown>> }
  readonly projectId?: string
  readonly issueId?: string
  readonly apiKeyProjectId?: string
}

/** What a world begins with. Each list is in the order of its ids, and the records are never changed. */
export interface Seed {
  readonly seed: number
  readonly records: Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>
  readonly ids: IdState
  readonly samples: Samples
  /** Where virtual time starts, when nothing else says so: a snapshot's records belong to a moment. */
  readonly clock?: ClockOptions
}
