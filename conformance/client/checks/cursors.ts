// Walks by id cursors: which id a client uses, and where it stops (clauses 2.1 and 4.6).
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { stripPrefix, codeUnitOrder, isBare } from '../../reading/id-forms.ts'
import { computedOnce } from '../evidence/computed-once.ts'
import { findHandedOutIds } from '../evidence/ids.ts'
import { filterNames, type ListRequest, listRequests, indexPages } from '../evidence/pages.ts'

import { repeatedInARow, repeatedPage } from '../evidence/repeated-pages.ts'
import { arrivedAfterAnswer } from '../evidence/tokens.ts'
import type { TaskName } from '../tasks/names.ts'
import { findOriginalId } from './ids.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import {
  failed,
  type ClientCheck,
  clientLaw,
  judgeEach,
  passed,
  notExercised,
  nothings,
  type WireRun,
  wrong,
} from './law.ts'

/** A direction of walking. */
interface Direction {
  readonly id: 'client.walk-cursor' | 'client.walk-back'
  readonly tasks: readonly TaskName[]
  readonly trap: string
  readonly parameter: 'startingAfter' | 'endingBefore'
  /** The place of the cursor on its page. */
  readonly edge: 0 | -1
  readonly name: Phrase
}

const directions: readonly Direction[] = [
  {
    id: 'client.walk-cursor',
    tasks: ['walk-products', 'list-environments', 'use-access-token'],
    trap: 'The client asks for a further page of a list of the versioned API.',
    parameter: 'startingAfter',
    edge: -1,
    name: phrase`the last id of a page`,
  },
  {
    id: 'client.walk-back',
    tasks: ['walk-products-back'],
    trap: 'The client asks for the page before an id.',
    parameter: 'endingBefore',
    edge: 0,
    name: phrase`the first id of a page, or the id to begin with`,
  },
]

/** Cursors are ids that were received, from the right end of their page. */
export const cursorLaws: readonly ClientCheck[] = directions.map((direction) => {
  const { id, trap, tasks, parameter, name } = direction
  return clientLaw({
    id,
    trap,
    tasks,
    // The lists of other tasks have only one page.
    met: { tasks: tasks.slice(0, 1) },
    judge(run) {
      const all = listRequests(run)
      const countedIn = (list: ListRequest) => countsPages(list, all, direction)
      const judged = judgeEach(
        all.filter((list) => list[parameter] !== undefined || countedIn(list) !== undefined),
        phrase`No further page was requested`,
        (list) => {
          const counted = countedIn(list)
          if (counted === undefined) return cursorFault(list, all, direction, run)
          const expected = phrase`${toSnake(parameter)} with ${name}`
          return wrong.query(list.exchange, [toSnake(parameter)], 'missing', expected, jsonPhrase(counted))
        },
        ({ exchange }) => exchange,
      )
      // Another law judges endless walks forward.
      if (judged.verdict !== 'pass' || parameter === 'startingAfter') return judged
      return endlessPage(all, parameter, run) ?? judged
    },
  })
})

const toSnake = (parameter: Direction['parameter']): string =>
  parameter === 'startingAfter' ? 'starting_after' : 'ending_before'

/** Names of parameters that continue by number, or by a cursor with another name. */
const counters = new Set(
  'page p page_number pageNumber offset skip start from cursor after page_token pageToken next next_cursor startingAfter startAfter start_after starting-after since_id last_id after_id endingBefore before'.split(
    ' ',
  ),
)
const known = new Set<string>([...filterNames, 'limit', 'starting_after', 'ending_before'])

/** The parameter with which a request without a cursor asks for a further page; undefined for a first page. */
function countsPages(
  list: ListRequest,
  all: readonly ListRequest[],
  { parameter }: Pick<Direction, 'parameter'>,
): string | undefined {
  // Another law judges the other direction.
  if (list.startingAfter !== undefined || list.endingBefore !== undefined || parameter !== 'startingAfter')
    return undefined
  const pages = indexPages(all)
  const first = pages.firstBefore(list)
  if (!first) return undefined
  for (const [name, value] of list.query) {
    if (known.has(name) || ['', '0'].includes(value)) continue
    const isNew = counters.has(name) && first.query.get(name) !== value
    if (isNew || pages.holding(stripPrefix(value), list).length > 0) return `${name}=${value}`
  }
  return undefined
}

