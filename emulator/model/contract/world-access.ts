import type { Collection } from '../store/collection.ts'
import type { OpenMembers } from '../resources/resources.ts'
import type { CollectionName, CollectionRecords } from './stored-records.ts'

/** A world as handlers see it: records, ids, secrets and the time. */
export interface WorldAccess {
  /** Its name, which credentials can end in. */
  readonly name: string
  /** The memory of all worlds, if it is counted. */
  readonly memory?: { assertRoom(): void } | undefined
  /** Members and values that records have in addition to those of their resource. */
  readonly openMembers: OpenMembers
  /** Virtual time, in milliseconds since 1970. */
  readonly clock: { now(): number }
  /** Virtual time as RFC 3339, to the second. */
  timestamp(): string
  /** A new id for the current virtual time. */
  nextId(): string
  /** A new secret of 40 characters. */
  nextSecret(): string
  /** Makes every later id higher than this one, which came from outside. */
  raiseIds(id: string): void
  /** The SHA-256 of a secret in hexadecimal. The hashes of the latest secrets are remembered. */
  hashOf(secret: string): string
  /** The current state of a collection. Later writes do not change it. */
  collection<Name extends CollectionName>(name: Name): Collection<CollectionRecords[Name]>
  /** The record with a bare id, or undefined. */
  get<Name extends CollectionName>(name: Name, id: string): CollectionRecords[Name] | undefined
  /** Adds a record. @throws Error when its id is taken. */
  insert<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name]
  /** Replaces the record with the same id. @throws Error when no record has it. */
  replace<Name extends CollectionName>(name: Name, record: CollectionRecords[Name]): CollectionRecords[Name]
  /** Removes a record and its dependents. */
  remove(name: CollectionName, id: string): void
  /** Removes several records and their dependents. */
  removeAll(name: CollectionName, ids: readonly string[]): void
  /** Runs `change`, and reverts everything it did when it throws. */
  transact<Result>(change: () => Result): Result
}
