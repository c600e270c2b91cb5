// Cursors of the versioned API: ids that were received (clause 4.6).
import { type Phrase, phrase, quoted } from '../../../conclusions/phrase.ts'
import { bareOf, isBare } from '../../../reading/id-forms.ts'
import { handedOut } from '../../evidence/ids.ts'
import type { TaskName } from '../../tasks/names.ts'
import { filterNames, type ListRequest, listRequests, pagesIn } from '../../evidence/pages.ts'
import { isAfter } from '../../evidence/tokens.ts'
import { originalOf } from '../addresses/ids.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { sortsByLocale } from './id-order.ts'
import { endlessPage } from './walk-ends.ts'

/** A direction of walking. */
interface Direction {
  readonly requirement: 'client.walk-cursor' | 'client.walk-back'
  readonly concerns: ClientCheck['concerns']
  /** The tasks whose lists have further pages. */
  readonly tasks: readonly TaskName[]
  readonly trap: string
  readonly parameter: 'startingAfter' | 'endingBefore'
  /** The place of the cursor on its page. */
  readonly edge: 0 | -1
  readonly name: Phrase
}

const directions: readonly Direction[] = [
  {
    requirement: 'client.walk-cursor',
    concerns: during('walk-products', 'list-environments', 'use-access-token'),
    tasks: ['walk-products'],
    trap: 'The client asks for a further page of a list of the versioned API.',
    parameter: 'startingAfter',
    edge: -1,
    name: phrase`the last id of a page`,
  },
  {
    requirement: 'client.walk-back',
    concerns: during('walk-products-back'),
    tasks: ['walk-products-back'],
    trap: 'The client asks for the page before an id.',
    parameter: 'endingBefore',
    edge: 0,
    name: phrase`the first id of a page, or the id to begin with`,
  },
]

/** Cursors are ids that came, from the right end of their page. */
export const clientCursorChecks: readonly ClientCheck[] = directions.map((direction) =>
  defineClientCheck({
    id: direction.requirement,
    requirement: direction.requirement,
    trap: direction.trap,
    concerns: direction.concerns,
    met: { tasks: direction.tasks },
    judge(run) {
      const all = listRequests(run)
      const further = all.filter(
        (list) => list[direction.parameter] !== undefined || countsPages(list, all, direction) !== undefined,
      )
      const byRequest = new Map(further.map((list) => [list.request, list]))
      const judged = judgeEach([...byRequest.keys()], phrase`No further page was asked for`, (request) => {
        const list = byRequest.get(request)!
        const counted = countsPages(list, all, direction)
        return counted === undefined
          ? cursorFault(list, all, direction, run)
          : {
              expected: phrase`${snake(direction.parameter)} with ${direction.name}`,
              got: quoted(counted),
              fact: {
                kind: 'parameter',
                at: request,
                in: 'query',
                names: [snake(direction.parameter)],
                fault: 'missing',
              },
            }
      })
      // Forward, an endless walk has a check of its own.
      if (judged.kind !== 'kept' || direction.parameter === 'startingAfter') return judged
      return endlessPage(all, direction.parameter, run) ?? judged
    },
  }),
)

const snake = (parameter: Direction['parameter']): string =>
  parameter === 'startingAfter' ? 'starting_after' : 'ending_before'

/** Names of parameters that go on by number or by a cursor of another name. */
const counters = new Set(
  'page p page_number pageNumber offset skip start from cursor after page_token pageToken next next_cursor startingAfter startAfter start_after starting-after since_id last_id after_id endingBefore before'.split(
    ' ',
  ),
)
const known = new Set<string>([...filterNames, 'limit', 'starting_after', 'ending_before'])

/** The parameter by which a request without a cursor asks for a further page; undefined for a first page. */
function countsPages(
  list: ListRequest,
  all: readonly ListRequest[],
  { parameter }: Pick<Direction, 'parameter'>,
): string | undefined {
  // The other direction has a check of its own.
  if (list.startingAfter !== undefined || list.endingBefore !== undefined || parameter !== 'startingAfter')
    return undefined
  const pages = pagesIn(all)
  const first = pages.firstBefore(list)
  if (!first) return undefined
  for (const [name, value] of list.query) {
    if (known.has(name) || ['', '0'].includes(value)) continue
    const isNew = counters.has(name) && first.query.get(name) !== value
    if (isNew || pages.holding(bareOf(value), list).length > 0) return `${name}=${value}`
  }
  return undefined
}

const nothings = new Set(['', 'undefined', 'null', 'None', 'nil', 'NaN'])

function cursorFault(
  list: ListRequest,
  all: readonly ListRequest[],
  { parameter, edge, name }: Direction,
  run: WireRun,
): WrongRequest | undefined {
  const text = list[parameter]!
  const expected = phrase`${snake(parameter)} with ${name}`
  const got = quoted(text)
  const fact = { kind: 'cursor', at: list.request, sent: text } as const
  const isDriven = run.task !== undefined
  if (!isBare(bareOf(text))) {
    // A changed id is judged as such. A watched test may send what is no id on purpose, to see the refusal.
    if (originalOf(text, list.request, run) !== undefined) return undefined
    const isFaulty = isDriven || nothings.has(text) || /^\d+$/.test(text)
    return isFaulty ? { expected, got: phrase`${got}, which is no id`, fact } : undefined
  }
  const id = bareOf(text)
  const pages = pagesIn(all)
  const holding = pages.holding(id, list)
  if (holding.some(({ ids }) => ids?.at(edge) === id) || pages.named(id, list)) return undefined
  const page = holding.findLast(({ walk }) => walk === list.walk) ?? holding.at(-1)
  if (page) return isDriven ? insideFault(id, page, list, all, { expected, edge, parameter }) : undefined
  if (isStart(id, parameter, run) || originalOf(text, list.request, run) !== undefined) return undefined
  // A watched test may know ids from elsewhere.
  if (!isDriven && (handedOut(run).has(id, list.request) || !isMadeOf(id, list, run))) return undefined
  return { expected, got: phrase`${got}, which no page of the list had`, fact }
}

/** Returns true if an id is all but an id that was handed out, and so was made from it. */
function isMadeOf(id: string, { request }: ListRequest, run: WireRun): boolean {
  return handedOut(run).neighbourOf(id, request) !== undefined
}

/** An id of a page that is not at its edge. */
function insideFault(
  id: string,
  { ids = [], request }: ListRequest,
  list: ListRequest,
  all: readonly ListRequest[],
  { expected, edge, parameter }: Pick<Direction, 'edge' | 'parameter'> & { readonly expected: Phrase },
): WrongRequest | undefined {
  // The order of ids has a check of its own.
  if (sortsByLocale(all, edge)) return undefined
  // Where the id at the edge was refused, as its object is gone, the one beside it is a good cursor.
  const isRefused = all.some(
    (other) =>
      other[parameter] !== undefined &&
      (other.request.answer?.status ?? 0) >= 400 &&
      ids.includes(bareOf(other[parameter])) &&
      isAfter(list.request, other.request),
  )
  if (isRefused) return undefined
  return {
    expected,
    got: phrase`${quoted(id)}, id ${ids.indexOf(id) + 1} of ${ids.length} on its page`,
    fact: { kind: 'cursor', at: list.request, sent: id, page: request },
    evidence: [request, list.request],
  }
}

function isStart(id: string, parameter: Direction['parameter'], { input, task }: WireRun): boolean {
  return parameter === 'endingBefore' && task !== undefined && bareOf(String(input?.['from'])) === id
}
