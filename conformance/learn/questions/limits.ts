import type { Exchange } from '../../conclusions/exchange.ts'
import { hasSuccessStatus, isRefusalStatus } from '../../reading/success.ts'
import { itemId } from '../../reading/find-list.ts'
import { findAnswerList } from '../answers.ts'
import { LimitSearch } from './limit-search.ts'
import { catalog, ofCatalog, productsBehind } from './products.ts'
import type { QuestionContext, Question } from './question.ts'
import { sentLimit } from './reads.ts'

/** The most pages that are read to find the last product. */
const mostPages = 4

/** Limits that are too small or too large by one, and the page after the last product. They come after `products.*`. */
export const limitQuestions: readonly Question[] = [
  {
    id: 'products.least-limit',
    asks: 'GET products with other limits, where limit=1 is refused, until the least is found (at most 9 requests)',
    needs: ofCatalog,
    effect: 'read',
    ask: leastLimit,
  },
  {
    id: 'products.largest-limit',
    asks: 'GET products with other limits, until the largest is found (at most 18 requests)',
    needs: ofCatalog,
    effect: 'read',
    ask: largestLimit,
  },
  {
    id: 'products.limit-above',
    asks: 'GET products with a limit that is too large by one, where limit=1 is refused',
    needs: ofCatalog,
    effect: 'read',
    ask: async (asking) => {
      const { answers, session } = asking
      const [least, largest] = ['products.least-limit', 'products.largest-limit'].map((id) => answers.get(id))
      return (
        least && largest && (await session.send({ path: catalog(asking), query: { limit: sentLimit(largest) + 1 } }))
      )
    },
  },
  productsBehind,
  {
    id: 'products.behind-last',
    asks: `GET the products after the last one, where an unknown cursor is refused (at most ${mostPages} requests)`,
    needs: ofCatalog,
    effect: 'read',
    ask: walkPastLast,
  },
]

/** Searches for the least `limit` that is served, between those that are refused and the length of the first page. */
async function leastLimit(asking: QuestionContext): Promise<Exchange | undefined> {
  const { answers, session } = asking
  const first = answers.get('products.first')
  let [refused, served] = [1, answers.ids('products.list').length]
  if (!first || !isRefusalStatus(first.response.status) || served < 2) return undefined
  let best: Exchange | undefined
  // The refusal may name the limit.
  const told = [...first.response.text.slice(0, 4000).matchAll(/\b\d{1,4}\b/g)].map(([text]) => Number(text))
  const guesses = [...new Set(told)].filter((limit) => limit > 1 && limit <= served).slice(0, 2)
  const tries = [...guesses.flatMap((limit) => [limit, limit - 1]), served]
  for (let sent = 0; sent < 9 && (best === undefined || served - refused > 1); sent++) {
    const next = tries.find((limit) => limit > refused && (limit < served || (limit === served && !best)))
    const limit = next ?? Math.floor((refused + served) / 2)
    const exchange = await session.send({ path: catalog(asking), query: { limit } })
    if (hasSuccessStatus(exchange)) [served, best] = [limit, exchange]
    else if (isRefusalStatus(exchange.response.status) && limit < served) refused = limit
    else return undefined
  }
  return served - refused === 1 ? best : undefined
}

/**
 * Searches for the largest `limit` that is not refused, and returns its answer; undefined if a huge limit is not
 * refused.
 */
async function largestLimit(asking: QuestionContext): Promise<Exchange | undefined> {
  const { answers, session } = asking
  const huge = answers.get('products.limit-huge')
  const served = ['products.least-limit', 'products.first'].find((id) => answers.hasSuccess(id))
  if (!huge || huge.response.status < 400 || served === undefined) return undefined
  const { response } = huge
  const best = answers.get(served)!
  const known = { accepted: sentLimit(best), best, tooLarge: sentLimit(huge), refusedWith: response.status }
  const ask = (limit: number) => session.send({ path: catalog(asking), query: { limit } })
  return await new LimitSearch(known, ask).largest(response.text)
}

/** Walks on from the last known product until a page has none. */
async function walkPastLast({ answers, session }: QuestionContext): Promise<Exchange | undefined> {
  const pages = [
    'products.largest-limit',
    'products.limit-huge.behind',
    'products.limit-huge',
    'products.list.behind',
    'products.list',
  ]
  const unknown = answers.get('products.unknown-cursor')
  if (!unknown || !isRefusalStatus(unknown.response.status)) return undefined
  const page = pages.find((question) => answers.ids(question).length > 0)
  let cursor = page === undefined ? undefined : answers.ids(page).at(-1)
  const path = catalog({ answers, session })
  const size = answers.get('products.largest-limit')
  for (let sent = 0; sent < mostPages && cursor !== undefined; sent++) {
    const limit = size && sentLimit(size)
    const exchange = await session.send({ path, query: { limit, starting_after: cursor } })
    const last = findAnswerList(exchange)?.items.at(-1)
    const next = last && itemId(last)
    if (next === undefined || next === cursor) return exchange
    cursor = next
  }
  return undefined
}
