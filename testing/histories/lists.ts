// A page of a list says something of every product between its ends: what it was, or that it was not there.
import type { History, Span } from './history.ts'
import { record } from './models.ts'

/** A page that a client saw. */
export interface Listed {
  readonly world: string
  readonly span: Span
  /** The page shows ids below this one; undefined for the first page. */
  readonly below: string | undefined
  /** The last id of the page, or an empty text where nothing follows. */
  readonly above: string
  /** States by id. */
  readonly states: ReadonlyMap<string, string>
  /** The filter. */
  readonly brand: string | undefined
}

/** The path of a page of ten products, with or without a filter. */
export function pathOfPage(catalogId: string, brand: string | undefined, below: string | undefined): string {
  const query = { limit: '10', ...(brand ? { brand } : {}), ...(below ? { starting_after: below } : {}) }
  return `/1.13/pulse/catalogs/${catalogId}/products?${new URLSearchParams(query)}`
}

/** Adds a page to the history of each product that it says something of. */
export function addList(history: History, { world, span, below, above, states, brand }: Listed): void {
  for (const { name, from, to } of history.objectsOf(world, 'product ')) {
    const id = name.slice('product '.length)
    const state = states.get(id)
    const isBetween = id > above && (below === undefined || id < below)
    if (state !== undefined) history.add(world, name, { ...span, name: `listed: ${state}`, apply: record.read(state) })
    else if (isBetween && from < span.to && to > span.from)
      history.add(world, name, { ...span, name: `not listed among ${brand ?? 'all'}`, apply: record.unlisted(brand) })
  }
}
