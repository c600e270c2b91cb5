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
 * The orders of some tasks around an event. One task gets its answers one by one; the first answers of the others fall
 * between them, and what is left comes in the order in which it was sent.
 */
export function ordersOf(tasks: readonly TaskName[], event: RaceEvent): readonly RaceOrder[] {
  // Of three tasks, one is ahead of the event; a token that was asked for after it shows nothing.
  const asked = tasks.filter((task) => task === 'get-token')
  const firsts = asked.length > 0 ? asked : tasks.length > 2 ? tasks : [undefined, ...tasks]
  return firsts.flatMap((early) =>
    tasks
      .filter((task) => task !== early)
      .flatMap((main) => {
        const others = tasks.filter((task) => task !== main)
        const left = [...Array.from({ length: answersOfTask }, () => main), ...others]
        return sequencesOf(left).map((answers) => ({ tasks, event, early, answers }))
      }),
  )
}

/** Each order of some names, of which several may be the same, once. */
function sequencesOf(names: readonly TaskName[]): readonly (readonly TaskName[])[] {
  if (names.length === 0) return [[]]
  return [...new Set(names)].flatMap((name) =>
    sequencesOf(names.toSpliced(names.indexOf(name), 1)).map((rest) => [name, ...rest]),
  )
}