function cursorFault(
  list: ListRequest,
  all: readonly ListRequest[],
  { parameter, edge, name }: Direction,
  run: WireRun,
): ClientConclusion | undefined {
  const text = list[parameter]!
  const expected = phrase`${toSnake(parameter)} with ${name}`
  const got = jsonPhrase(text)
  const fact = { kind: 'cursor', at: list.exchange, sent: text } as const
  const isDriven = run.task !== undefined
  if (!isBare(stripPrefix(text))) {
    // Another law judges changed ids. A watched test may send a malformed id on purpose, to see the refusal.
    if (findOriginalId(text, list.exchange, run) !== undefined) return undefined
    const isFaulty = isDriven || nothings.has(text) || /^\d*$/.test(text)
    return isFaulty ? failed({ expected, got: phrase`${got}, which is not an id`, fact }) : undefined
  }
  const id = stripPrefix(text)
  const pages = indexPages(all)
  const holding = pages.holding(id, list)
  if (holding.some(({ ids }) => ids?.at(edge) === id) || pages.named(id, list)) return undefined
  const page = holding.findLast(({ walk }) => walk === list.walk) ?? holding.at(-1)
  if (page) return isDriven ? insideFault(id, page, list, all, { expected, edge, parameter }) : undefined
  if (isStart(id, parameter, run) || findOriginalId(text, list.exchange, run) !== undefined) return undefined
  // A watched test may know ids from elsewhere.
  if (!isDriven && (findHandedOutIds(run).has(id, list.exchange) || !isDerivedId(id, list, run))) return undefined
  return failed({ expected, got: phrase`${got}, which no page of the list had`, fact })
}

/** Returns true if an id differs only at its end from one that was handed out, so that it was derived from it. */
function isDerivedId(id: string, { exchange }: ListRequest, run: WireRun): boolean {
  return findHandedOutIds(run).neighbourOf(id, exchange) !== undefined
}

/** The fault of a cursor that is not at the edge of its page. */
function insideFault(
  id: string,
  { ids = [], exchange }: ListRequest,
  list: ListRequest,
  all: readonly ListRequest[],
  { expected, edge, parameter }: Pick<Direction, 'edge' | 'parameter'> & { readonly expected: Phrase },
): ClientConclusion | undefined {
  // Another law judges the order of ids.
  if (sortsByLocale(all, edge)) return undefined
  // If the id at the edge was refused because its object is gone, the id next to it is a good cursor.
  const isRefused = all.some(
    (other) =>
      other[parameter] !== undefined &&
      (other.exchange.response?.status ?? 0) >= 400 &&
      ids.includes(stripPrefix(other[parameter])) &&
      arrivedAfterAnswer(list.exchange, other.exchange),
  )
  if (isRefused) return undefined
  return {
    verdict: 'fail',
    expected,
    got: phrase`${jsonPhrase(id)}, id ${ids.indexOf(id) + 1} of ${ids.length} on its page`,
    fact: { kind: 'cursor', at: list.exchange, sent: id, page: exchange },
    evidence: [exchange, list.exchange],
  }
}

function isStart(id: string, parameter: Direction['parameter'], { input, task }: WireRun): boolean {
  return parameter === 'endingBefore' && task !== undefined && stripPrefix(String(input?.['from'])) === id
}

/** The edge of a page where the walk continues: the last id forward, the first id backward. */
type Edge = 0 | -1

/** A cursor, and the page that it was taken from. */
interface CursorChoice {
  readonly list: ListRequest
  readonly page: ListRequest
  readonly id: string
  /** The id at the edge of the page when sorted by a locale. */
  readonly byLocale: string | undefined
  /** The id at the edge of the page as received. */
  readonly asListed: string | undefined
}

