// Variations that are asked at several places, as behaviour may differ by operation.
import { findOperation } from '../../catalogue/operations.ts'
import { fallingOrder, otherId, stripPrefix } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import type { Answers } from '../answers.ts'
import { largestLimitQuestion } from './limits.ts'
import { hugeLimit, isAnonymousRefusal, isKnownAddress, judged, refused, succeeded } from './matching.ts'
import {
  accessTokens,
  callAt,
  configurations,
  environments,
  events,
  groups,
  legacyProjects,
  type Place,
  places,
  products,
  resources,
  samplesOf,
  services,
} from './places.ts'
import type { CallContext, Question } from './question.ts'
import { comparedByForm, dataQuestion, listQuestion, type MakeQuery, readQuestion, recordedAs, risky } from './reads.ts'

/** The answer to OPTIONS. The specification shows the description of no endpoint but the root. */
export const describing = (place: Place): Question =>
  comparedByForm(
    readQuestion(
      `${place.name}.options`,
      `OPTIONS ${place.name}`,
      place.needs,
      (asking) => callAt(place, asking, { method: 'OPTIONS' }),
      succeeded,
    ),
  )

/** A list of each part of the API: a service may describe each in another way. */
export const descriptionQuestions: readonly Question[] = [environments, products, groups, accessTokens].map(describing)

/** A question without credentials, unless anonymous requests to other parts of the API got one status. */
function strangerQuestion({ name, documented }: Pick<Place, 'name' | 'documented'>): Question {
  const { method, title } = findOperation(documented)
  return risky({
    ...readQuestion(
      `${name}.as-stranger`,
      `${method} ${title} without credentials, if other anonymous requests got different statuses`,
      samplesOf(documented),
      (asking) => {
        const first = [environments, products, groups].map((place) =>
          asking.answers.status(`${place.name}.as-stranger`),
        )
        const statuses = new Set(first.filter((status) => status !== undefined))
        return statuses.size < 2 ? undefined : callAt({ documented }, asking, { as: 'none' })
      },
    ),
    ...recordedAs(documented, isAnonymousRefusal, { as: 'none' }),
  })
}

/** Anonymous requests to the parts of the API that no other question asks anonymously. */
export const strangerQuestions: readonly Question[] = [
  events,
  legacyProjects,
  accessTokens,
  services,
  { name: 'connect', documented: 'connect.prepare' } as const,
].map(strangerQuestion)

export const withUnknownParameter = (place: Place): Question => ({
  ...listQuestion(
    place,
    'unknown-parameter',
    'with a parameter that is unknown',
    { 'x-unknown-parameter': '1' },
    judged,
  ),
  onlyForm: place.onlyForm ?? false,
})

/** The good request, if it was served, with the slash at the end of its path added or removed. */
function withOtherSlash(place: Place): Question {
  const { name, operation, needs, onlyForm = false } = place
  const asks = `GET ${name} with its trailing slash added or removed`
  const question = readQuestion(
    `${name}.slash`,
    asks,
    needs,
    (asking) => {
      const answer = asking.answers.get(operation)
      if (!answer || !hasSuccessStatus(answer)) return undefined
      const { query: _query, ...good } = callAt(place, asking)
      const url = new URL(answer.request.url)
      url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
      return { ...good, path: url.href }
    },
    isKnownAddress,
  )
  return { ...question, onlyForm }
}

/** The places whose part of the API has another one, which is asked first. */
const further: readonly Place[] = [resources, configurations, accessTokens, legacyProjects, events]
const first = places.filter((place) => !further.includes(place))

/** A question about the other operations of each part, which come first where operations differ. */
function skipIfDiffering(word: string, question: Question): Question {
  const isSpare = (answers: Answers): boolean => {
    const statuses = first.flatMap(({ name }) => answers.status(`${name}.${word}`) ?? [])
    return new Set(statuses.map((status) => status < 400)).size < 2
  }
  return { ...question, isSpare }
}

/** The parameters of a list that has pages. Without pages, cursors and limits have no effect. */
const paged =
  ({ name }: Place, query: MakeQuery): MakeQuery =>
  (ids, asking) =>
    ids.length === 0 || asking.answers.ids(`${name}.limit-1`).length > 1 ? undefined : query(ids, asking)

/** The ids in all pages of a list. */
export function knownIds({ name, operation }: Pick<Place, 'name' | 'operation'>, answers: Answers) {
  const pages = [operation, `${name}.limit-huge`, `${name}.largest-limit`, `${operation}.behind`]
  return [...new Set(pages.flatMap((question) => answers.ids(question)))]
}

/** True if all ids are known to precede another one. A refusal of it may be that of the last cursor. */
function isBehind(cursor: string, ids: readonly string[]): boolean {
  const bare = ids.map(stripPrefix)
  const order = fallingOrder(bare)
  return order !== undefined && bare.every((id) => order(id, cursor) > 0)
}

/** The most requests that search for the largest limit of a list other than that of products. */
const mostRequests = 6

function questionsOfList(list: Place): readonly Question[] {
  const { name, operation } = list
  const cursorAfterAll = ({ answers }: CallContext) =>
    answers.hasMore(operation) ? answers.ids(`${name}.limit-huge`).at(-1) : undefined
  return [
    listQuestion(
      list,
      'limit-huge',
      `with limit=${hugeLimit}`,
      paged(list, () => ({ limit: hugeLimit })),
      judged,
    ),
    largestLimitQuestion(list, 'with other limits, if that one is refused, until the largest is found', mostRequests),
    dataQuestion(
      listQuestion(
        list,
        'list.behind',
        'after that list, if it has pages and no larger page shows what follows',
        paged(list, (ids, { answers }) => (answers.hasMore(operation) ? undefined : { starting_after: ids.at(-1) })),
        ({ query }, { answers }) => query.get('starting_after') === answers.ids(operation).at(-1),
      ),
    ),
    dataQuestion(
      listQuestion(
        list,
        'limit-huge.behind',
        'after the largest page, if it may not be the last',
        paged(list, (_ids, asking) => {
          const last = cursorAfterAll(asking)
          return last === undefined ? undefined : { limit: hugeLimit, starting_after: last }
        }),
        judged,
      ),
    ),
    listQuestion(
      list,
      'unknown-cursor',
      'after the well-formed id of no object',
      paged(list, (ids, { answers }) => {
        const cursor = otherId(ids[Math.min(2, ids.length - 1)]!)
        return isBehind(cursor, knownIds(list, answers)) ? undefined : { starting_after: cursor }
      }),
      refused,
    ),
    listQuestion(
      list,
      'both-cursors',
      'with both cursors',
      paged(list, ([, id, behind]) =>
        behind === undefined ? undefined : { limit: 1, starting_after: id, ending_before: id },
      ),
      judged,
    ),
  ]
}

const onePage = (list: Place): Question =>
  listQuestion(list, 'limit-1', 'with limit=1', (ids) => (ids.length < 2 ? undefined : { limit: 1 }), judged)

/** Behaviour that a service may have at some operations only. The first answers come from other questions. */
export const operationQuestions: readonly Question[] = [
  onePage(resources),
  onePage(accessTokens),
  // The lists with cursors, other than that of products.
  ...[environments, resources].flatMap(questionsOfList),
  // Environments are asked earlier.
  ...first.slice(1).flatMap((place) => [withUnknownParameter(place), withOtherSlash(place)]),
  ...further.flatMap((place) => [
    skipIfDiffering('unknown-parameter', withUnknownParameter(place)),
    skipIfDiffering('slash', withOtherSlash(place)),
  ]),
]
