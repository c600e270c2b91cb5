import { type Exchange, summary } from '../../wire/exchange.ts'
import type { Call, Session } from '../../run/session.ts'
import { blocked } from '../../run/verdict.ts'
import { findList, idOf, type Item } from '../../reading/find-list.ts'

export interface ListPage {
  readonly exchange: Exchange
  readonly items: readonly Item[]
  readonly ids: readonly string[]
}

/** The page in an answer; undefined when it is not 200 with a list in it. */
export function pageOf(session: Session, exchange: Exchange): ListPage | undefined {
  const { profile } = session.run
  const { json, status } = exchange.response
  if (status !== 200) return undefined
  const pinned = profile.get('listPath')
  const { pathname } = new URL(exchange.request.url)
  const key = `listPath ${pathname.replaceAll(/\/(?:[a-z]{3}_)?[0-9A-Za-z]{27}(?=\/|$)/g, '/{id}')}`
  const learned = profile.get(key)
  const known = Array.isArray(pinned)
    ? (pinned as string[])
    : typeof learned === 'string'
      ? learned === bareArray
        ? []
        : learned.split('.')
      : undefined
  const found = findList(
    json,
    known,
    pathname.split('/').findLast((segment) => segment !== ''),
  )
  if (!found) return undefined
  if (found.items.some((item) => idOf(item) !== undefined)) profile.learn(key, found.path.join('.') || bareArray)
  return { exchange, items: found.items, ids: found.items.map((item) => idOf(item) ?? '') }
}

const bareArray = '(bare array)'

/** Sends a request for a list. @throws Conclusion `blocked` when no list comes: the check of the list itself says why. */
export async function getPage(session: Session, call: Call): Promise<ListPage> {
  const exchange = await session.send(call)
  return pageOf(session, exchange) ?? blocked(`no list at ${call.path}: ${summary(exchange)}`)
}

/** The answer to a plain GET by the Bearer token, without any parameter; sent once in a run. */
export function plainAnswer(session: Session, path: string): Promise<Exchange> {
  return session.fact(`GET ${path}`, (own) => own.send({ path }))
}

export interface Walk {
  readonly pages: readonly ListPage[]
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  /** Whether the walk reached the end: a page without records. */
  readonly complete: boolean
  /** Why it stopped before the end. */
  readonly stopped?: string
}

export interface WalkOptions {
  readonly call: Call
  /** `limit` of each page; undefined for the target's own default. */
  readonly limit?: number
  /** Pages at most. */
  readonly maxPages: number
  /** The first page, when it is there already. */
  readonly first?: ListPage
}

/**
 * Walks a list forward by `starting_after`, each time with the last id of the page, until a page is empty
 * (clause 4.6; where a next cursor would be returned is not shown). Stops when ids repeat: a target that ignores
 * the cursor must not be walked for ever. Only a first page that is no list throws.
 */
export async function walkForward(session: Session, { call, limit, maxPages, first }: WalkOptions): Promise<Walk> {
  const pages: ListPage[] = []
  const seen = new Set<string>()
  let after: string | undefined
  const walk = (complete: boolean, stopped?: string): Walk => ({
    pages,
    items: pages.flatMap((page) => page.items),
    ids: pages.flatMap((page) => page.ids),
    complete,
    ...(stopped === undefined ? {} : { stopped }),
  })
  while (pages.length < maxPages) {
    const exchange =
      pages.length === 0 && first
        ? first.exchange
        : await session.send({ ...call, query: { ...call.query, limit, starting_after: after } })
    const page = pages.length === 0 && first ? first : pageOf(session, exchange)
    if (!page && pages.length === 0) blocked(`no list at ${call.path}: ${summary(exchange)}`)
    // What answers behind the last record is not shown: it may be something else than an empty list.
    if (!page && limit !== undefined && pages.at(-1)!.ids.length < limit) return walk(true)
    if (!page) return walk(false, `the page after ${after} is no list: ${summary(exchange)}`)
    if (page.ids.length === 0) return walk(true)
    pages.push(page)
    const fresh = page.ids.filter((id) => id !== '' && !seen.has(id))
    if (fresh.length === 0) return walk(false, 'a page repeats the one before')
    for (const id of fresh) seen.add(id)
    after = fresh.at(-1)!
  }
  return walk(false, `only ${maxPages} pages were walked`)
}
