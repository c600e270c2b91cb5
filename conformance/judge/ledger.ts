import type { CreatedObject } from '../conclusions/leftover.ts'

/** An object that a run created, or was about to create, and how to delete it. */
export interface LedgerEntry extends CreatedObject {
  /** The id of the run that created it. */
  readonly runId: string
  /** The path of the DELETE, with `{id}` in it; undefined if no way to delete it is documented. */
  readonly path?: string | undefined
  /** True if the object was requested without a name. */
  readonly isUnnamed?: boolean | undefined
  /** True if the object ends by itself. */
  readonly ends?: boolean | undefined
}

/** The storage of a ledger between runs, so that the objects of a killed run can be deleted later. */
export interface LedgerStore {
  /** Reads the stored entries. */
  load(): readonly LedgerEntry[]
  /** Replaces the stored entries by these. */
  save(entries: readonly LedgerEntry[]): void
}

/** A record of everything that a run creates, written before the request is sent. */
export class Ledger {
  readonly #store: LedgerStore
  #entries: readonly LedgerEntry[]
  readonly #gone = new Set<string>()

  constructor(store: LedgerStore = { load: () => [], save: () => undefined }) {
    this.#store = store
    this.#entries = store.load()
  }

  /** The objects that were created and are not known to be deleted. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  /** Writes an entry, before its request. */
  open(entry: LedgerEntry): LedgerEntry {
    this.#set([...this.#entries, entry])
    return entry
  }

  /** Adds the id that the answer gave. */
  identify(entry: LedgerEntry, id: string): LedgerEntry {
    const identified = { ...entry, id }
    this.#set(this.#entries.map((item) => (item === entry ? identified : item)))
    return identified
  }

  /** Notes that a DELETE of an object succeeded. Only a list shows that the object is gone. */
  expectGone(id: string): void {
    this.#gone.add(id)
  }

  /** The ids of the objects that should be gone. */
  get gone(): ReadonlySet<string> {
    return this.#gone
  }

  /** Removes an entry: the object is gone, or was never created. */
  close(entry: LedgerEntry): void {
    this.#set(
      this.#entries.filter(
        (item) => item !== entry && !(item.id !== undefined && item.id === entry.id && item.runId === entry.runId),
      ),
    )
  }

  /** Removes the leftovers after they have been reported to a person. */
  dropReported(): void {
    const untold = this.#entries.filter(({ path }) => path !== undefined)
    if (untold.length < this.#entries.length) this.#set(untold)
  }

  #set(entries: readonly LedgerEntry[]): void {
    this.#entries = entries
    this.#store.save(entries)
  }
}
