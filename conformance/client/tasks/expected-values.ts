// The expected values of a run, from its world. Filters, search and order are implemented a second time here, so that a
// fault of the emulator cannot hide one of a client.
import { day, writeTime } from '../../reading/times.ts'
import type { DialectFacts, ProductFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { OutcomeRun } from './task.ts'
import type { TaskInput } from './names.ts'

/** The filters of `walk-products` by their names in the input. */
const taskFilters = ['brand', 'category', 'status'] as const

/** The filters of an input, with their values; `search` is one of them. */
export function filterEntries(input: TaskInput): readonly (readonly [name: string, value: string])[] {
  return [...taskFilters, 'search'].flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
}

/** Returns true if a product matches one filter (clause 4.5): exactly, or for `search` partially and in any case. */
function matchesTaskFilter(product: ProductFacts, [name, value]: readonly [name: string, value: string]): boolean {
  if (name !== 'search') return product[name as (typeof taskFilters)[number]] === value
  return product.searched.some((text) => text.toLowerCase().includes(value.toLowerCase()))
}

/** The products of a catalog that match all filters of an input, newest first. */
export function matchingProducts(world: WorldFacts, input: TaskInput): readonly ProductFacts[] {
  const filters = filterEntries(input)
  return inputProducts(world, input).filter((product) => filters.every((filter) => matchesTaskFilter(product, filter)))
}

/** The ids of all products of the catalog of an input, newest first. */
export function productIds(world: WorldFacts, input: TaskInput): readonly string[] {
  return inputProducts(world, input).map(({ id }) => id)
}

function inputProducts({ catalogs }: WorldFacts, input: TaskInput): readonly ProductFacts[] {
  return catalogs.get(String(input['catalogId'])) ?? []
}

/** The value of `expires_at` on the wire, a number of days after a time. */
export function toExpiry(now: number, days: number, { expiresAt }: Pick<DialectFacts, 'expiresAt'>): unknown {
  return writeTime(now + days * day, expiresAt)
}

/** The ids of a list that must be reported and those that may be. */
export interface StableIds {
  /** Ids that were in the list throughout. */
  readonly needed: readonly string[]
  /** Ids that were in the list at any time, in the same order. */
  readonly allowed: readonly string[]
}

/** Compares a list before and after a run. @param order The order of the API (clause 2.1: by character code). */
export function stableIds(
  { before, after }: Pick<OutcomeRun, 'before' | 'after'>,
  idsIn: (world: WorldFacts) => readonly string[],
  order: 'newestFirst' | 'oldestFirst',
): StableIds {
  const [earlier, later] = [idsIn(before), idsIn(after)]
  const stayed = new Set(later)
  const ascending = [...new Set([...earlier, ...later])].sort((left, right) => (left < right ? -1 : 1))
  return {
    needed: earlier.filter((id) => stayed.has(id)),
    allowed: order === 'newestFirst' ? ascending.toReversed() : ascending,
  }
}

/** The value at a dotted path (clause 4.4); undefined if the path does not exist. */
export function readDottedPath(configuration: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      configuration,
    )
}