/** Ids are compared by code unit. */
export const idOrder: ClientCheck = clientLaw({
  id: 'client.id-order',
  trap: 'The client chooses a cursor from a page whose ids a locale would sort differently.',
  tasks: ['walk-products', 'walk-products-back'],
  isWatched: false,
  judge(run) {
    const all = listRequests(run)
    const edge = run.task === 'walk-products' ? -1 : 0
    const telling = cursorChoices(all, edge).filter(({ byLocale, asListed }) => byLocale !== asListed)
    const [first] = telling
    if (!first) return notExercised(phrase`No page was returned whose ids a locale sorts differently`)
    if (!sortsByLocale(all, edge)) return passed
    const { id, page, list, asListed } = first
    return failed(
      {
        expected: phrase`${String(asListed)}, which is the ${edge === 0 ? 'first' : 'last'} by code unit`,
        got: phrase`${id}, which is that in the order of a locale`,
        fact: { kind: 'cursor', at: list.exchange, sent: id, page: page.exchange },
      },
      [page.exchange, list.exchange],
    )
  },
})

/**
 * Returns true if each cursor of a run is at the edge of its page when sorted by a locale, and at least one of them is
 * not at the edge of the page as received.
 */
function sortsByLocale(all: readonly ListRequest[], edge: Edge): boolean {
  const choices = cursorChoices(all, edge)
  return choices.every(({ id, byLocale }) => id === byLocale) && choices.some(({ id, asListed }) => id !== asListed)
}

const cursorChoices: (all: readonly ListRequest[], edge: Edge) => readonly CursorChoice[] = computedOnce(
  (all) => all,
  findChoices,
)

const collator = new Intl.Collator('en')

function findChoices(all: readonly ListRequest[], edge: Edge): readonly CursorChoice[] {
  const edgeCursor = (list: ListRequest) => (edge === 0 ? list.endingBefore : list.startingAfter)
  const further = all.filter((list) => edgeCursor(list) !== undefined)
  return further.flatMap((list) => {
    const id = stripPrefix(edgeCursor(list)!)
    const page = indexPages(all)
      .holding(id, list)
      .findLast(({ walk }) => walk === list.walk)
    // A service that sorts in another order shows nothing about its client.
    if (!page?.ids || page.ids.toSorted(newestFirst).some((id, index) => id !== page.ids![index])) return []
    const byLocale = page.ids.toSorted((id, other) => collator.compare(other, id)).at(edge)
    return [{ list, page, id, byLocale, asListed: page.ids.at(edge) }]
  })
}

const newestFirst = (left: string, right: string): number => codeUnitOrder(right, left)

/** A walk stops at the end of the list. */
export const walkEnds: ClientCheck = clientLaw({
  id: 'client.walk-ends',
  trap: 'The client walks a list of the versioned API to its end.',
  tasks: ['walk-products', 'list-environments', 'use-access-token'],
  judge(run) {
    const all = listRequests(run)
    const found = endlessPage(all, 'startingAfter', run)
    if (found) return found
    const pages = all.filter(({ ids }) => ids !== undefined)
    const isOver = pages.some(({ ids, isEnd }) => isEnd === true || ids?.length === 0)
    return isOver || (run.reported?.kind === 'value' && pages.length > 0)
      ? passed
      : notExercised(phrase`No walk reached its end`)
  },
})

/** A page that was requested repeatedly, as in an endless walk. */
function endlessPage(
  all: readonly ListRequest[],
  parameter: 'startingAfter' | 'endingBefore',
  run: WireRun,
): ClientConclusion | undefined {
  for (const lists of Map.groupBy(all, ({ walk }) => walk).values()) {
    const steps = lists.map(({ exchange, ids, [parameter]: cursor }) => ({
      exchange,
      key: `${cursor}`,
      isFirst: cursor === undefined,
      arrived: ids !== undefined,
    }))
    const evidence = run.task === undefined ? repeatedInARow(steps) : repeatedPage(steps)
    if (!evidence) continue
    const at = evidence.at(-1)!
    const got = phrase`${at.request.url} ${evidence.length} times`
    const fact = { kind: 'repeated', at, times: evidence.length } as const
    return failed({ expected: phrase`each page once, and an end`, got, fact }, evidence)
  }
  return undefined
}
