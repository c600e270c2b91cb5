import { type Deviation, defineDeviation, type FetchLike, rewriteJson, rewriteUrl } from './define-deviation.ts'
import { itemsOf, replaceItems } from './product-list.ts'

type AnyRecord = Readonly<Record<string, unknown>>

/** Alters the records of a list at a path. */
function recordsAt(path: RegExp, change: (record: AnyRecord, index: number, all: readonly AnyRecord[]) => unknown): (next: FetchLike) => FetchLike {
  return rewriteJson((request, response) => response.status === 200 && request.method === 'GET' && path.test(new URL(request.url).pathname), (body) => replaceItems(body, itemsOf(body).map((record, index, all) => change(record, index, all))))
}

const environments = /\/environments$/
const products = /\/products$/
const groups = /\/groups\/$/
const events = /\/events\/$/
const tokens = /\/access-tokens(?:\/[^/]+)?$/

/** Alters the id of a token in the answer to a POST. */
function tokenAnswer(path: RegExp, change: (id: string) => string): (next: FetchLike) => FetchLike {
  return rewriteJson((request, response) => response.ok && request.method === 'POST' && path.test(new URL(request.url).pathname), (body) => ({ ...(body as AnyRecord), id: change((body as { id: string }).id) }))
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Another id for each, in the opposite order; applied twice, the first again. */
const opposite = (id: string) => Array.from(id, (character) => alphabet[61 - alphabet.indexOf(character)]).join('')

/** Tokens are known by ids that fall from one to the next. */
const fallingTokenIds = (next: FetchLike): FetchLike => {
  const answered = rewriteJson((request, response) => response.ok && tokens.test(new URL(request.url).pathname), (body) => {
    const turned = (record: AnyRecord) => (typeof record['id'] === 'string' ? { ...record, id: opposite(record['id']) } : record)
    const items = itemsOf(body)
    return items.length > 0 && typeof items[0] === 'object' && 'id' in items[0] ? replaceItems(body, items.map(turned)) : turned(body as AnyRecord)
  })
  const asked = rewriteUrl((url) => {
    const match = /^(.*\/access-tokens\/(?:[a-z]{3}_)?)([0-9A-Za-z]{27})$/.exec(url.pathname)
    if (!match) return undefined
    url.pathname = match[1]! + opposite(match[2]!)
    return url
  })
  return answered(asked(next))
}

/** One of the groups is listed by the id of their project. */
const idOfProject: (next: FetchLike) => FetchLike = rewriteJson((request, response) => response.status === 200 && request.method === 'GET' && groups.test(new URL(request.url).pathname), (body, request) => {
  const { pathname, searchParams } = new URL(request.url)
  const id = /([0-9A-Za-z]{27})\/groups\/$/.exec(pathname)?.[1]
  const isFirst = (searchParams.get('cursor') ?? '0:0:0').split(':')[1] === '0'
  return replaceItems(body, itemsOf(body).map((record, index) => (index === 4 && isFirst ? { ...record, id } : record)))
})

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
  const listed = recordsAt(products, (record) => (made.has(record['id'] as string) ? { ...record, id: `0${(record['id'] as string).slice(1)}` } : record))(next)
  return async (request) => {
    const making = request.method === 'POST' && request.url.includes('catalog_products')
    const response = await listed(request)
    if (making && response.ok) made.add(((await response.clone().json()) as { id: string }).id)
    return response
  }
}

/** Ids of a place in a request, as it takes them. */
function refusing(path: RegExp, refused: (id: string) => boolean, parameter?: string): (next: FetchLike) => FetchLike {
  return (next) => (request) => {
    const url = new URL(request.url)
    const given = path.exec(decodeURIComponent(url.pathname))?.[1]
    const id = parameter === undefined ? given : (given !== undefined && url.searchParams.get(parameter)) || undefined
    if (request.method !== 'GET' || id === undefined || !refused(id)) return next(request)
    return Promise.resolve(new Response('{"error":{"code":"invalid_id","message":"That is not an id of this kind."}}', { status: 400, headers: { 'content-type': 'application/json' } }))
  }
}

const catalog = /\/catalogs\/([^/]+)\/products$/
const issue = /^\/0\/issues\/([^/]+)\/events\/$/
const project = /^\/0\/projects\/([^/]+)\/groups\/$/
const capabilities = /^\/services\/([^/]+)\/capabilities$/

