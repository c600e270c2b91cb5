import type { Collection } from '../store/collection.ts'
import type { CollectionName, CollectionRecords } from './stored-records.ts'

/** What a handler may do with the world of its request: read and change records, and take ids, secrets and the time. */
export interface WorldAccess {
  /** Virtual time, in milliseconds since 1970. */
  readonly clock: { now(): number }
  /** Virtual time as RFC 3339, to the second. */
  timestamp(): string
  /** A new id for the present moment of this world. */
  nextId(): string
  /** A new secret of 40 characters. */
  nextSecret(): string
  /** Raises the last id, so that ids issued later stand above one that came from outside. */
  raiseIds(id: string): void
  /** A collection as it is now: a later write does not show in it. */
  collection<Name extends CollectionName>(name: Name): Collection<CollectionRecords[Name]>
  /** The record of a bare id; undefined when there is none. */
  get<Name extends CollectionName>(name: Name, id: string): CollectionRecords[Name] | undefined
  /** Adds a record. @throws Error when its id is taken. */
  insert<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name]
  /** Puts a record in place of the one with its id. @throws Error when there is none. */
  replace<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name]
  /** Removes a record and what belongs to it. @throws Error when there is no record of that id. */
  remove(name: CollectionName, id: string): void
  /** The same for several records at once. */
  removeAll(name: CollectionName, ids: readonly string[]): void
  /** Makes all of some changes or none: what was changed before `change` throws is put back. */
  transact<Result>(change: () => Result): Result
}
