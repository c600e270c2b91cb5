import type { Random } from '../../judge/random.ts'
import type { TaskName } from '../tasks/names.ts'

/** Tasks that run at the same time, and the order of what happens around one expiry of their token. */
export interface RaceOrder {
  /** Two or three. */
  readonly tasks: readonly TaskName[]
  /** The task whose first request is done before the expiry. Its answer comes after, as all do. Default: none. */
  readonly early?: TaskName | undefined
  /** Which task gets its next answer. One that waits for none is passed over, and the rest come as they were sent. */
  readonly answers: readonly TaskName[]
}

/**
 * Orders of tasks that a client is able to do: two that are always the same, and others by chance. In the first, all
 * tasks are refused at once. In the second, one is refused and sends its request again while the others wait for their
 * answers, of which one was done before the expiry.
 */
export function ordersOf(able: readonly TaskName[], count: number, random: Random): readonly RaceOrder[] {
  const tasks = able.filter((name) => name !== 'get-token').slice(0, 3)
  const [first, second] = tasks
  if (!first || !second) return []
  const fixed: readonly RaceOrder[] = [
    { tasks, answers: tasks },
    { tasks, early: second, answers: [first, first, first] },
  ]
  // A token that is asked for meanwhile shows something where it was asked for before the expiry.
  const withToken = able.includes('get-token') ? [first, second, 'get-token' as const] : undefined
  const sampled = Array.from({ length: Math.max(0, count - fixed.length) }, (): RaceOrder => {
    const some = withToken && random.next() < 0.5 ? withToken : tasks
    const [early] = some === withToken ? ['get-token' as const] : random.shuffle([undefined, ...tasks])
    // A refusal, a token, and the answer to the request that came again.
    return { tasks: some, early, answers: random.shuffle(some.flatMap((name) => [name, name, name])) }
  })
  return [...fixed, ...sampled].slice(0, count)
}