const prefixed = (id: string) => /^[a-z]{3}_/.test(id)
/** A prefix other than those that could be meant there. */
const foreign = (...meant: readonly string[]) => (id: string) => prefixed(id) && !meant.includes(id.slice(0, 4))

/** Violations of clause 2.1 by ids in answers, and by prefixes in requests. */
export const idDeviations: readonly Deviation[] = [
  defineDeviation({ name: 'event-ids-too-long', requirement: 'ids.grammar', caughtBy: 'ids.grammar.answers', description: 'The ids of events have 28 characters.', wrap: recordsAt(events, (record) => ({ ...record, id: `${record['id'] as string}0` })) }),
  defineDeviation({ name: 'group-ids-too-short', requirement: 'ids.grammar', caughtBy: 'ids.grammar.answers', description: 'The ids of groups have 26 characters.', wrap: recordsAt(groups, (record) => ({ ...record, id: (record['id'] as string).slice(0, 26) })) }),
  defineDeviation({ name: 'environment-ids-with-hyphens', requirement: 'ids.grammar', caughtBy: 'ids.grammar.answers', description: 'The ids of environments have a hyphen in them.', wrap: recordsAt(environments, (record) => ({ ...record, id: `${(record['id'] as string).slice(0, 8)}-${(record['id'] as string).slice(9)}` })) }),
  defineDeviation({ name: 'group-ids-are-numbers', requirement: 'ids.grammar', caughtBy: 'ids.grammar.answers', description: 'The ids of groups are numbers.', wrap: recordsAt(groups, (record, index) => ({ ...record, id: 1000 + index })) }),
  defineDeviation({ name: 'one-group-without-id', requirement: 'ids.grammar', caughtBy: 'ids.grammar.answers', description: 'One of the groups has no id.', wrap: recordsAt(groups, ({ id, ...rest }, index) => (index === 2 ? rest : { id, ...rest })) }),
  defineDeviation({ name: 'id-twice-in-list', requirement: 'ids.unique', caughtBy: 'ids.unique.answers', description: 'Two groups have the same id.', wrap: recordsAt(groups, (record, index, all) => (index === 1 ? { ...record, id: all[0]!['id'] } : record)) }),
  defineDeviation({ name: 'id-of-two-kinds', requirement: 'ids.unique', caughtBy: 'ids.unique.answers', description: 'A group has the id of its project.', wrap: idOfProject }),
  defineDeviation({ name: 'ids-unique-per-kind', requirement: 'ids.unique', caughtBy: 'ids.unique.answers', description: 'A group has the id of an event: ids are of one record among those of its kind alone.', wrap: sharedByKinds }),
  defineDeviation({ name: 'token-ids-fall', requirement: 'ids.order', caughtBy: 'ids.order.tokens', description: 'A later token has a lower id.', wrap: fallingTokenIds }),
  defineDeviation({ name: 'creation-times-unrelated', requirement: 'ids.order', caughtBy: 'ids.order.times', description: 'The ids of environments and resources do not rise with their times of creation.', wrap: recordsAt(/\/(?:environments|resources)$/, (record) => ({ ...record, created_at: new Date(Date.UTC(2025, 0, 1) + (((record['id'] as string).codePointAt(26)! * 37) % 100) * 86_400_000).toISOString() })) }),
  defineDeviation({ name: 'new-product-has-low-id', requirement: 'ids.order', caughtBy: 'ids.order.products', description: 'A new product has an id below those of older ones.', wrap: lowNewProducts }),
  defineDeviation({ name: 'product-ids-prefixed', requirement: 'ids.never-prefixed', caughtBy: 'ids.never-prefixed.answers', description: 'The ids of products are answered with a prefix.', wrap: recordsAt(products, (record) => ({ ...record, id: `prd_${record['id'] as string}` })) }),
  defineDeviation({ name: 'event-ids-prefixed', requirement: 'ids.never-prefixed', caughtBy: 'ids.never-prefixed.answers', description: 'The ids of events are answered with a prefix.', wrap: recordsAt(events, (record) => ({ ...record, id: `evt_${record['id'] as string}` })) }),
  defineDeviation({ name: 'reference-prefixed', requirement: 'ids.never-prefixed', caughtBy: 'ids.never-prefixed.answers', description: 'The project of an environment is answered with a prefix.', wrap: recordsAt(environments, (record) => (typeof record['project_id'] === 'string' ? { ...record, project_id: `prj_${record['project_id']}` } : record)) }),
  defineDeviation({ name: 'renamed-token-id-prefixed', requirement: 'ids.never-prefixed', caughtBy: 'ids.never-prefixed.answers', description: 'The answer to renaming a token has a prefixed id.', wrap: tokenAnswer(/\/access-tokens\/[^/]+$/, (id) => `pat_${id}`) }),
  defineDeviation({ name: 'prefixed-catalog-refused', requirement: 'ids.prefixed-form', caughtBy: 'ids.prefixed-form.catalog', description: 'The products take a bare catalog id alone.', wrap: refusing(catalog, prefixed) }),
  defineDeviation({ name: 'prefixed-issue-refused', requirement: 'ids.prefixed-form', caughtBy: 'ids.prefixed-form.issue', description: 'The events take a bare issue id alone.', wrap: refusing(issue, prefixed) }),
  defineDeviation({ name: 'prefixed-connection-refused', requirement: 'ids.prefixed-form', caughtBy: 'ids.prefixed-form.adapter-connection', description: 'The Services API takes a bare adapter connection id alone.', wrap: refusing(capabilities, prefixed) }),
  defineDeviation({ name: 'prefixed-starting-after-refused', requirement: 'ids.prefixed-cursor', caughtBy: 'ids.prefixed-cursor.starting-after', description: 'starting_after takes a bare id alone.', wrap: refusing(catalog, prefixed, 'starting_after') }),
  defineDeviation({ name: 'prefixed-ending-before-refused', requirement: 'ids.prefixed-cursor', caughtBy: 'ids.prefixed-cursor.ending-before', description: 'ending_before takes a bare id alone.', wrap: refusing(catalog, prefixed, 'ending_before') }),
  defineDeviation({ name: 'prefixed-cursor-ignored', requirement: 'ids.prefixed-cursor', caughtBy: 'ids.prefixed-cursor.starting-after', description: 'A prefixed starting_after gives the first page.', wrap: rewriteUrl((url) => {
    if (!/^[a-z]{3}_[0-9A-Za-z]{27}$/.test(url.searchParams.get('starting_after') ?? '')) return undefined
    url.searchParams.delete('starting_after')
    return url
  }) }),
  defineDeviation({ name: 'prefixed-ending-before-ignored', requirement: 'ids.prefixed-cursor', caughtBy: 'ids.prefixed-cursor.ending-before', description: 'A prefixed ending_before gives the first page.', wrap: rewriteUrl((url) => {
    if (!/^[a-z]{3}_[0-9A-Za-z]{27}$/.test(url.searchParams.get('ending_before') ?? '')) return undefined
    url.searchParams.delete('ending_before')
    return url
  }) }),
  defineDeviation({ name: 'foreign-ending-before-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.cursor-back', description: 'ending_before takes the prefix of a product alone.', wrap: refusing(catalog, foreign('prd_'), 'ending_before') }),
  defineDeviation({ name: 'foreign-project-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.project', description: 'The groups take the prefix of a project alone.', wrap: refusing(project, foreign('prj_')) }),
  defineDeviation({ name: 'named-prefixes-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.known', description: 'The products take no catalog id with a prefix that is named for another kind of object.', wrap: refusing(catalog, (id) => /^(?:wrk|flw|prj)_/.test(id)) }),
  defineDeviation({ name: 'foreign-catalog-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.catalog', description: 'The products take a catalog id with the prefix of a catalog alone.', wrap: refusing(catalog, foreign('cat_')) }),
  defineDeviation({ name: 'foreign-issue-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.issue', description: 'The events take an issue id with the prefix of an issue alone.', wrap: refusing(issue, foreign('iss_')) }),
  defineDeviation({ name: 'foreign-connection-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.adapter-connection', description: 'The Services API takes the prefix of an adapter connection alone.', wrap: refusing(capabilities, foreign('adc_')) }),
  defineDeviation({ name: 'foreign-cursor-prefix-refused', requirement: 'ids.prefix-ignored', caughtBy: 'ids.prefix-ignored.cursor', description: 'A cursor takes the prefix of a product alone.', wrap: refusing(catalog, foreign('prd_'), 'starting_after') }),
  defineDeviation({ name: 'project-prefix-refused', requirement: 'ids.known-prefixes', caughtBy: 'ids.known-prefixes.project', description: 'The groups do not take prj_ before the id of a project.', wrap: refusing(project, (id) => id.startsWith('prj_')) }),
]
