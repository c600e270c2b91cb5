import {
  defineDeviation,
  type Deviation,
  type FetchLike,
  type FetchWrapper,
  rewriteJson,
  rewriteUrl,
} from './define-deviation.ts'
import { itemsOf, replaceItems } from './product-list.ts'

type AnyRecord = Readonly<Record<string, unknown>>

const isGetOf = (path: RegExp, { method, url }: Request) => method === 'GET' && path.test(new URL(url).pathname)

/** Alters the records of a list at a path. */
function recordsAt(
  path: RegExp,
  change: (record: AnyRecord, index: number, all: readonly AnyRecord[]) => unknown,
): FetchWrapper {
  return rewriteJson(
    (request, response) => response.status === 200 && isGetOf(path, request),
    (body) =>
      replaceItems(
        body,
        itemsOf(body).map((record, index, all) => change(record, index, all)),
      ),
  )
}

const environments = /\/environments$/
const products = /\/products$/
const groups = /\/groups\/$/
const events = /\/events\/$/
const tokens = /\/access-tokens(?:\/[^/]+)?$/

/** Alters the id of a token in the answer to a POST. */
function tokenAnswer(path: RegExp, change: (id: string) => string): FetchWrapper {
  return rewriteJson(
    (request, response) => response.ok && request.method === 'POST' && path.test(new URL(request.url).pathname),
    (body) => ({ ...(body as AnyRecord), id: change((body as { id: string }).id) }),
  )
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Another id for each, in the opposite order; applied twice, the first again. */
const opposite = (id: string) => Array.from(id, (character) => alphabet[61 - alphabet.indexOf(character)]).join('')

/** Tokens are known by ids that fall from one to the next. */
const fallingTokenIds = (next: FetchLike): FetchLike => {
  const answered = rewriteJson(
    (request, response) => response.ok && tokens.test(new URL(request.url).pathname),
    (body) => {
      const turned = (record: AnyRecord) =>
        typeof record['id'] === 'string' ? { ...record, id: opposite(record['id']) } : record
      const items = itemsOf(body)
      return items.length > 0 && typeof items[0] === 'object' && 'id' in items[0]
        ? replaceItems(body, items.map(turned))
        : turned(body as AnyRecord)
    },
  )
  const asked = rewriteUrl((url) => {
    const match = /^(.*\/access-tokens\/(?:[a-z]{3}_)?)([0-9A-Za-z]{27})$/.exec(url.pathname)
    if (!match) return undefined
    url.pathname = match[1]! + opposite(match[2]!)
    return url
  })
  return answered(asked(next))
}

/** One of the groups is listed by the id of their project. */
const idOfProject: FetchWrapper = rewriteJson(
  (request, response) => response.status === 200 && isGetOf(groups, request),
  (body, request) => {
    const { pathname, searchParams } = new URL(request.url)
    const id = /([0-9A-Za-z]{27})\/groups\/$/.exec(pathname)?.[1]
    const isFirst = (searchParams.get('cursor') ?? '0:0:0').split(':')[1] === '0'
    return replaceItems(
      body,
      itemsOf(body).map((record, index) => (index === 4 && isFirst ? { ...record, id } : record)),
    )
  },
)

/** The first group has the id of an event, once one was seen. */
const sharedByKinds = (next: FetchLike): FetchLike => {
  let event: unknown
  let first: unknown
  const seen = recordsAt(events, (record) => ((event ??= record['id']), record))(next)
  return recordsAt(groups, (record) => {
    if (event !== undefined) first ??= record['id']
    return first !== undefined && record['id'] === first ? { ...record, id: event } : record
  })(seen)
}

/** A product that is made while this runs is listed by an id below all others. */
const lowNewProducts = (next: FetchLike): FetchLike => {
  const made = new Set<string>()
  const listed = recordsAt(products, (record) =>
    made.has(record['id'] as string) ? { ...record, id: `0${(record['id'] as string).slice(1)}` } : record,
  )(next)
  return async (request) => {
    const making = request.method === 'POST' && request.url.includes('catalog_products')
    const response = await listed(request)
    if (making && response.ok) made.add(((await response.clone().json()) as { id: string }).id)
    return response
  }
}

/** Violations of clause 2.1 by ids in answers. */
export const idDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'event-ids-too-long',
    requirement: 'ids.grammar',
    caughtBy: 'ids.grammar.answers',
    description: 'The ids of events have 28 characters.',
    wrap: recordsAt(events, (record) => ({ ...record, id: `${record['id'] as string}0` })),
  }),
  defineDeviation({
    name: 'group-ids-too-short',
    requirement: 'ids.grammar',
    caughtBy: 'ids.grammar.answers',
    description: 'The ids of groups have 26 characters.',
    wrap: recordsAt(groups, (record) => ({ ...record, id: (record['id'] as string).slice(0, 26) })),
  }),
  defineDeviation({
    name: 'environment-ids-with-hyphens',
    requirement: 'ids.grammar',
    caughtBy: 'ids.grammar.answers',
    description: 'The ids of environments have a hyphen in them.',
    wrap: recordsAt(environments, (record) => ({
      ...record,
      id: `${(record['id'] as string).slice(0, 8)}-${(record['id'] as string).slice(9)}`,
    })),
  }),
  defineDeviation({
    name: 'group-ids-are-numbers',
    requirement: 'ids.grammar',
    caughtBy: 'ids.grammar.answers',
    description: 'The ids of groups are numbers.',
    wrap: recordsAt(groups, (record, index) => ({ ...record, id: 1000 + index })),
  }),
  defineDeviation({
    name: 'one-group-without-id',
    requirement: 'ids.grammar',
    caughtBy: 'ids.grammar.answers',
    description: 'One of the groups has no id.',
    wrap: recordsAt(groups, ({ id, ...rest }, index) => (index === 2 ? rest : { id, ...rest })),
  }),
  defineDeviation({
    name: 'id-twice-in-list',
    requirement: 'ids.unique',
    caughtBy: 'ids.unique.answers',
    description: 'Two groups have the same id.',
    wrap: recordsAt(groups, (record, index, all) => (index === 1 ? { ...record, id: all[0]!['id'] } : record)),
  }),
  defineDeviation({
    name: 'id-of-two-kinds',
    requirement: 'ids.unique',
    caughtBy: 'ids.unique.answers',
    description: 'A group has the id of its project.',
    wrap: idOfProject,
  }),
  defineDeviation({
    name: 'ids-unique-per-kind',
    requirement: 'ids.unique',
    caughtBy: 'ids.unique.answers',
    description: 'A group has the id of an event: ids are of one record among those of its kind alone.',
    wrap: sharedByKinds,
  }),
  defineDeviation({
    name: 'token-ids-fall',
    requirement: 'ids.order',
    caughtBy: 'ids.order.tokens',
    description: 'A later token has a lower id.',
    wrap: fallingTokenIds,
  }),
  defineDeviation({
    name: 'creation-times-unrelated',
    requirement: 'ids.order',
    caughtBy: 'ids.order.times',
    description: 'The ids of environments and resources do not rise with their times of creation.',
    wrap: recordsAt(/\/(?:environments|resources)$/, (record) => {
      const days = ((record['id'] as string).codePointAt(26)! * 37) % 100
      return { ...record, created_at: new Date(Date.UTC(2025, 0, 1 + days)).toISOString() }
    }),
  }),
  defineDeviation({
    name: 'new-product-has-low-id',
    requirement: 'ids.order',
    caughtBy: 'ids.order.products',
    description: 'A new product has an id below those of older ones.',
    wrap: lowNewProducts,
  }),
  defineDeviation({
    name: 'product-ids-prefixed',
    requirement: 'ids.never-prefixed',
    caughtBy: 'ids.never-prefixed.answers',
    description: 'The ids of products are answered with a prefix.',
    wrap: recordsAt(products, (record) => ({ ...record, id: `prd_${record['id'] as string}` })),
  }),
  defineDeviation({
    name: 'event-ids-prefixed',
    requirement: 'ids.never-prefixed',
    caughtBy: 'ids.never-prefixed.answers',
    description: 'The ids of events are answered with a prefix.',
    wrap: recordsAt(events, (record) => ({ ...record, id: `evt_${record['id'] as string}` })),
  }),
  defineDeviation({
    name: 'reference-prefixed',
    requirement: 'ids.never-prefixed',
    caughtBy: 'ids.never-prefixed.answers',
    description: 'The project of an environment is answered with a prefix.',
    wrap: recordsAt(environments, (record) =>
      typeof record['project_id'] === 'string' ? { ...record, project_id: `prj_${record['project_id']}` } : record,
    ),
  }),
  defineDeviation({
    name: 'renamed-token-id-prefixed',
    requirement: 'ids.never-prefixed',
    caughtBy: 'ids.never-prefixed.answers',
    description: 'The answer to renaming a token has a prefixed id.',
    wrap: tokenAnswer(/\/access-tokens\/[^/]+$/, (id) => `pat_${id}`),
  }),
]
