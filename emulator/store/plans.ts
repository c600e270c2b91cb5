import { type Lists, type Plan, planOf, type Selection } from './plan.ts'
import type { Identified } from './sorted-list.ts'

/** How many plans are remembered, and of how long selections, in characters. */
const mostPlans = 20
const longestKey = 300

/** Plans selections of lists that never change. A walk asks for page after page of one selection. */
export class Plans<T extends Identified> {
  readonly #lists: Lists<T>
  readonly #known = new Map<string, Plan<T>>()

  constructor(lists: Lists<T>) {
    this.#lists = lists
  }

  /** The plan of a selection. */
  of(selection: Selection): Plan<T> {
    const key = keyOf(selection)
    const known = this.#known.get(key)
    if (known) return known
    const plan = planOf(this.#lists, selection)
    if (this.#known.size >= mostPlans) this.#known.clear()
    if (key.length <= longestKey) this.#known.set(key, plan)
    return plan
  }
}

/** A text that two selections share when they are the same. */
function keyOf({ where = {}, nulls, search }: Selection): string {
  let key = ''
  // Lengths keep apart what a value with a separator would join.
  for (const name in where) key += `${name.length}:${name}${where[name]!.length}:${where[name]}`
  if (nulls && nulls.length > 0) key += `?${nulls.map((name) => `${name.length}:${name}`).join('')}`
  return search === undefined || search === '' ? key : `${key}/${search}`
}
