import type { Exchange } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { insufficient } from '../../run/verdict.ts'
import { type BaseList, baseList, productsPath } from '../lists/walked-list.ts'
import { type ListPage, pageOf } from '../lists/lists.ts'

/**
 * The list on which paging is checked: the products, for which clause 4.4 states it; else the resources, where they
 * are paged.
 * @throws Conclusion `insufficientEvidence` when there is none with enough records.
 */
export function pagedList(session: Session): Promise<BaseList> {
  return session.fact('paged list', async (own) => {
    const stated = own.run.target.samples?.catalogId !== undefined
    const base = await baseList(own, stated ? await productsPath(own) : `/${own.run.version}/resources`)
    if (base.ids.length < 3)
      insufficient(`${base.path} shows ${base.ids.length} records; paging takes at least 3, and some checks 10`)
    if (stated) return base
    const one = pageOf(own, await own.send({ path: base.path, query: { limit: 1 } }))
    return one?.ids.length === 1
      ? base
      : insufficient('the resources are not paged, and no other list is known to be; declare samples.catalogId')
  })
}

/** Page sizes to work with, the best first. */
const smallLimits = [2, 5, 10, 20, 50]

/**
 * A small `limit` that the target accepts, for its least and its most are not shown; no more than it gives at once.
 * @throws Conclusion `insufficientEvidence` when none is.
 */
export function smallLimit(session: Session, base: BaseList): Promise<number> {
  return session.fact(`small limit ${base.path}`, async (own) => {
    for (const limit of [...smallLimits.filter((one) => one <= base.pageSize), 1])
      if ((await limitedPage(own, base, limit)).page) return limit
    return insufficient(`no limit from 1 to 50 is accepted at ${base.path}`)
  })
}

/** The first page with a limit, asked for once in a run. */
export function limitedPage(session: Session, base: BaseList, limit: number): Promise<SentPage> {
  return session.fact(`page ${base.path} ${limit}`, (own) => sendPage(own, base, { limit }))
}

export interface SentPage {
  readonly exchange: Exchange
  readonly page: ListPage | undefined
  /** Those that the walk of the list met: others may have been made since. */
  readonly ids: readonly string[]
}

/** One page of a list, by its paging parameters. */
export async function sendPage(
  session: Session,
  base: BaseList,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<SentPage> {
  const exchange = await session.send({ path: base.path, query })
  const page = pageOf(session, exchange)
  return { exchange, page, ids: page?.ids.filter((id) => base.places.has(id)) ?? [] }
}

/** Whether two lists of ids hold the same ones, in whichever order. */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const met = new Set(left)
  return left.length === right.length && met.size === left.length && right.every((id) => met.has(id))
}
