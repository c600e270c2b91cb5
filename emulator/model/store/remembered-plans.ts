import { type SearchableLists, type Plan, planOf, type Selection } from './selection-plan.ts'
import type { Identified } from './sorted-list.ts'

/** The number of plans to remember, and the longest selection to remember one for, in characters. */
const mostPlans = 20
const longest = 300

interface KeptPlan<T extends Identified> {
  readonly selection: Selection
  readonly plan: Plan<T>
}

/**
 * Plans selections of lists that never change, and remembers the latest plans: a walk asks for page after page of one
 * selection.
 */
export class RememberedPlans<T extends Identified> {
  readonly #lists: SearchableLists<T>
  #known: readonly KeptPlan<T>[] = []

  constructor(lists: SearchableLists<T>) {
    this.#lists = lists
  }

  /** The plan of a selection. */
  of(selection: Selection): Plan<T> {
    // Comparing members is faster than building a key from them: most selections differ in the first member.
    for (const known of this.#known) if (areSame(known.selection, selection)) return known.plan
    const plan = planOf(this.#lists, selection)
    if (lengthOf(selection) <= longest)
      this.#known = [{ selection: copyOf(selection), plan }, ...this.#known.slice(0, mostPlans - 1)]
    return plan
  }
}

const none = {}

function areSame(left: Selection, right: Selection): boolean {
  const { where = none, nulls = [], search = '' } = left
  const { where: otherWhere = none, nulls: otherNulls = [], search: otherSearch = '' } = right
  return (
    search === otherSearch &&
    hasAllOf(where, otherWhere) &&
    hasAllOf(otherWhere, where) &&
    nulls.length === otherNulls.length &&
    nulls.every((name, index) => name === otherNulls[index])
  )
}

function hasAllOf(left: NonNullable<Selection['where']>, right: NonNullable<Selection['where']>): boolean {
  for (const name in right) if (left[name] !== right[name]) return false
  return true
}

/** A copy, since the caller may change its selection and reuse it. */
function copyOf({ where, nulls, search }: Selection): Selection {
  return { where: { ...where }, nulls: [...(nulls ?? [])], search }
}

function lengthOf({ where = none, nulls = [], search = '' }: Selection): number {
  return [search, ...Object.entries(where).flat(), ...nulls].reduce((sum, text) => sum + text.length, 0)
}
