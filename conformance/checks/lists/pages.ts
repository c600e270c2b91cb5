import { findOperation } from '../../catalogue/operations.ts'
import { toAddress, type Path, printedPath } from '../../catalogue/operation-paths.ts'
import { because, type Cause } from '../../conclusions/cause.ts'
import { blocked } from '../../conclusions/conclusion.ts'
import { findList, addressListName, itemId, type Item } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { walkPages } from './walk-pages.ts'

/** One page of a list. */
export interface ListPage {
  readonly exchange: Exchange
  readonly items: readonly Item[]
  /** The ids without their prefixes, which ids.never-prefixed judges; an empty text for a record without an id. */
  readonly ids: readonly string[]
}

/** The page in an answer; undefined unless the answer is a success with a list in it. */
export function readListPage(session: Session, exchange: Exchange): ListPage | undefined {
  const { findings } = session.run
  if (!serves(exchange)) return undefined
  const { json } = exchange.response
  const { operation, url } = exchange.request
  const { pathname } = new URL(url)
  const key = `listPath ${operation === undefined ? pathname : printedPath(operation, session.run.names)}`
  const found = findList(json, listPath(findings.get('listPath'), findings.get(key)), addressListName(url))
  if (!found) return undefined
  if (found.items.some((item) => itemId(item) !== undefined)) findings.learn(key, found.path.join('.') || bareArray)
  session.run.made.listed(operation, found.items)
  return { exchange, items: found.items, ids: found.items.map((item) => stripPrefix(itemId(item) ?? '')) }
}

/** The fact that an answer is not a list: it has another status, or no list in its body. */
export function noListFact(at: Exchange): Fact {
  return hasSuccessStatus(at) ? { kind: 'body', at } : { kind: 'status', wanted: 'success', at }
}

/** The cause why an answer that is not a list leaves a check undecided. */
export function noListCause({ response }: Exchange): Cause {
  return response.status >= 400 ? because.refused : because.absent
}

/** Statuses for an unknown or malformed id. */
const notThere: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** Says that an address shows no list, and which sample of the target file its path uses. */
export function noListPhrase(exchange: Exchange, address: string): Phrase {
  const { operation } = exchange.request
  const sample = operation === undefined ? undefined : findOperation(operation).inPath?.sample
  const isDoubted = sample !== undefined && notThere.has(exchange.response.status)
  return phrase`no list at ${address}: ${answerPhrase(exchange)}${isDoubted ? `; check samples.${sample} of the target file` : ''}`
}

const bareArray = '(bare array)'

/** The members that lead to a list: pinned, or else learned from an earlier answer. */
function listPath(pinned: unknown, learned: unknown): readonly string[] | undefined {
  if (Array.isArray(pinned)) return pinned as string[]
  if (typeof learned !== 'string') return undefined
  return learned === bareArray ? [] : learned.split('.')
}

/** The number of records on a page without limit. */
export async function defaultPageSize(session: Session, path: Path): Promise<number> {
  return readListPage(session, await askOnce(session, { path }))?.ids.length ?? 0
}

/** The pages of a list that were walked. */
export interface ListWalk {
  readonly pages: readonly ListPage[]
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  /** True if the walk reached the end: a page without records. */
  readonly complete: boolean
  /** The last answer: a page, an empty page, or not a list. */
  readonly last: Exchange
  /** The reason why the walk stopped before the end. */
  readonly stopped?: Phrase
}

export interface WalkOptions {
  readonly call: Call
  /** `limit` of each page; undefined for the target's own default. */
  readonly limit?: number
  readonly maxPages: number
  /** The first page, if it is known already. */
  readonly first?: ListPage
  /** The id to begin after. Default: the walk begins with the first page. */
  readonly after?: string
  /** True to find out if another page follows the last one that may be walked. Default: false. */
  readonly looksBeyond?: boolean
  /** The number of pages of another walk up to `after`, which the message about the end includes. Default: 0. */
  readonly walkedBefore?: number
  /**
   * Returns true for newly created records: pages with only such records do not count. Default: false for every record.
   */
  readonly isNewer?: (id: string) => boolean
}

/** The maximum number of pages with only newer records to skip. */
const mostNewerPages = 100

/**
 * Walks a list forward by `starting_after`, each time with the last id of the page, until a page is empty (clause 4.6
 * does not show where a next cursor would be returned). It stops when ids repeat, as a target may ignore the cursor.
 * @throws Conclusion `blocked` if the first page is not a list.
 */
export async function walkForward(
  session: Session,
  { call, limit, maxPages, first, after, looksBeyond = false, walkedBefore = 0, isNewer }: WalkOptions,
): Promise<ListWalk> {
  let last = first?.exchange
  const isPassed = ({ ids }: ListPage) => isNewer !== undefined && ids.every(isNewer)
  const walk = await walkPages<ListPage, Pick<ListWalk, 'complete' | 'stopped'>>(async (walked, fresh) => {
    const before = walked.at(-1)
    if (before && fresh.length === 0) return { complete: false, stopped: phrase`a page repeats the one before` }
    const isBounded = walked.length >= maxPages + Math.min(mostNewerPages, walked.filter(isPassed).length)
    const most = phrase`only ${walkedBefore + maxPages} pages were walked`
    if (isBounded && !looksBeyond) return { complete: false, stopped: most }
    const known = before ? undefined : first
    const query = { ...call.query, limit, starting_after: fresh.at(-1) ?? after }
    last = known?.exchange ?? (await session.send({ ...call, query }))
    const page = known ?? readListPage(session, last)
    if (!page && !before) blocked(noListCause(last), noListPhrase(last, toAddress(call.path, session.run.names)), last)
    // The specification does not show the answer after the last record: it may be something other than an empty list.
    if (!page && limit !== undefined && before!.ids.length < limit) return { complete: true }
    if (!page)
      return { complete: false, stopped: phrase`the page after ${fresh.at(-1)!} is not a list: ${answerPhrase(last)}` }
    if (page.ids.length === 0) return { complete: true }
    return isBounded ? { complete: false, stopped: phrase`${most}, and more follow` } : page
  })
  return { ...walk, items: walk.pages.flatMap(({ items }) => items), last: last! }
}
