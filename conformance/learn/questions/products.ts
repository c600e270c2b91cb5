import { at } from '../../catalogue/operation-paths.ts'
import { findList, addressListName } from '../../reading/find-list.ts'
import { otherId } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import { again, anything, anyValue, hugeLimit, matchesBoth, judged, notThere, refused, succeeded } from './matching.ts'
import { callAt, products } from './places.ts'
import type { CallContext, MakeCall, Question, Matches } from './question.ts'
import { isRefusalStatus } from '../../reading/success.ts'
import {
  anonymousRead,
  changeParameter,
  dataQuestion,
  goodQuestion,
  listQuestion,
  readQuestion,
  sentLimit,
  variation,
  versioned,
} from './reads.ts'

/** A GET of the page after the one in an answer. */
const getNextPage =
  (question: string): MakeCall =>
  (asking) =>
    changeParameter(asking, question, 'starting_after', asking.answers.ids(question).at(-1))

const nextPageQuestion = (id: string, asks: string, call: MakeCall): Question =>
  readQuestion(id, asks, products.needs, call, anything)

/** The ids of the first products, in their order: at least three if the catalog has them. */
export function firstProducts(answers: Answers): readonly string[] {
  return [
    ...new Set(['products.first', 'products.next', 'products.third'].flatMap((question) => answers.ids(question))),
  ]
}

/** The size of a small page: two, or one if the service refuses two. */
function smallPageSize({ answers }: CallContext): number {
  const first = answers.get('products.first')
  return first === undefined ? 2 : sentLimit(first)
}

const answersEmptyPage: Matches = ({ exchange: { request, response } }) =>
  findList(response.json, undefined, addressListName(request.url))?.items.length === 0

/** Products: pages, cursors, limits and filters. */
export const productQuestions: readonly Question[] = [
  goodQuestion(products, 'GET the products of samples.catalogId', succeeded),
  listQuestion(products, 'again', 'again', {}, matchesBoth(succeeded, again('products.list'))),
  anonymousRead(products),
  {
    ...listQuestion(
      products,
      'first',
      'with limit=2, or limit=1 where that is refused',
      { limit: anyValue },
      succeeded,
    ),
    ask: async (asking) => {
      const pageOf = (limit: number) => asking.session.send(callAt(products, asking, { query: { limit } }))
      const two = await pageOf(2)
      return isRefusalStatus(two.response.status) ? await pageOf(1) : two
    },
  },
  nextPageQuestion('products.next', 'GET the next two products', getNextPage('products.first')),
  nextPageQuestion('products.third', 'GET one more page, where two have fewer than three products', (asking) =>
    firstProducts(asking.answers).length < 3 ? getNextPage('products.next')(asking) : undefined,
  ),
  listQuestion(
    products,
    'none',
    'of a brand that does not exist',
    (_ids, { session: { run } }) => ({ brand: `no-such-brand-${run.random.text(6).toLowerCase()}` }),
    matchesBoth(succeeded, answersEmptyPage),
  ),
  {
    ...readQuestion(
      'products.empty-parameter',
      'GET products with an empty brand',
      products.needs,
      (asking) => changeParameter(asking, 'products.list', 'brand', ''),
      judged,
    ),
    varies: 'products.list',
  },
  readQuestion(
    'products.repeated-parameter',
    'GET products after two cursors of one name',
    products.needs,
    (asking) => {
      const { catalogId } = asking.session.run.target.samples!
      const [first, second] = firstProducts(asking.answers)
      if (second === undefined) return undefined
      const query = `limit=${smallPageSize(asking)}&starting_after=${first}&starting_after=${second}`
      return { path: versioned(asking, `/pulse/catalogs/${encodeURIComponent(catalogId!)}/products?${query}`) }
    },
  ),
  {
    ...listQuestion(
      products,
      'unknown-cursor',
      'after the well-formed id of no object',
      (_ids, { answers }) => {
        // Not the first one, so that the page after it does not begin like the list.
        const id = firstProducts(answers)[2]
        return id === undefined ? undefined : { starting_after: otherId(id) }
      },
      refused,
    ),
    call: (asking) => callAt(products, asking, { query: { starting_after: otherId(anyValue) } }),
  },
  listQuestion(products, 'both-cursors', 'with both cursors', (_ids, asking) => {
    const ids = firstProducts(asking.answers)
    return ids.length < 3 ? undefined : { limit: smallPageSize(asking), starting_after: ids[1], ending_before: ids[1] }
  }),
  listQuestion(products, 'malformed-cursor', 'after a malformed id', { starting_after: 'not-an-id' }, refused),
  readQuestion(
    'products.malformed-catalog',
    'GET the products of a malformed id',
    ['bearer'],
    { path: at('products.list', { catalog_id: 'not-an-id' }) },
    refused,
  ),
  variation(
    products,
    'unknown-catalog',
    'GET the products of a catalog that does not exist',
    ({ session: { run } }) => ({ id: otherId(run.target.samples!.catalogId!) }),
    notThere,
  ),
  listQuestion(
    products,
    'limit-text',
    'with limit=many',
    { limit: 'many' },
    matchesBoth(judged, ({ query }) => !/^-?\d+$/.test(query.get('limit')!)),
  ),
  listQuestion(products, 'limit-huge', `with limit=${hugeLimit}`, { limit: hugeLimit }, judged),
  dataQuestion(
    nextPageQuestion(
      'products.limit-huge.behind',
      'GET the products after that page',
      getNextPage('products.limit-huge'),
    ),
  ),
]

/** The page after the first one. It comes after the questions about limits, whose pages may be larger. */
export const productsBehind: Question = nextPageQuestion(
  'products.list.behind',
  'GET the products after the first page, if no larger page shows them',
  (asking) => (asking.answers.hasMore('products.list') ? undefined : getNextPage('products.list')(asking)),
)
