// Whether what clients saw of one object can be explained by some order of their operations, each taking effect at one
// moment between its call and its answer (Herlihy and Wing). An object can be judged alone: a history of many objects
// is linearizable exactly when that of each object is.

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

/** A state that is possible now, and which of the open operations have taken effect. */
interface Possible {
  readonly state: string
  readonly done: ReadonlySet<Operation>
}

/** More possible states than this, and the history is too much at once to be judged. */
const mostPossible = 200_000

/** Why a history cannot be explained: the first answer that fits no order. */
export interface Contradiction {
  readonly operation: Operation
  /** The states that were possible before it was answered. */
  readonly states: readonly string[]
  /** The operations that were open at the time, and those just before. */
  readonly near: readonly Operation[]
}

/**
 * Judges the history of one object. It follows the calls and answers in the order in which they came, and keeps every
 * state that some order allows.
 * @returns undefined when some order explains it.
 * @throws Error when too many operations overlap.
 */
export function contradictionIn(initial: string, operations: readonly Operation[]): Contradiction | undefined {
  const events = operations
    .flatMap((operation) => [
      { at: operation.from, operation, isCall: true },
      { at: operation.to, operation, isCall: false },
    ])
    .toSorted((left, right) => left.at - right.at)
  const open = new Set<Operation>()
  const numbers = new Map(operations.map((operation, index) => [operation, index]))
  let possible: readonly Possible[] = [{ state: initial, done: new Set() }]
  for (const { operation, isCall } of events) {
    if (isCall) {
      open.add(operation)
      continue
    }
    const next = closure(possible, open, operation, numbers)
    if (next.length === 0) {
      const states = [...new Set(possible.map(({ state }) => state))]
      return { operation, states, near: nearOf(operation, operations) }
    }
    open.delete(operation)
    possible = next
  }
  return undefined
}

/** The states in which an operation has taken effect, whatever open operations came before it. */
function closure(
  possible: readonly Possible[],
  open: ReadonlySet<Operation>,
  needed: Operation,
  numbers: ReadonlyMap<Operation, number>,
): readonly Possible[] {
  const key = ({ state, done }: Possible) =>
    `${[...done]
      .map((next) => numbers.get(next))
      .toSorted()
      .join()} ${state}`
  const seen = new Set<string>()
  const finished = new Map<string, Possible>()
  const waiting = [...possible]
  for (let candidate = waiting.pop(); candidate; candidate = waiting.pop()) {
    const current = withReads(candidate, open)
    if (current.done.has(needed)) {
      const rest: Possible = {
        state: current.state,
        done: new Set([...current.done].filter((done) => done !== needed)),
      }
      finished.set(key(rest), rest)
      continue
    }
    if (seen.size > mostPossible) throw new Error('Too many operations on one object overlap: use more objects.')
    for (const operation of open) {
      if (current.done.has(operation)) continue
      const state = operation.apply(current.state)
      if (state === undefined) continue
      const next: Possible = { state, done: new Set([...current.done, operation]) }
      const name = key(next)
      if (seen.has(name)) continue
      seen.add(name)
      waiting.push(next)
    }
  }
  return [...finished.values()]
}

/**
 * Lets every open operation take effect that fits and changes nothing: to wait with it allows no more. One that
 * overwrites is not among them, since later it would change something.
 */
function withReads({ state, done }: Possible, open: ReadonlySet<Operation>): Possible {
  const more = new Set(done)
  for (const operation of open)
    if (!more.has(operation) && !operation.overwrites && operation.apply(state) === state) more.add(operation)
  return { state, done: more }
}

function nearOf(operation: Operation, operations: readonly Operation[]): readonly Operation[] {
  const overlapping = operations.filter((other) => other.from < operation.to && other.to > operation.from)
  const before = operations
    .filter((earlier) => earlier.to <= operation.from)
    .toSorted((left, right) => left.to - right.to)
    .slice(-6)
  return [...before, ...overlapping]
}

/** Shows a contradiction on several lines. */
export function describe(object: string, { operation, states, near }: Contradiction): string {
  const lines = near.map(
    (entry) => `  ${entry.from} to ${entry.to}: ${entry.name}${entry === operation ? '   <- fits no order' : ''}`,
  )
  return `${object} could be ${states.map((state) => JSON.stringify(state)).join(' or ')}:\n${lines.join('\n')}`
}
