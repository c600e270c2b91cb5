// Questions about behaviour that may differ by operation, asked at each operation that reads.
import { eventsPath, groupsPath } from '../../checks/paths.ts'
import { at } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Call } from '../../judge/call.ts'
import { fallingOrder, otherId, stripPrefix } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Answers } from '../answers.ts'
import { configurationCall, ofConfiguration } from './configurations.ts'
import { legacyCall } from './legacy.ts'
import { LimitSearch } from './limit-search.ts'
import { isKnownAddress, judged, refused } from './matching.ts'
import { catalog, hugeLimit, ofCatalog } from './products.ts'
import type { CallContext, MakeCall, Matches, Question, QuestionContext } from './question.ts'
import { dataQuestion, readQuestion, sentLimit } from './reads.ts'
import { capabilitiesCall } from './services.ts'

/** An operation that reads, and a good request of it, which a question has asked. */
export interface ReadOperation {
  /** The emulator's name of the operation, which is also that of the question. */
  readonly operation: string
  /** The operations whose paths it shares otherwise, which are not asked. */
  readonly others?: readonly string[]
  /** The beginning of the names of its questions. */
  readonly name: string
  readonly needs: readonly Declaration[]
  readonly call: MakeCall
  /** True if the bodies of two equal services differ. */
  readonly onlyForm?: boolean
}

/** The operations that read, except the legacy root, which takes no credentials. */
export const readOperations: readonly ReadOperation[] = [
  {
    operation: 'environments.list',
    name: 'environments',
    needs: ['bearer'],
    call: () => ({ path: at('environments.list') }),
  },
  { operation: 'products.list', name: 'products', needs: ofCatalog, call: (asking) => ({ path: catalog(asking) }) },
  { operation: 'resources.list', name: 'resources', needs: ['bearer'], call: () => ({ path: at('resources.list') }) },
  {
    operation: 'configurations.value',
    name: 'configurations',
    needs: ofConfiguration,
    call: (asking) => configurationCall(asking, asking.session.run.target.samples!.scopeId),
    onlyForm: true,
  },
  {
    operation: 'services.capabilities',
    others: ['services.invoke'],
    name: 'services',
    needs: ['bearer', 'adapterConnectionId'],
    call: ({ session: { run } }) => capabilitiesCall(run.target.samples!.adapterConnectionId!),
    onlyForm: true,
  },
  {
    operation: 'access-tokens.list',
    name: 'access-tokens',
    needs: ['bearer'],
    call: () => ({ path: at('access-tokens.list') }),
  },
  {
    operation: 'legacy.projects',
    name: 'legacy.projects',
    needs: ['apiKey'],
    call: () => ({ path: at('legacy-projects.list'), as: 'apiKey' }),
  },
  {
    operation: 'legacy.groups.list',
    name: 'legacy.groups',
    needs: ['legacy', 'projectId'],
    call: ({ session }) => legacyCall(session, groupsPath(session)),
  },
  {
    operation: 'legacy.events.list',
    name: 'legacy.events',
    needs: ['legacy', 'issueId'],
    call: ({ session }) => legacyCall(session, eventsPath(session)),
  },
]

/** The good request of an operation at another address; undefined if the operation refused it. */
function atOtherAddress({ operation, call }: ReadOperation, asking: CallContext, change: (url: URL) => void) {
  const answer = asking.answers.get(operation)
  const good = call(asking)
  if (!answer || !hasSuccessStatus(answer) || !good) return undefined
  const { query: _query, ...others } = good
  const url = new URL(answer.request.url)
  change(url)
  return { ...others, path: url.href } satisfies Call
}

/** A question about an operation at an address that is made from that of its good request. */
function otherAddressQuestion(
  read: ReadOperation,
  word: string,
  asks: string,
  matches: Matches,
  change: (url: URL) => void,
): Question {
  const id = `${read.name}.${word}`
  const call: MakeCall = (asking) => atOtherAddress(read, asking, change)
  const { onlyForm = false } = read
  return { ...readQuestion(id, `GET ${read.name} ${asks}`, read.needs, call, matches), onlyForm }
}

const withUnknownParameter = (read: ReadOperation): Question =>
  otherAddressQuestion(read, 'unknown-parameter', 'with a parameter that is unknown', judged, (url) =>
    url.searchParams.set('x-unknown-parameter', '1'),
  )

const withOtherSlash = (read: ReadOperation): Question =>
  otherAddressQuestion(read, 'slash', 'with its trailing slash added or removed', isKnownAddress, (url) => {
    url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  })

/** The operations whose part of the API has another one, which is asked first. */
const isFurther = ({ name }: ReadOperation): boolean =>
  ['resources', 'configurations', 'access-tokens', 'legacy.projects', 'legacy.events'].includes(name)

/** A question about the other operations of each part, which come first where operations differ. */
function unlessDiffering(word: string, question: Question): Question {
  const others = readOperations.filter((read) => !isFurther(read)).map(({ name }) => `${name}.${word}`)
  const isSpare = (answers: Answers): boolean => {
    const statuses = others.flatMap((other) => answers.status(other) ?? [])
    return new Set(statuses.map((status) => status < 400)).size < 2
  }
  return { ...question, isSpare }
}

/** The lists with cursors, other than that of products. */
const otherLists = readOperations.filter(({ name }) => name === 'environments' || name === 'resources')

/** The ids of a list; undefined if it has no pages, so that cursors and limits have no effect. */
function pagedIds({ name, operation }: ReadOperation, { answers }: CallContext): readonly string[] | undefined {
  const ids = answers.ids(operation)
  return ids.length === 0 || answers.ids(`${name}.limit-1`).length > 1 ? undefined : ids
}

