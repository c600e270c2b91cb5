// Whether what clients saw of one object can be explained by some order of their operations, each taking effect at one
// moment between its call and its answer (Herlihy and Wing). Each object can be judged separately: a history of many
// objects is linearizable exactly when that of each object is.

/** The state of an object that does not exist. */
export const absent = 'absent'

/** One operation on one object, as the client that made it saw it. */
export interface Operation {
  /** The operation and its answer, for messages. */
  readonly name: string
  /** When it was called and when it was answered, by a counter that all clients share. */
  readonly from: number
  readonly to: number
  /** The state after the operation; undefined where the answer does not fit the state. */
  readonly apply: (state: string) => string | undefined
  /** True if it writes a value, which may be there already. */
  readonly overwrites?: boolean
}

/** Clients at once need fewer than 100 steps. */
const mostSteps = 100_000

/**
 * Returns true if some order explains the operations on an object that does not exist at first.
 * @throws Error if that would take too long to tell.
 */
export function isExplained(operations: readonly Operation[]): boolean {
  const byAnswer = operations.toSorted((step, other) => step.to - other.to)
  const numbers = new Map(byAnswer.map((operation, index) => [operation, index]))
  /** Attempts without success: the remaining operations, and the state. */
  const failed = new Set<string>()
  let steps = 0
  function search(left: readonly Operation[], state: string): boolean {
    const [first] = left
    if (!first) return true
    if (++steps > mostSteps)
      throw new Error(`No order of ${operations.length} operations was found in ${mostSteps} steps.`)
    const key = `${state} ${left.map((operation) => numbers.get(operation)).join()}`
    if (failed.has(key)) return false
    // An operation that was called after the answer to another one comes after it.
    const open = left.filter(({ from }) => from < first.to)
    const without = (taken: Operation) => left.filter((operation) => operation !== taken)
    // To wait with what changes nothing allows no more.
    const idle = open.find(({ apply, overwrites }) => !overwrites && apply(state) === state)
    if (idle) return search(without(idle), state)
    for (const operation of open) {
      const next = operation.apply(state)
      if (next !== undefined && search(without(operation), next)) return true
    }
    failed.add(key)
    return false
  }
  return search(byAnswer, absent)
}
