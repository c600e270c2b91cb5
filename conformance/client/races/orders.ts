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

/**
 * The orders around each event: of three tasks or two, and of two with one that asks for a token meanwhile. A task gets
 * three answers one by one (a refusal, a token, and that to the request that came again), and the first answers of the
 * others fall between them. The rest come in the order in which their requests were sent.
 */
export function ordersOf(able: readonly TaskName[], events: readonly RaceEvent[]): readonly RaceOrder[] {
  const tasks = able.filter((name) => name !== 'get-token').slice(0, 3)
  if (tasks.length < 2) return []
  // Of three tasks, one is ahead of the event; a token that is asked for after it shows nothing.
  const early = tasks.length > 2 ? tasks : [undefined, ...tasks]
  const races: Pick<RaceOrder, 'tasks' | 'early'>[] = early.map((first) => ({ tasks, early: first }))
  if (able.includes('get-token')) races.push({ tasks: [...tasks.slice(0, 2), 'get-token'], early: 'get-token' })
  const orders = races.flatMap((race) => answersIn(race).map((answers) => ({ ...race, answers })))
  return events.flatMap((event) => orders.map((order) => ({ ...order, event })))
}

function answersIn({ tasks, early }: Pick<RaceOrder, 'tasks' | 'early'>): readonly RaceOrder['answers'][] {
  const late = tasks.filter((name) => name !== early)
  return late.flatMap((name) => tasks.filter((other) => other !== name).reduce(between, [[name, name, name]]))
}

/** Puts one more name into rows, at each place. */
function between(rows: readonly RaceOrder['answers'][], name: TaskName): RaceOrder['answers'][] {
  return rows.flatMap((names) => [...names, name].map((_name, place) => names.toSpliced(place, 0, name)))
}
