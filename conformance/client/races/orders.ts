import type { Random } from '../../judge/random.ts'
import type { TaskName } from '../tasks/names.ts'

/** Concurrent tasks, and the order of events around one expiry of their token. */
export interface RaceOrder {
  /** Two or three. */
  readonly tasks: readonly TaskName[]
  /**
   * The task whose first request is handled before the expiry. Its answer is sent after the expiry, as all answers are.
   * Default: none.
   */
  readonly early?: TaskName | undefined
  /**
   * The order in which tasks get their next answers. A task that waits for none is skipped. The remaining requests are
   * answered in the order of arrival.
   */
  readonly answers: readonly TaskName[]
}

/**
 * Orders of tasks that a client can do: two fixed ones, and random ones. In the first, all tasks are refused at once.
 * In the second, one task is refused and repeats its request while the others wait for their answers; one of those
 * requests was handled before the expiry.
 */
export function raceOrders(able: readonly TaskName[], count: number, random: Random): readonly RaceOrder[] {
  const tasks = able.filter((name) => name !== 'get-token').slice(0, 3)
  const [first, second] = tasks
  if (!first || !second) return []
  const fixed: readonly RaceOrder[] = [
    { tasks, answers: tasks },
    { tasks, early: second, answers: [first, first, first] },
  ]
  // A concurrent token request is useful only if it was sent before the expiry.
  const withToken = able.includes('get-token') ? [first, second, 'get-token' as const] : undefined
  const sampled = Array.from({ length: Math.max(0, count - fixed.length) }, (): RaceOrder => {
    const some = withToken && random.next() < 0.5 ? withToken : tasks
    const [early] = some === withToken ? ['get-token' as const] : random.shuffle([undefined, ...tasks])
    // Three answers per task: a refusal, a token, and the answer to the repeated request.
    return { tasks: some, early, answers: random.shuffle(some.flatMap((name) => [name, name, name])) }
  })
  return [...fixed, ...sampled].slice(0, count)
}
