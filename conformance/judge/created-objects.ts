import { isUnsafe } from '../catalogue/methods.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { toAddress, type PathNames } from '../catalogue/operation-paths.ts'
import { because } from '../conclusions/cause.ts'
import { insufficient } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { itemId, type Item, findMember } from '../reading/find-list.ts'
import { stripPrefix, isBare } from '../reading/id-forms.ts'
import type { Call } from './call.ts'
import { Lane } from './lanes.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

/** A kind of object that a run creates, and its operations. */
export interface ListedKind {
  /** The operation that creates it. */
  readonly operation: OperationId
  /** The operation that lists such objects. */
  readonly listedBy: OperationId
  /** The operations that change or delete one by the `id` in their path. */
  readonly changedBy: readonly OperationId[]
}

/** Requests the list of a kind, up to the object with an id. Resolves with false if it is certainly missing. */
export type AskForList = (operation: OperationId, id: string) => Promise<boolean>

/** The state of an object according to lists: created by this run, possibly something else, or gone. */
export type ThingState = 'made' | 'other' | 'gone'

/**
 * Guards changes and deletions by an id from an answer. The target could return the id of something else, so the id
 * must be well formed, and a list must show it under the name of the run that created the object.
 */
export class CreatedObjects {
  readonly #ledger: Ledger
  readonly #kinds: readonly ListedKind[]
  readonly #made = new Set<string>()
  readonly #listed = new Set<string>()
  /** The highest listed id of something that the run did not create. */
  #highestOther = ''
  readonly #lane = new Lane()
  #ask: AskForList = async () => true

  constructor(ledger: Ledger, kinds: readonly ListedKind[]) {
    this.#ledger = ledger
    this.#kinds = kinds
  }

  /** Sets the function that requests lists. */
  askBy(ask: AskForList): void {
    this.#ask = ask
  }

  /** Notes which objects a list shows. */
  listed(operation: OperationId | undefined, items: readonly Item[]): void {
    for (const item of items) this.#listed.add(stripPrefix(itemId(item) ?? ''))
    if (!this.#kinds.some(({ listedBy }) => listedBy === operation)) return
    for (const item of items) {
      const id = stripPrefix(itemId(item) ?? '')
      const entry = this.#ledger.entries.find((candidate) => candidate.id === id)
      if (entry && this.#isNamed(entry, item)) this.#made.add(id)
      else if (!entry && id > this.#highestOther) this.#highestOther = id
    }
  }

  /** Returns true if a list has shown an id so far. */
  wasListed(id: string): boolean {
    return this.#listed.has(stripPrefix(id))
  }

  /** The state of an entry's object according to lists. Requests a list if none has shown the object yet. */
  async seen(entry: LedgerEntry): Promise<ThingState> {
    const { id } = entry
    if (id === undefined || !isBare(id)) return 'other'
    const isMade = () => this.#made.has(id)
    const kind = this.#kinds.find(({ operation }) => operation === entry.operation)
    if (isMade() || !kind) return isMade() ? 'made' : 'other'
    // One list may answer several callers.
    const isListed = await this.#lane.take(async () => isMade() || (await this.#ask(kind.operation, id)))
    return isMade() ? 'made' : isListed ? 'other' : 'gone'
  }

  /**
   * Allows a call that changes or deletes nothing, or only an object that a list shows as created by this run.
   * @throws Conclusion `insufficientEvidence`
   */
  async assertMade({ method = 'GET', path }: Call, names: PathNames): Promise<void> {
    if (typeof path === 'string' || path.operation === undefined || !isUnsafe(method)) return
    const { operation, values } = path
    const kind = this.#kinds.find(({ changedBy }) => changedBy.includes(operation))
    const id = stripPrefix(values['id'] ?? '')
    const entry = kind && this.#ledger.entries.find((candidate) => candidate.id === id)
    if (!entry || (await this.seen(entry)) === 'made') return
    insufficient(
      because.data,
      phrase`${method} ${toAddress(path, names)} is not sent: no list shows this id under the name ${entry.name}`,
    )
  }

  /**
   * Returns true if the name of a record contains the run that created it, which renaming preserves. An object that was
   * requested without a name must be newer than everything that the run did not create.
   */
  #isNamed({ runId, name, isUnnamed, id }: LedgerEntry, item: Item): boolean {
    const listedName = findMember(item, 'name')
    if (isUnnamed || listedName === undefined) return id! > this.#highestOther
    return typeof listedName === 'string' && (listedName === name || listedName.includes(runId))
  }
}
