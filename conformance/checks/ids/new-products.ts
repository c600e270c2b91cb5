import type { Path } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Session } from '../../judge/session.ts'
import { findObject } from '../../reading/find-list.ts'
import { callHook, awaitHookResult } from '../hooks.ts'
import { type ListPage, readListPage, walkForward } from '../lists/pages.ts'
import { maxPages, type WalkedList } from '../lists/walked-list.ts'

/** The products that a list shows for the first time after each creation by hooks.createProduct. */
export class NewProducts {
  readonly #session: Session
  readonly #path: Path
  readonly #base: WalkedList
  readonly #known: Set<string>
  readonly #shownBy = new Map<string, Exchange>()
  #isCreatedListed = true
  #isAlone = true

  constructor(session: Session, path: Path, base: WalkedList) {
    this.#session = session
    this.#path = path
    this.#base = base
    this.#known = new Set(base.ids)
  }

  /** The ids of all products seen so far. */
  get known(): readonly string[] {
    return [...this.#known]
  }

  /** False once it is unknown which of several new products the run created. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** The last answer that showed a new product. */
  shownBy(id: string): Exchange {
    return this.#shownBy.get(id)!
  }

  /** Creates a product. Resolves with its id if that is known, or else with the ids of all new products. */
  async afterCreation(): Promise<readonly string[]> {
    const createdId = findObject((await callHook(this.#session, 'createProduct')).response.json)?.['id']
    const hasCreated = (ids: readonly string[]) => typeof createdId === 'string' && ids.includes(createdId)
    const fresh = await awaitHookResult(
      this.#session,
      () => this.#look(),
      (seen) => (typeof createdId === 'string' && this.#isCreatedListed ? hasCreated(seen) : seen.length > 0),
    )
    for (const id of fresh) this.#known.add(id)
    // Other clients may create products as well, and the list may show theirs later.
    this.#isCreatedListed = hasCreated(fresh)
    if (!this.#isCreatedListed && fresh.length > 1) this.#isAlone = false
    return this.#isCreatedListed ? [String(createdId)] : fresh
  }

  async #look(): Promise<readonly string[]> {
    const { limit, complete } = this.#base
    const page = readListPage(this.#session, await this.#session.send({ path: this.#path, query: { limit } }))
    const onFirst = this.#freshOn(page ? [page] : [])
    // A record whose id is not the highest is on a later page.
    if (onFirst.length > 0 || !complete) return onFirst
    const walk = await walkForward(this.#session, {
      call: { path: this.#path },
      maxPages,
      ...(limit === undefined ? {} : { limit }),
    })
    return this.#freshOn(walk.pages)
  }

  #freshOn(pages: readonly ListPage[]): readonly string[] {
    return pages.flatMap(({ ids, exchange }) => {
      const fresh = ids.filter((id) => !this.#known.has(id))
      for (const id of fresh) this.#shownBy.set(id, exchange)
      return fresh
    })
  }
}
