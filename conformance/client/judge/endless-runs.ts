// Tells runs that would never have ended from slow ones.
import type { OperationId } from '../../catalogue/operations.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { legacyPages } from '../evidence/links.ts'
import { listRequests } from '../evidence/pages.ts'
import { addressOf, isAnswered } from '../evidence/read-request.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun, Reported } from '../tasks/outcome.ts'

/** The state of a run when it was ended from outside. */
export type RunEnd =
  /** It would have gone on for ever. */
  | {
      readonly kind: 'endless'
      /** True if pages came without an end; otherwise requests that failed. */
      readonly walks: boolean
      readonly got: Phrase
      readonly fact: ClientFact
      readonly evidence: readonly ReceivedRequest[]
    }
  /** It sent nothing more after an answer, and waited for nothing that is known. */
  | { readonly kind: 'silent' }
  /** It got on, or waited for another try. */
  | { readonly kind: 'slow' }
  /** Its process had not begun to work, or had done it. The time that a process takes is no fault of the client. */
  | { readonly kind: 'idle' }

/** The report of a run that was ended from outside. */
export type TimedOut = Extract<Reported, { readonly kind: 'timeout' }>

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

/** So many pages with the same address, and so many behind the told end, are no accident. */
const most = { samePage: 3, behindTheEnd: 3, sameFailure: 20 }

/** The requirement that a walk without an end breaks; undefined where the task walks no list. */
export function endOfWalk(task: TaskName): ClientRequirementId | undefined {
  return walks[task]?.[1]
}

/** Looks at the requests of a run that was ended from outside. */
export function readRunEnd(run: OutcomeRun, { cause }: TimedOut): RunEnd {
  const { requests } = run.transcript
  if (cause === 'printed' || (requests.length === 0 && cause !== 'bounds')) return { kind: 'idle' }
  const walked = walks[run.task]?.[0]
  const steps = walked === undefined ? [] : pagesOf(run).filter(({ request }) => request.operation === walked)
  const pages = steps.map(({ request }) => request)
  const same = repeated(pages, most.samePage)
  if (same)
    return {
      kind: 'endless',
      walks: true,
      got: phrase`${same.length} times GET ${addressOf(same[0]!)}`,
      fact: { kind: 'repeated', at: same.at(-1)!, times: same.length },
      evidence: same,
    }
  const end = steps.findIndex(({ isEnd }) => isEnd)
  const behind = end < 0 ? [] : pages.slice(end + 1)
  if (behind.length >= most.behindTheEnd)
    return {
      kind: 'endless',
      walks: true,
      got: phrase`${behind.length} requests behind the end of the list`,
      fact: { kind: 'requestExtra', at: behind.at(-1)!, after: pages[end], count: behind.length },
      evidence: [pages[end]!, ...behind],
    }
  const failing = repeated(
    requests.filter((request) => !isAnswered(request)),
    most.sameFailure,
  )
  if (failing)
    return {
      kind: 'endless',
      walks: false,
      got: phrase`${failing.length} times ${failing[0]!.method} ${addressOf(failing[0]!)}, which failed each time`,
      fact: { kind: 'repeated', at: failing[most.sameFailure - 1]!, times: failing.length },
      evidence: failing.slice(0, most.sameFailure),
    }
  const last = requests.at(-1)
  if (cause === 'bounds') return { kind: 'slow' }
  return last && waitsAfter(last, requests) ? { kind: 'slow' } : { kind: 'silent' }
}

/** Returns true if a client may be waiting before another try: it was told to, or it has tried more than once. */
function waitsAfter(last: ReceivedRequest, requests: readonly ReceivedRequest[]): boolean {
  if (isAnswered(last)) return false
  const tries = requests.filter((request) => addressOf(request) === addressOf(last) && !isAnswered(request))
  return last.answer?.headers['retry-after'] !== undefined || last.answered === undefined || tries.length > 1
}

/** The requests with an address that comes at least so many times. */
function repeated(requests: readonly ReceivedRequest[], least: number): readonly ReceivedRequest[] | undefined {
  const groups = Map.groupBy(requests, (request) => `${request.method} ${addressOf(request)}`)
  return [...groups.values()].find((group) => group.length >= least)
}

/** The pages that came, each with whether it says that it is the last. Without a word about it, an empty one is. */
function pagesOf(run: OutcomeRun): readonly { readonly request: ReceivedRequest; readonly isEnd: boolean }[] {
  return [
    ...listRequests(run).flatMap(({ request, ids, isEnd = ids?.length === 0 }) => (ids ? [{ request, isEnd }] : [])),
    ...legacyPages(run).flatMap(({ request, count, next }) =>
      count === undefined ? [] : [{ request, isEnd: next ? next.results === false : count === 0 }],
    ),
  ]
}
