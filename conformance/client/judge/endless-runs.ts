// Distinguishes endless runs from slow ones.
import type { OperationId } from '../../catalogue/operations.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ClientFact } from '../conclusions/client-conclusion.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { type ClientExchange, isAnswered } from '../evidence/transcript.ts'
import { legacyPages } from '../evidence/links.ts'
import { listRequests } from '../evidence/pages.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun, TaskReport } from '../tasks/task.ts'

/** The state of a run when it was ended from outside. */
export type RunEnd =
  /** It would never have ended. */
  | {
      readonly kind: 'endless'
      /** True for endless pages, false for endless failing requests. */
      readonly walks: boolean
      readonly got: Phrase
      readonly fact: ClientFact
      readonly evidence: readonly ClientExchange[]
    }
  /** It sent nothing more after an answer, for no known reason. */
  | { readonly kind: 'silent' }
  /** It made progress, or waited before a retry. */
  | { readonly kind: 'slow' }
  /**
   * Its process had not started to work or had already finished. The time that a process takes is not a fault of the
   * client.
   */
  | { readonly kind: 'idle' }

/** The report of a run that was ended from outside. */
export type TimedOut = Extract<TaskReport, { readonly kind: 'timeout' }>

/** The name of the operation that a task walks through, and the requirement that its walk ends. */
const walks: Readonly<Partial<Record<TaskName, readonly [operation: OperationId, ends: ClientRequirementId]>>> = {
  'list-environments': ['environments.list', 'client.walk-ends'],
  'use-access-token': ['environments.list', 'client.walk-ends'],
  'walk-products': ['products.list', 'client.walk-ends'],
  'walk-products-back': ['products.list', 'client.walk-back'],
  'walk-groups': ['groups.list', 'client.link-stops'],
  'walk-events': ['events.list', 'client.link-stops'],
  'poll-events': ['events.list', 'client.link-stops'],
}

/**
 * The number of pages with one address, of pages after the announced end, and of equal failures that shows an endless
 * run.
 */
const most = { samePage: 3, behindTheEnd: 3, sameFailure: 20 }

/** The requirement that an endless walk breaks; undefined if the task does not walk a list. */
export function endlessWalkRequirement(task: TaskName): ClientRequirementId | undefined {
  return walks[task]?.[1]
}

/** Classifies a run that was ended from outside by its requests. */
export function readRunEnd(run: OutcomeRun, { cause }: TimedOut): RunEnd {
  const { exchanges } = run.transcript
  if (cause === 'printed' || (exchanges.length === 0 && cause !== 'bounds')) return { kind: 'idle' }
  const walked = walks[run.task]?.[0]
  const steps =
    walked === undefined ? [] : returnedPages(run).filter(({ exchange }) => exchange.request.operation === walked)
  const pages = steps.map(({ exchange }) => exchange)
  const same = repeatedRequests(pages, most.samePage)
  if (same)
    return {
      kind: 'endless',
      walks: true,
      got: phrase`${same.length} times GET ${same[0]!.request.url}`,
      fact: { kind: 'repeated', at: same.at(-1)!, times: same.length },
      evidence: same,
    }
  const end = steps.findIndex(({ isEnd }) => isEnd)
  const afterEnd = end < 0 ? [] : pages.slice(end + 1)
  if (afterEnd.length >= most.behindTheEnd)
    return {
      kind: 'endless',
      walks: true,
      got: phrase`${afterEnd.length} requests after the end of the list`,
      fact: { kind: 'requestExtra', at: afterEnd.at(-1)!, after: pages[end], count: afterEnd.length },
      evidence: [pages[end]!, ...afterEnd],
    }
  const failing = repeatedRequests(
    exchanges.filter((exchange) => !isAnswered(exchange)),
    most.sameFailure,
  )
  if (failing)
    return {
      kind: 'endless',
      walks: false,
      got: phrase`${failing.length} times ${failing[0]!.request.method} ${failing[0]!.request.url}, which failed each time`,
      fact: { kind: 'repeated', at: failing[most.sameFailure - 1]!, times: failing.length },
      evidence: failing.slice(0, most.sameFailure),
    }
  const last = exchanges.at(-1)
  if (cause === 'bounds') return { kind: 'slow' }
  return last && mayBeWaiting(last, exchanges) ? { kind: 'slow' } : { kind: 'silent' }
}

/** Returns true if a client may be waiting before a retry: an answer asked it to, or it has tried more than once. */
function mayBeWaiting(last: ClientExchange, exchanges: readonly ClientExchange[]): boolean {
  if (isAnswered(last)) return false
  const tries = exchanges.filter((exchange) => exchange.request.url === last.request.url && !isAnswered(exchange))
  return last.response?.headers['retry-after'] !== undefined || last.answered === undefined || tries.length > 1
}

/** The requests for the first address that was requested at least `least` times. */
function repeatedRequests(exchanges: readonly ClientExchange[], least: number): readonly ClientExchange[] | undefined {
  const groups = Map.groupBy(exchanges, (exchange) => `${exchange.request.method} ${exchange.request.url}`)
  return [...groups.values()].find((group) => group.length >= least)
}

/**
 * The pages that were returned, and whether each is the last. If a page does not say so, an empty one counts as the
 * last.
 */
function returnedPages(run: OutcomeRun): readonly { readonly exchange: ClientExchange; readonly isEnd: boolean }[] {
  return [
    ...listRequests(run).flatMap(({ exchange, ids, isEnd = ids?.length === 0 }) => (ids ? [{ exchange, isEnd }] : [])),
    ...legacyPages(run).flatMap(({ exchange, count, next }) =>
      count === undefined ? [] : [{ exchange, isEnd: next ? next.results === false : count === 0 }],
    ),
  ]
}