/** A GET of a list with parameters that its records allow. */
function listQuestion(
  list: ReadOperation,
  word: string,
  asks: string,
  query: (ids: readonly string[], asking: CallContext) => NonNullable<Call['query']> | undefined,
  matches: Matches = judged,
): Question {
  return readQuestion(
    `${list.name}.${word}`,
    `GET ${list.name} ${asks}`,
    list.needs,
    (asking) => {
      const ids = pagedIds(list, asking)
      const parameters = ids && query(ids, asking)
      return parameters && { ...list.call(asking)!, query: parameters }
    },
    matches,
  )
}

/** The ids in all pages of a list. */
export function knownIds({ name, operation }: Pick<ReadOperation, 'name' | 'operation'>, answers: Answers) {
  const pages = [operation, `${name}.limit-huge`, `${name}.largest-limit`, `${operation}.behind`]
  return [...new Set(pages.flatMap((question) => answers.ids(question)))]
}

/** True if all ids are known to precede another one. A refusal of it may be that of the last cursor. */
function isBehind(cursor: string, ids: readonly string[]): boolean {
  const bare = ids.map(stripPrefix)
  const order = fallingOrder(bare)
  return order !== undefined && bare.every((id) => order(id, cursor) > 0)
}

function questionsOfList(list: ReadOperation): readonly Question[] {
  return [
    listQuestion(list, 'limit-huge', `with limit=${hugeLimit}`, () => ({ limit: hugeLimit })),
    {
      id: `${list.name}.largest-limit`,
      asks: `GET ${list.name} with other limits, if that one is refused, until the largest is found (at most ${mostRequests} requests)`,
      needs: list.needs,
      effect: 'read',
      ask: (asking) => largestLimit(list, asking),
    },
    dataQuestion(
      listQuestion(
        list,
        'list.behind',
        'after that list, if it has pages and no larger page shows what follows',
        (ids, { answers }) => (answers.hasMore(list.operation) ? undefined : { starting_after: ids.at(-1) }),
        ({ query }, { answers }) => query.get('starting_after') === answers.ids(list.operation).at(-1),
      ),
    ),
    dataQuestion(
      listQuestion(
        list,
        'limit-huge.behind',
        'after the largest page, if it may not be the last',
        (_ids, { answers }) => {
          const page = answers.ids(`${list.name}.limit-huge`)
          const last = answers.hasMore(list.operation) ? page.at(-1) : undefined
          return last === undefined ? undefined : { limit: hugeLimit, starting_after: last }
        },
      ),
    ),
    listQuestion(
      list,
      'unknown-cursor',
      'after the well-formed id of no object',
      (ids, { answers }) => {
        const cursor = otherId(ids[Math.min(2, ids.length - 1)]!)
        return isBehind(cursor, knownIds(list, answers)) ? undefined : { starting_after: cursor }
      },
      refused,
    ),
    listQuestion(list, 'both-cursors', 'with both cursors', ([, id, behind]) =>
      behind === undefined ? undefined : { limit: 1, starting_after: id, ending_before: id },
    ),
  ]
}

/** The most requests that search for the largest limit of one of these lists. */
const mostRequests = 6

/**
 * Searches for the largest limit. If the refusal names that of products, as the refusal of products does, only that is
 * asked.
 */
async function largestLimit(list: ReadOperation, asking: QuestionContext): Promise<Exchange | undefined> {
  const { answers, session } = asking
  const [huge, usual] = [answers.get(`${list.name}.limit-huge`), answers.get('products.largest-limit')]
  const best = answers.get(`${list.name}.limit-1`)
  if (!huge || huge.response.status < 400 || !best || !hasSuccessStatus(best)) return undefined
  const { response } = huge
  const known = { accepted: sentLimit(best), best, tooLarge: sentLimit(huge), refusedWith: response.status }
  const ask = (limit: number) => session.send({ ...list.call(asking)!, query: { limit } })
  if (
    usual &&
    answers.get('products.limit-huge')!.response.text === response.text &&
    namesLimit(response.text, usual)
  ) {
    const same = await ask(sentLimit(usual))
    if (hasSuccessStatus(same)) return same
  }
  const told = `${usual ? sentLimit(usual) : ''} ${response.text}`
  return await new LimitSearch(known, ask, mostRequests).largest(told)
}

/** Returns true if a refusal has the limit of a page as a number of its own, not within an address. */
const namesLimit = (text: string, page: Exchange): boolean =>
  text.split(/[\s"]+/).some((word) => !/[/#]/.test(word) && word.match(/\d+/g)?.includes(String(sentLimit(page))))

const resources = otherLists.find(({ name }) => name === 'resources')!
const tokens = readOperations.find(({ name }) => name === 'access-tokens')!

const onePage = (list: ReadOperation): Question =>
  readQuestion(
    `${list.name}.limit-1`,
    `GET ${list.name} with limit=1`,
    list.needs,
    (asking) =>
      asking.answers.ids(list.operation).length < 2 ? undefined : { ...list.call(asking)!, query: { limit: 1 } },
    judged,
  )

/** Behaviour that a service may have at some operations only. The first answers come from other questions. */
export const operationQuestions: readonly Question[] = [
  onePage(resources),
  onePage(tokens),
  ...otherLists.flatMap(questionsOfList),
  // Environments are asked earlier.
  ...readOperations
    .filter((read) => read.name !== 'environments' && !isFurther(read))
    .flatMap((read) => [withUnknownParameter(read), withOtherSlash(read)]),
  ...readOperations
    .filter(isFurther)
    .flatMap((read) => [
      unlessDiffering('unknown-parameter', withUnknownParameter(read)),
      unlessDiffering('slash', withOtherSlash(read)),
    ]),
]
