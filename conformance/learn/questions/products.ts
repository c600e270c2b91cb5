import { at, type Path } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Call } from '../../judge/call.ts'
import { otherId } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'
import { LimitSearch } from './limit-search.ts'
import type { QuestionContext, Question } from './question.ts'
import { readQuestion, versioned } from './reads.ts'

/** A limit that exceeds every page size. */
const hugeLimit = 1_000_000_000

const ofCatalog: readonly Declaration[] = ['bearer', 'catalogId']

const catalog = ({ session: { run } }: QuestionContext): Path =>
  at('products.list', { catalog_id: run.target.samples!.catalogId! })

/** A GET of the products of the sample catalog. */
const products =
  (query: (asking: QuestionContext) => Call['query'] | undefined): ((asking: QuestionContext) => Call | undefined) =>
  (asking) => {
    const parameters = query(asking)
    return parameters && { path: catalog(asking), query: parameters }
  }

/** A GET of the page after the one in an answer. */
const getNextPage = (question: string): ((asking: QuestionContext) => Call | undefined) =>
  products((asking) => {
    const id = asking.answers.ids(question).at(-1)
    return id === undefined ? undefined : { limit: pageSize(asking), starting_after: id }
  })

/** The ids of the first products, in their order: at least three if the catalog has them. */
export function firstProducts(answers: Answers): readonly string[] {
  return [
    ...new Set(['products.first', 'products.next', 'products.third'].flatMap((question) => answers.ids(question))),
  ]
}

/** The size of a small page: two, or one if the service refuses two. */
function pageSize({ answers }: QuestionContext): number {
  const first = answers.get('products.first')
  return first === undefined ? 2 : Number(new URL(first.request.url).searchParams.get('limit'))
}

/** Products: pages, cursors, limits and filters. */
export const productQuestions: readonly Question[] = [
  readQuestion(
    'products.list',
    'GET the products of samples.catalogId',
    ofCatalog,
    products(() => ({})),
  ),
  readQuestion(
    'products.again',
    'GET the same products again',
    ofCatalog,
    products(() => ({})),
  ),
  readQuestion('products.as-stranger', 'GET products without credentials', ['catalogId'], (asking) => ({
    path: catalog(asking),
    as: 'none',
  })),
  {
    id: 'products.first',
    asks: 'GET products with limit=2, or limit=1 where that is refused',
    needs: ofCatalog,
    effect: 'read',
    ask: async (asking) => {
      const pageOf = (limit: number) => asking.session.send({ path: catalog(asking), query: { limit } })
      const two = await pageOf(2)
      return two.response.status >= 400 && two.response.status < 500 ? await pageOf(1) : two
    },
  },
  readQuestion('products.next', 'GET the next two products', ofCatalog, getNextPage('products.first')),
  readQuestion('products.third', 'GET one more page, where two have fewer than three products', ofCatalog, (asking) =>
    firstProducts(asking.answers).length < 3 ? getNextPage('products.next')(asking) : undefined,
  ),
  readQuestion(
    'products.list.behind',
    'GET the products after the first page',
    ofCatalog,
    getNextPage('products.list'),
  ),
  readQuestion(
    'products.none',
    'GET products of a brand that does not exist',
    ofCatalog,
    products(({ session: { run } }) => ({ brand: `no-such-brand-${run.random.text(6).toLowerCase()}` })),
  ),
  readQuestion(
    'products.empty-parameter',
    'GET products with an empty brand',
    ofCatalog,
    products(() => ({ brand: '' })),
  ),
  readQuestion('products.repeated-parameter', 'GET products after two cursors of one name', ofCatalog, (asking) => {
    const { catalogId } = asking.session.run.target.samples!
    const [first, second] = firstProducts(asking.answers)
    if (second === undefined) return undefined
    const query = `limit=${pageSize(asking)}&starting_after=${first}&starting_after=${second}`
    return { path: versioned(asking, `/pulse/catalogs/${encodeURIComponent(catalogId!)}/products?${query}`) }
  }),
  readQuestion(
    'products.unknown-cursor',
    'GET products after the well-formed id of no object',
    ofCatalog,
    products(({ answers }) => {
      // Not the first one, so that the page after it does not begin like the list.
      const id = firstProducts(answers)[2]
      return id === undefined ? undefined : { starting_after: otherId(id) }
    }),
  ),
  readQuestion(
    'products.both-cursors',
    'GET products with both cursors',
    ofCatalog,
    products((asking) => {
      const ids = firstProducts(asking.answers)
      return ids.length < 3 ? undefined : { limit: pageSize(asking), starting_after: ids[1], ending_before: ids[1] }
    }),
  ),
  readQuestion(
    'products.malformed-cursor',
    'GET products after a malformed id',
    ofCatalog,
    products(() => ({
      starting_after: 'not-an-id',
    })),
  ),
  readQuestion('products.malformed-catalog', 'GET the products of a malformed id', ['bearer'], () => ({
    path: at('products.list', { catalog_id: 'not-an-id' }),
  })),
  readQuestion(
    'products.unknown-catalog',
    'GET the products of a catalog that does not exist',
    ofCatalog,
    ({ session: { run } }) => ({
      path: at('products.list', { catalog_id: otherId(run.target.samples!.catalogId!) }),
    }),
  ),
  readQuestion(
    'products.limit-text',
    'GET products with limit=many',
    ofCatalog,
    products(() => ({ limit: 'many' })),
  ),
  readQuestion(
    'products.limit-huge',
    'GET products with limit=1000000000',
    ofCatalog,
    products(() => ({ limit: hugeLimit })),
  ),
  readQuestion(
    'products.limit-huge.behind',
    'GET the products after that page',
    ofCatalog,
    getNextPage('products.limit-huge'),
  ),
  {
    id: 'products.largest-limit',
    asks: 'GET products with other limits, until the largest is found (at most 18 requests)',
    needs: ofCatalog,
    effect: 'read',
    ask: largestLimit,
  },
]

/**
 * Searches for the largest `limit` that is not refused, and returns its answer; undefined if a huge limit is not
 * refused.
 */
async function largestLimit(asking: QuestionContext): Promise<Exchange | undefined> {
  const { answers, session } = asking
  const refused = answers.get('products.limit-huge')
  const first = answers.get('products.first')
  if (!refused || refused.response.status < 400 || !first || !hasSuccessStatus(first)) return undefined
  const search = new LimitSearch(
    { accepted: pageSize(asking), best: first, tooLarge: hugeLimit, refusedWith: refused.response.status },
    (limit) => session.send({ path: catalog(asking), query: { limit } }),
  )
  return await search.largest(refused.response.text)
}
