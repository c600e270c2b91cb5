import type { Exchange } from '../../conclusions/exchange.ts'
import { hasSuccessStatus, isRefusalStatus } from '../../reading/success.ts'
import { itemId } from '../../reading/find-list.ts'
import { findAnswerList } from '../answers.ts'
import { LimitSearch } from './limit-search.ts'
import { callAt, type Place, products } from './places.ts'
import { productsBehind } from './products.ts'
import type { QuestionContext, Question } from './question.ts'
import { type Query, sentLimit } from './reads.ts'

/** A question about a list that takes several requests. */
const searchQuestion = (
  list: Place,
  word: string,
  asks: string,
  search: (asking: QuestionContext, ask: (query: Query) => Promise<Exchange>) => Promise<Exchange | undefined>,
): Question => ({
  id: `${list.name}.${word}`,
  asks: `GET ${list.name} ${asks}`,
  needs: list.needs,
  effect: 'read',
  ask: (asking) => search(asking, (query) => asking.session.send(callAt(list, asking, { query }))),
})

/**
 * Searches for the largest `limit` that a list does not refuse. If the refusal names that of products, as the refusal of
 * products does, only that is asked. The question stays unanswered if a huge limit is not refused.
 */
export const largestLimitQuestion = (list: Place, asks: string, mostRequests: number): Question =>
  searchQuestion(list, 'largest-limit', `${asks} (at most ${mostRequests} requests)`, async ({ answers }, askWith) => {
    const huge = answers.get(`${list.name}.limit-huge`)
    const served = ['least-limit', 'first', 'limit-1'].find((word) => answers.hasSuccess(`${list.name}.${word}`))
    if (!huge || huge.response.status < 400 || served === undefined) return undefined
    const { response } = huge
    const best = answers.get(`${list.name}.${served}`)!
    const known = { accepted: sentLimit(best), best, tooLarge: sentLimit(huge), refusedWith: response.status }
    const ask = (limit: number) => askWith({ limit })
    const usual = answers.get('products.largest-limit')
    const isSameRefusal = answers.get('products.limit-huge')?.response.text === response.text
    if (usual && isSameRefusal && namesLimit(response.text, usual)) {
      const same = await ask(sentLimit(usual))
      if (hasSuccessStatus(same)) return same
    }
    return await new LimitSearch(known, ask, mostRequests).largest(`${usual ? sentLimit(usual) : ''} ${response.text}`)
  })

/** Returns true if a refusal has the limit of a page as a number of its own, not within an address. */
const namesLimit = (text: string, page: Exchange): boolean =>
  text.split(/[\s"]+/).some((word) => !/[/#]/.test(word) && word.match(/\d+/g)?.includes(String(sentLimit(page))))

/** The most pages that are read to find the last product. */
const mostPages = 4

/** Limits that are too small or too large by one, and the page after the last product. They come after `products.*`. */
export const limitQuestions: readonly Question[] = [
  searchQuestion(
    products,
    'least-limit',
    'with other limits, where limit=1 is refused, until the least is found (at most 9 requests)',
    leastLimit,
  ),
  largestLimitQuestion(products, 'with other limits, until the largest is found', 18),
  searchQuestion(
    products,
    'limit-above',
    'with a limit that is too large by one, where limit=1 is refused',
    async ({ answers }, ask) => {
      const [least, largest] = ['products.least-limit', 'products.largest-limit'].map((id) => answers.get(id))
      return least && largest && (await ask({ limit: sentLimit(largest) + 1 }))
    },
  ),
  productsBehind,
  searchQuestion(
    products,
    'behind-last',
    `after the last one, where an unknown cursor is refused (at most ${mostPages} requests)`,
    walkPastLast,
  ),
]

type AskProducts = (query: Query) => Promise<Exchange>

/** Searches for the least `limit` that is served, between those that are refused and the length of the first page. */
async function leastLimit({ answers }: QuestionContext, ask: AskProducts): Promise<Exchange | undefined> {
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
    const exchange = await ask({ limit })
    if (hasSuccessStatus(exchange)) [served, best] = [limit, exchange]
    else if (isRefusalStatus(exchange.response.status) && limit < served) refused = limit
    else return undefined
  }
  return served - refused === 1 ? best : undefined
}

/** Walks on from the last known product until a page has none. */
async function walkPastLast({ answers }: QuestionContext, ask: AskProducts): Promise<Exchange | undefined> {
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
  const size = answers.get('products.largest-limit')
  for (let sent = 0; sent < mostPages && cursor !== undefined; sent++) {
    const exchange = await ask({ limit: size && sentLimit(size), starting_after: cursor })
    const last = findAnswerList(exchange)?.items.at(-1)
    const next = last && itemId(last)
    if (next === undefined || next === cursor) return exchange
    cursor = next
  }
  return undefined
}
