// Which requirement a client does not keep when a task is lost that another order of steps does not lose.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { Outcome } from '../tasks/outcome.ts'
import type { RaceRequest, RaceStep } from './step.ts'

/** How a task ended. */
export interface LostTask {
  readonly outcome: Outcome
  /** The requirement that a wrong value fails where no request was refused. */
  readonly tests: ClientRequirementId
}

/** The requirement that a lost task breaks; undefined where nothing more was to be expected of the client. */
export function lostBy(
  steps: readonly RaceStep[],
  task: number,
  { outcome, tests }: LostTask,
): ClientRequirementId | undefined {
  const answers = steps.flatMap(({ effect, request }, index) =>
    effect.kind === 'answered' && request ? [{ index, request }] : [],
  )
  const refused = answers.findLast(({ request }) => request.task === task && request.unauthenticated)
  if (!refused) return outcome.kind === 'wrong' ? (outcome.requirement ?? tests) : 'client.expired-token'
  if (isNewestRefused(refused.request, answers)) return undefined
  const end = steps.findIndex(({ ended }) => ended.includes(task))
  const last = answers.findLast(({ index, request }) => request.asks !== 'call' && (end < 0 || index <= end))
  const isRefreshRefused = last !== undefined && last.index > refused.index && isRefused(last.request)
  return isRefreshRefused ? 'client.refresh-refused' : 'client.expired-token'
}

interface Answer {
  readonly index: number
  readonly request: RaceRequest
}

/**
 * Whether a request was refused with one token, and then with the newest that had come. A careful client repeats a
 * request once (clause 5.2 says no more), so this is no fault of its order of steps.
 */
function isNewestRefused(second: RaceRequest, answers: readonly Answer[]): boolean {
  const first = answers.find(
    ({ index, request }) =>
      index <= second.sentAt &&
      request.unauthenticated &&
      request.task === second.task &&
      request.method === second.method &&
      request.path === second.path &&
      request.bearer !== second.bearer,
  )
  if (!first) return false
  const known = answers.filter(({ index, request }) => index <= second.sentAt && request.issued !== undefined)
  const newest = known.toSorted((one, other) => one.request.servedAt - other.request.servedAt).at(-1)
  return newest?.request.issued === second.bearer
}

function isRefused({ asks, status }: RaceRequest): boolean {
  return asks === 'refresh' && status !== undefined && status >= 400
}
