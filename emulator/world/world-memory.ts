import type { CollectionName, Collections } from '../model/contract/stored-records.ts'
import type { ChangeEvent } from '../journal/event-log.ts'
import { diffCollections } from './changed-records.ts'
import { collectionNames, untyped } from './collections.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { JournalBudget } from '../journal/journal-limits.ts'
import type { StoredRecord } from '../model/contract/resource.ts'

/** The memory of a world before its first write, as measured, in bytes. */
export const emptyWorld = 12_000

/** The message when the memory is full. */
export const memoryIsFull: string =
  'The worlds and their journals have reached the memory limit (--max-memory, limits.memory), and no other world can be evicted. Delete records, reset or drop worlds, or allow more.'

/** The approximate memory of worlds and journals. Records shared with the seed do not count. */
export class WorldMemory {
  readonly #limit: number
  readonly #journals: JournalBudget
  #worlds = 0
  #isFull = false

  /** @param limit In bytes. */
  constructor(limit: number, journals: JournalBudget) {
    this.#limit = limit
    this.#journals = journals
  }

  /** A memory of the same size for other worlds. */
  anew(journals: JournalBudget): WorldMemory {
    return new WorldMemory(this.#limit, journals)
  }

  /** The memory in use, in bytes. */
  get bytes(): number {
    return this.#worlds + this.#journals.bytes
  }

  /** Returns true if the memory is full. It does not change while a request is served. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** @throws EmulatorError `memory_full` when the memory is full. */
  assertRoom(): void {
    if (this.#isFull) throw new EmulatorError('memory_full', memoryIsFull)
  }

  /** A world has grown, or shrunk by a negative number of bytes. */
  grow(bytes: number): void {
    this.#worlds += bytes
  }

  /** Evicts worlds until there is enough memory, or `evict` finds no world. */
  tidy(evict: () => boolean): void {
    while (this.bytes > this.#limit && evict());
    this.#isFull = this.bytes > this.#limit
  }
}

/** The approximate memory of a record in bytes: its members, its indexes, and its JSON, which is made once and kept. */
export function recordWeight(record: StoredRecord): number {
  return 500 + 2 * JSON.stringify(record).length
}

/** The bytes by which an event makes a world grow. Records shared with the seed do not count. */
export function eventGrowth(event: ChangeEvent, seed: Collections): number {
  const weigh = (name: CollectionName, record: StoredRecord | undefined) =>
    record === undefined || record === seed[name].get(record.id) ? 0 : recordWeight(record)
  if (event.kind === 'record') return weigh(event.collection, event.after) - weigh(event.collection, event.before)
  if (event.kind !== 'records') return 0
  let growth = 0
  for (const name of collectionNames) {
    const before = untyped(event.before, name)
    for (const change of diffCollections(before, untyped(event.after, name)))
      growth +=
        'put' in change
          ? weigh(name, change.put) - weigh(name, before.get(change.put.id))
          : -weigh(name, before.get(change.removed))
  }
  return growth
}
