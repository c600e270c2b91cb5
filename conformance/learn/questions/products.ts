import { at, type Path } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { findList, addressListName } from '../../reading/find-list.ts'
import { otherId } from '../../reading/id-forms.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'
import {
  again,
  anything,
  anyValue,
  isAnonymousRefusal,
  matchesBoth,
  judged,
  notThere,
  refused,
  succeeded,
} from './matching.ts'
import type { CallContext, MakeCall, Question, Matches } from './question.ts'
import { isRefusalStatus } from '../../reading/success.ts'
import { changeParameter, dataQuestion, readQuestion, sentLimit, variationOf, versioned } from './reads.ts'

/** A limit that exceeds every page size. */
export const hugeLimit = 1_000_000

export const ofCatalog: readonly Declaration[] = ['bearer', 'catalogId']

/** The products of the sample catalog. */
export const catalog = ({ session: { run } }: CallContext): Path =>
  at('products.list', { catalog_id: run.target.samples!.catalogId! })

type Query = NonNullable<Call['query']>

/** A GET of the products of the sample catalog. */
function productQuestion(
  id: string,
  asks: string,
  query: Query | ((asking: CallContext) => Query | undefined),
  matches?: Matches,
): Question {
  const call: MakeCall = (asking) => {
    const parameters = typeof query === 'function' ? query(asking) : query
    return parameters && { path: catalog(asking), query: parameters }
  }
  const question = readQuestion(id, asks, ofCatalog, call, matches)
  return id === 'products.list' ? question : variationOf('products.list', question)
}

/** A GET of the page after the one in an answer. */
const getNextPage =
  (question: string): MakeCall =>
  (asking) =>
    changeParameter(asking, question, 'starting_after', asking.answers.ids(question).at(-1))

const nextPageQuestion = (id: string, asks: string, question: string): Question =>
  readQuestion(id, asks, ofCatalog, getNextPage(question), anything)

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
  productQuestion('products.list', 'GET the products of samples.catalogId', {}, succeeded),
  productQuestion('products.again', 'GET the same products again', {}, matchesBoth(succeeded, again('products.list'))),
  readQuestion(
    'products.as-stranger',
    'GET products without credentials',
    ['catalogId'],
    (asking) => ({ path: catalog(asking), as: 'none' }),
    isAnonymousRefusal,
  ),
  {
    ...productQuestion(
      'products.first',
      'GET products with limit=2, or limit=1 where that is refused',
      { limit: anyValue },
      succeeded,
    ),
    ask: async (asking) => {
      const pageOf = (limit: number) => asking.session.send({ path: catalog(asking), query: { limit } })
      const two = await pageOf(2)
      return isRefusalStatus(two.response.status) ? await pageOf(1) : two
    },
  },
  nextPageQuestion('products.next', 'GET the next two products', 'products.first'),
  readQuestion(
    'products.third',
    'GET one more page, where two have fewer than three products',
    ofCatalog,
    (asking) => (firstProducts(asking.answers).length < 3 ? getNextPage('products.next')(asking) : undefined),
    anything,
  ),
  productQuestion(
    'products.none',
    'GET products of a brand that does not exist',
    ({ session: { run } }) => ({ brand: `no-such-brand-${run.random.text(6).toLowerCase()}` }),
    matchesBoth(succeeded, answersEmptyPage),
  ),
  variationOf(
    'products.list',
    readQuestion(
      'products.empty-parameter',
      'GET products with an empty brand',
      ofCatalog,
      (asking) => changeParameter(asking, 'products.list', 'brand', ''),
      judged,
    ),
  ),
  readQuestion('products.repeated-parameter', 'GET products after two cursors of one name', ofCatalog, (asking) => {
    const { catalogId } = asking.session.run.target.samples!
    const [first, second] = firstProducts(asking.answers)
    if (second === undefined) return undefined
    const query = `limit=${smallPageSize(asking)}&starting_after=${first}&starting_after=${second}`
    return { path: versioned(asking, `/pulse/catalogs/${encodeURIComponent(catalogId!)}/products?${query}`) }
  }),
  {
    ...productQuestion(
      'products.unknown-cursor',
      'GET products after the well-formed id of no object',
      ({ answers }) => {
        // Not the first one, so that the page after it does not begin like the list.
        const id = firstProducts(answers)[2]
        return id === undefined ? undefined : { starting_after: otherId(id) }
      },
      refused,
    ),
    call: (asking) => ({ path: catalog(asking), query: { starting_after: otherId(anyValue) } }),
  },
  productQuestion('products.both-cursors', 'GET products with both cursors', (asking) => {
    const ids = firstProducts(asking.answers)
    return ids.length < 3 ? undefined : { limit: smallPageSize(asking), starting_after: ids[1], ending_before: ids[1] }
  }),
  productQuestion(
    'products.malformed-cursor',
    'GET products after a malformed id',
    { starting_after: 'not-an-id' },
    refused,
  ),
  readQuestion(
    'products.malformed-catalog',
    'GET the products of a malformed id',
    ['bearer'],
    { path: at('products.list', { catalog_id: 'not-an-id' }) },
    refused,
  ),
  variationOf(
    'products.list',
    readQuestion(
      'products.unknown-catalog',
      'GET the products of a catalog that does not exist',
      ofCatalog,
      ({ session: { run } }) => ({
        path: at('products.list', { catalog_id: otherId(run.target.samples!.catalogId!) }),
      }),
      notThere,
    ),
  ),
  productQuestion(
    'products.limit-text',
    'GET products with limit=many',
    { limit: 'many' },
    matchesBoth(judged, ({ query }) => !/^-?\d+$/.test(query.get('limit')!)),
  ),
  productQuestion('products.limit-huge', `GET products with limit=${hugeLimit}`, { limit: hugeLimit }, judged),
  dataQuestion(
    nextPageQuestion('products.limit-huge.behind', 'GET the products after that page', 'products.limit-huge'),
  ),
]

/** The page after the first one. It comes after the questions about limits, whose pages may be larger. */
export const productsBehind: Question = readQuestion(
  'products.list.behind',
  'GET the products after the first page, if no larger page shows them',
  ofCatalog,
  (asking) => (asking.answers.hasMore('products.list') ? undefined : getNextPage('products.list')(asking)),
  anything,
)
