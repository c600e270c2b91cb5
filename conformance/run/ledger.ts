/** One thing that a run made, or was about to make, and how to delete it. */
export interface LedgerEntry {
  /** The run that made it. */
  readonly runId: string
  /** What it is, for a person. */
  readonly what: string
  /** The name that it carries, by which it can be found when its id never came back. */
  readonly name: string
  /** Known once the answer came. */
  readonly id?: string | undefined
  /** The path of the DELETE, with `{id}` in it. */
  readonly path: string
}

/** Where the ledger is kept between runs, so that a killed run can be cleaned up after. */
export interface LedgerStore {
  /** Reads what is kept. */
  load(): readonly LedgerEntry[]
  /** Keeps these entries and no others. */
  save(entries: readonly LedgerEntry[]): void
}

/** Everything that a run makes, written down before the request goes out. */
export class Ledger {
  readonly #store: LedgerStore
  #entries: readonly LedgerEntry[]

  constructor(store: LedgerStore = { load: () => [], save: () => undefined }) {
    this.#store = store
    this.#entries = store.load()
  }

  /** What was made and is not known to be deleted. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  /** Writes an entry down, before its request. */
  open(entry: LedgerEntry): LedgerEntry {
    this.#set([...this.#entries, entry])
    return entry
  }

  /** Adds the id that the answer gave. */
  identify(entry: LedgerEntry, id: string): LedgerEntry {
    const identified = { ...entry, id }
    this.#set(this.#entries.map((one) => (one === entry ? identified : one)))
    return identified
  }

  /** Strikes an entry out: the thing is gone, or was never made. */
  close(entry: LedgerEntry): void {
    this.#set(
      this.#entries.filter(
        (one) => one !== entry && !(one.id !== undefined && one.id === entry.id && one.runId === entry.runId),
      ),
    )
  }

  #set(entries: readonly LedgerEntry[]): void {
    this.#entries = entries
    this.#store.save(entries)
  }
}
