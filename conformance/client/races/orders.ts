import type { TaskName } from '../tasks/names.ts'

/** What happens once while concurrent tasks are under way, besides their requests. */
export type RaceEvent = 'expiry' | 'revocation'

/** Tasks that run at the same time, and the order of what happens. */
export interface RaceOrder {
  /** Two or three. */
  readonly tasks: readonly TaskName[]
  /** What happens to the token. */
  readonly event: RaceEvent
  /** The task whose first request is done before that. Its answer comes after, as all do. Default: none. */
  readonly early?: TaskName | undefined
  /** Which task gets its next answer. One that waits for none is passed over. */
  readonly answers: readonly TaskName[]
}

/** How many answers of a task there are: a refusal, a token, and the answer to the request that came again. */
const answersOfTask = 3

/**
 * The orders of what a client can do, around each event: of three tasks or two, and of two with one that asks for a
 * token while they get their own. None where the client cannot do two tasks.
 */
export function ordersOf(able: readonly TaskName[], events: readonly RaceEvent[]): readonly RaceOrder[] {
  const tasks = able.filter((name) => name !== 'get-token').slice(0, 3)
  if (tasks.length < 2) return []
  // Of three tasks, one is ahead of the event; a token that is asked for after it shows nothing.
  const orders = [
    ...ordersWithEarly(tasks.length > 2 ? tasks : [undefined, ...tasks], tasks),
    ...(able.includes('get-token') ? ordersWithEarly(['get-token'], [...tasks.slice(0, 2), 'get-token']) : []),
  ]
  return events.flatMap((event) => orders.map((order) => ({ ...order, event })))
}

/**
 * The orders in which each of some tasks is the early one. Another task gets its answers one by one; the first answers
 * of the others fall between them, and what is left comes in the order in which it was sent.
 */
function ordersWithEarly(
  early: readonly RaceOrder['early'][],
  tasks: readonly TaskName[],
): readonly Omit<RaceOrder, 'event'>[] {
  return early.flatMap((first) =>
    tasks
      .filter((main) => main !== first)
      .flatMap((main) => {
        const others = tasks.filter((task) => task !== main)
        const alone = Array.from({ length: answersOfTask }, () => main)
        return others.reduce(between, [alone]).map((answers) => ({ tasks, early: first, answers }))
      }),
  )
}

/** Puts one more name into sequences, at each place. */
function between(sequences: readonly (readonly TaskName[])[], name: TaskName): readonly (readonly TaskName[])[] {
  return sequences.flatMap((names) => [...names, name].map((_name, place) => names.toSpliced(place, 0, name)))
}
