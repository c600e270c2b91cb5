// Input whose effect the specification leaves open: parameters, cursors, paths, versions.
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { because } from '../../conclusions/cause.ts'
import { findMember } from '../../reading/find-list.ts'
import { fallingOrder, idPrefix, stripPrefix } from '../../reading/id-forms.ts'
import { mostFrequent } from '../../reading/same-json.ts'
import type { Answers } from '../answers.ts'
import {
  assumed,
  bound,
  learned,
  type Observation,
  unrepresentable,
  unobservable,
  unobservableBut,
} from '../observation.ts'
import { redirectForm } from '../redirect-form.ts'
import { sentLimit } from '../questions/reads.ts'
import { namesStatus } from '../questions/writes.ts'
import { firstProducts } from '../questions/products.ts'
import { places } from '../questions/places.ts'
import { knownIds } from '../questions/variations.ts'
import { byOperation } from './by-operation.ts'
import { type ConventionObserver, refusedOr, succeeds, whereServed } from './observer.ts'
import { hasSuccessStatus, isRefusalStatus } from '../../reading/success.ts'

/** The versioned lists with cursors. */
const cursorLists = [
  { operation: 'products.list', name: 'products', firstPage: 'products.first' },
  { operation: 'environments.list', name: 'environments', firstPage: 'environments.limit-1' },
  { operation: 'resources.list', name: 'resources', firstPage: 'resources.limit-1' },
] as const
type PagedList = (typeof cursorLists)[number]
type LearnedObservation = Extract<Observation, { readonly state: 'learned' }>

/** True for a list that answers a page of one of its records, or refuses it, and would ignore an unknown `limit`. */
const hasPages = ({ name, operation, firstPage }: PagedList, answers: Answers): boolean =>
  name === 'products' ||
  (answers.ids(operation).length > 1 && answers.ids(firstPage).length === 1) ||
  (isRefusalStatus(answers.status(firstPage)) && answers.hasSuccess(`${name}.unknown-parameter`))

export const unknownCursor: ConventionObserver = byOperation(cursorLists, (list) => (answers) => {
  const { name, operation, firstPage } = list
  const question = `${name}.unknown-cursor`
  if (!hasPages(list, answers)) return unobservable(answers.whyNot(question))
  const observation = refusedOr({ question, usual: operation }, 'refuse', 'continue')(answers)
  if (observation.state !== 'learned') return observation
  // A service that ignores an unknown cursor returns the first page again.
  const [first] = answers.ids(firstPage)
  const isFirstAgain = first !== undefined && answers.ids(question)[0] === first
  // Products are asked with an id near the third one, so only the first page again says nothing for certain.
  if (name === 'products' && (observation.value === 'refuse' || !isFirstAgain)) return observation
  return placedCursor({ observation, isFirstAgain }, list, answers)
})

/** The observation of an unknown cursor by its place among the records, which descend. */
function placedCursor(
  { observation, isFirstAgain }: { readonly observation: LearnedObservation; readonly isFirstAgain: boolean },
  { name, operation, firstPage }: PagedList,
  answers: Answers,
): Observation {
  if (observation.value === 'continue' && !isFirstAgain) return observation
  const question = `${name}.unknown-cursor`
  const ids = answers.ids(operation).map(stripPrefix)
  const order = ids.length > 1 ? fallingOrder(ids) : undefined
  const sent = new URL(answers.get(question)!.request.url).searchParams.get('starting_after')
  if (!order || sent === null) return unobservable(because.data, question)
  const cursor = stripPrefix(sent)
  if (observation.value === 'continue')
    return order(cursor, ids[0]!) < 0
      ? unrepresentable(['the first page'], [firstPage, question])
      : // Before all records, a cursor that is used and one that is ignored give the same page.
        unobservableBut(because.data, 'continue', question)
  // After all records, the refusal may be that of the last cursor.
  return knownIds({ name, operation }, answers).some((id) => order(stripPrefix(id), cursor) < 0)
    ? observation
    : unobservable(because.data, question)
}

/** The page after the last record: empty, or refused like something unknown. The size of other lists may change. */
export const lastCursor: ConventionObserver = (answers) =>
  // A service that takes an unknown cursor is not asked.
  answers.hasSuccess('products.unknown-cursor')
    ? { ...assumed('products.unknown-cursor'), value: 200 }
    : pageBehindLast(answers)

const pageBehindLast = whereServed('products.behind-last', 'products.list', (_answers, status, question) =>
  learned(isRefusalStatus(status) ? status : 200, 'products.list', question),
)

export const bothCursors: ConventionObserver = byOperation(cursorLists, (list) => (answers) => {
  const { name, operation } = list
  const question = `${name}.both-cursors`
  if (!hasPages(list, answers)) return unobservable(answers.whyNot(question))
  const observation = refusedOr({ question, usual: operation }, 'refuse', 'startingAfter')(answers)
  if (observation.state !== 'learned' || observation.value === 'refuse') return observation
  // Both cursors were the second record: no record is both after and before it.
  const ids = name === 'products' ? firstProducts(answers) : answers.ids(operation)
  const between = answers.ids(question)
  if (between.length > 0 && between[0] === ids[2]) return observation
  const ends = between.length === 0 ? 'the records between both' : 'ending_before wins'
  return unrepresentable([ends], [question])
})

/** Reading shows nothing of the other operations at the same path. */
const singlePlaces = places.map(({ name, operation }) => ({ name, operation }))

export const unknownParameters: ConventionObserver = byOperation(singlePlaces, ({ name, operation }) =>
  refusedOr({ question: `${name}.unknown-parameter`, usual: operation }, 'refuse', 'ignore'),
)

/** An empty filter: matched exactly, ignored, or refused. */
export const emptyParameters = whereServed('products.empty-parameter', 'products.list', (answers, status, question) => {
  if (isRefusalStatus(status)) return learned('refuse', question)
  const [all, empty] = [answers.list('products.list'), answers.list(question)]
  if (!all || !empty || all.items.length === 0) return unobservable(because.data, question)
  if (all.items.some((item) => findMember(item, 'brand') === '')) return unobservable(because.data, 'products.list')
  if (empty.items.length === 0) return learned('exact', 'products.list', question)
  return sameIdOrder(answers.ids('products.list'), answers.ids(question))
    ? learned('ignore', 'products.list', question)
    : unrepresentable(['other records'], ['products.list', question])
})

const sameIdOrder = (left: readonly string[], right: readonly string[]): boolean => left.join(' ') === right.join(' ')

/** Two values of one parameter: refused, the first, or the last. */
export const repeatedParameters = whereServed('products.repeated-parameter', undefined, (answers, status, question) => {
  const [, second, third] = firstProducts(answers)
  if (isRefusalStatus(status)) return learned('refuse', 'products.next', question)
  const [begin] = answers.ids(question)
  if (third === undefined || begin === undefined) return unobservable(because.data, question)
  if (begin === second || begin === third)
    return learned(begin === second ? 'first' : 'last', 'products.next', question)
  return unrepresentable(['neither of both'], [question])
})

/** An unknown member of a body. */
export const unknownMembers = refusedOr(
  { question: 'access-tokens.unknown-member', usual: 'access-tokens.rename', also: ['access-tokens.rename'] },
  'refuse',
  'ignore',
  succeeds,
)

export const trailingSlash: ConventionObserver = byOperation(places, ({ name, operation }) =>
  whereServed(`${name}.slash`, operation, (answers, status, question) => {
    // The form of the answer has the redirect to the documented path.
    if (redirectForm(answers.get(question)!, [])?.endsWith(' slash')) return learned('any', question)
    if (answers.json(question) !== undefined) return learned('any', question)
    return status === 404 || status === 405
      ? learned('documented', question)
      : unrepresentable([`status ${status}`], [question], 'documented')
  }),
)

/** The answers to OPTIONS. A part of the API with other answers is left to the forms of answers. */
export const optionsAnswer: ConventionObserver = (answers) => {
  const questions = ['environments', 'products', 'legacy.groups', 'access-tokens'].map((name) => `${name}.options`)
  const seen = questions.flatMap((question) => {
    const exchange = answers.get(question)
    return exchange ? [{ question, value: describingForm(exchange) }] : []
  })
  if (seen.length === 0) return unobservable(answers.whyNot(...questions))
  const usual = mostFrequent(seen.map(({ value }) => value))!
  const same = seen.filter(({ value }) => value === usual)
  return /^\d/.test(usual)
    ? unrepresentable(
        [`status ${usual}`],
        seen.map(({ question }) => question),
      )
    : learned(usual, ...same.map(({ question }) => question))
}

/** The value of the convention for an answer, or a status that it does not have. */
function describingForm({ response: { status, text } }: Exchange): string {
  if (status === 204) return 'noContent'
  return status === 200 ? (text === '' ? 'empty' : 'description') : String(status)
}

/** The versions that answer, the current one first. */
export const versions: ConventionObserver = (answers, target) => {
  const { version = '1.13' } = target
  if (answers.list('environments.list') === undefined) return unobservable(answers.whyNot('environments.list'))
  const others = ['versions.above', 'versions.below'].flatMap((question) => {
    const exchange = answers.get(question)
    if (!exchange || !answers.list(question)) return []
    return [decodedSegments(new URL(exchange.request.url).pathname).at(-2)!]
  })
  const seenIn = ['environments.list', 'versions.below', 'versions.above'].filter((id) => answers.get(id))
  return learned([version, ...others], ...seenIn)
}

/** Whether undocumented resources are served under the version. */
export const versionedResources = whereServed('projects.list', 'environments.list', (answers, status, question) => {
  if (!answers.list('environments.list')) return unobservable(answers.whyNot('environments.list'), question)
  if (answers.list(question)) return learned('on', question)
  const isUnknown = [404, 405, answers.status('products.unknown-catalog')].includes(status)
  return isUnknown ? learned('off', question) : unrepresentable([`status ${status}`], [question], 'off')
})

export const bareScope = refusedOr(
  { question: 'configurations.bare-scope', usual: 'configurations.value', also: ['configurations.value'] },
  'refuse',
  'accept',
  succeeds,
)

/** The prefix of an environment as a configuration scope: that of the sample, or `env_` if it works. */
export const environmentPrefix: ConventionObserver = (answers, { samples: { scopeId = '' } = {} }) => {
  const prefix = idPrefix(scopeId)
  const isEnvironment = answers.ids('environments.list').some((id) => stripPrefix(id) === stripPrefix(scopeId))
  if (isEnvironment && prefix !== '' && answers.hasSuccess('configurations.value'))
    return learned(prefix, 'environments.list', 'configurations.value')
  const question = 'configurations.environment'
  const status = answers.status(question)
  if (status === undefined) return unobservable(answers.whyNot(question))
  if (answers.hasSuccess(question)) return learned('env_', question)
  const told = answers.get('configurations.told-prefix')
  if (told && hasSuccessStatus(told))
    return learned(
      idPrefix(decodedSegments(new URL(told.request.url).pathname).at(-1)!),
      question,
      'configurations.told-prefix',
    )
  // A refusal of the prefix looks like that of an environment without a value at the path.
  return unobservable(because.data, question)
}

/** The requests that a credential may send per minute, from headers. Without headers it is unknown. */
export const rateLimit: ConventionObserver = (answers) => {
  for (const [question, asked] of answers.all()) {
    if (!('exchange' in asked)) continue
    const { headers } = asked.exchange.response
    const told = headers['ratelimit-limit'] ?? headers['x-ratelimit-limit']
    if (told === undefined) continue
    const limit = /^\s*(\d{1,9})/.exec(told)?.[1]
    const window = /(?:^|;)\s*w=(\d+)/.exec(told)?.[1]
    if (limit === undefined) return unrepresentable(['ratelimit-limit'], [question])
    if (window !== undefined && window !== '60') return unrepresentable([`a window of ${window} s`], [question])
    const reset = Number(headers['ratelimit-reset'] ?? headers['x-ratelimit-reset'] ?? Number.NaN)
    // Without an announced length, the start of the next window decides: more than a minute away means a longer window.
    return reset > 61 && reset < 1e6
      ? unrepresentable(['a window of more than 60 s'], [question])
      : learned(Number(limit), question)
  }
  return assumed(
    ...answers
      .all()
      .slice(0, 1)
      .map(([question]) => question),
  )
}

/** A limit above the largest page is refused, or gets a page of that size. */
export const excessiveLimit: ConventionObserver = byOperation(cursorLists, (list) =>
  whereServed(`${list.name}.limit-huge`, undefined, (answers, status, question) => {
    // A service may refuse small limits, too.
    const accepted = [`${list.name}.largest-limit`, list.firstPage].find((id) => answers.hasSuccess(id))
    if (accepted === undefined || !hasPages(list, answers))
      return unobservable(answers.whyNot(list.firstPage), question)
    if (isRefusalStatus(status)) return learned('refuse', question, accepted)
    // No page has this many records, and a service that refused such a limit would have no page of this size.
    return answers.list(question) ? learned('clamp', question) : unrepresentable([`status ${status}`], [question])
  }),
)

/** The smallest limit that is accepted. A service that clamps smaller ones cannot be expressed. */
export const minimumLimit: ConventionObserver = byOperation(cursorLists, (list) => (answers) => {
  // Other lists may take a limit that the products refuse.
  if (list.name !== 'products')
    return answers.get('products.least-limit') && answers.ids(list.firstPage).length === 1
      ? learned(1, list.firstPage)
      : unobservable(answers.whyNot(list.firstPage), list.firstPage)
  const first = answers.get('products.first')
  if (!first) return unobservable(answers.whyNot('products.first'))
  const least = answers.get('products.least-limit')
  if (least) return learned(sentLimit(least), 'products.first', 'products.least-limit')
  const page = answers.list('products.first')
  if (!page) return unobservable(answers.whyNot('products.least-limit'), 'products.first')
  if (page.items.length > sentLimit(first))
    return unrepresentable([`${page.items.length} records for limit=${sentLimit(first)}`], ['products.first'])
  return sentLimit(first) === 1 ? learned(1, 'products.first') : assumed('products.first')
})

export const maximumLimit: ConventionObserver = byOperation(cursorLists, (list) => (answers) => {
  const [huge, largest] = [`${list.name}.limit-huge`, `${list.name}.largest-limit`]
  const found = answers.get(largest)
  if (found && !answers.hasSuccess(huge)) return learned(sentLimit(found), huge, largest)
  const page = answers.list(huge)
  if (page && answers.hasMore(huge)) return learned(page.items.length, huge)
  if (!hasPages(list, answers)) return unobservable(answers.whyNot(huge))
  const seen = page ?? answers.list(list.operation)
  return seen ? bound(seen.items.length, huge) : unobservable(answers.whyNot(huge))
})

export const defaultLimit: ConventionObserver = byOperation(cursorLists, (list) => (answers) => {
  const { operation } = list
  const page = answers.list(operation)
  if (!page || !hasPages(list, answers)) return unobservable(answers.whyNot(operation))
  return answers.hasMore(operation) ? learned(page.items.length, operation) : bound(page.items.length, operation)
})

/** The lists that may be whole. */
const maybePaged = [
  { operation: 'environments.list', name: 'environments' },
  { operation: 'resources.list', name: 'resources' },
  { operation: 'access-tokens.list', name: 'access-tokens' },
] as const

export const pagedLists: ConventionObserver = byOperation(maybePaged, ({ name, operation }) => (answers) => {
  const seenIn = [operation, `${name}.limit-2`, `${name}.limit-1`].filter((question) => answers.get(question))
  const [all, two, limited] = [operation, `${name}.limit-2`, `${name}.limit-1`].map((question) =>
    answers.list(question),
  )
  if (!all || !limited) return unobservable(answers.whyNot(operation, `${name}.limit-1`), ...seenIn)
  if (limited.items.length > 1) return learned(false, ...seenIn)
  return all.items.length > 1 || (two?.items.length ?? 0) > 1
    ? learned(true, ...seenIn)
    : unobservable(because.data, ...seenIn)
})

/** A group is created with a status only where one without it was refused. */
export const groupStatus: ConventionObserver = (answers) => {
  const question = 'legacy.groups.create'
  const created = answers.get(question)
  if (!created || !hasSuccessStatus(created)) return unobservable(answers.whyNot(question))
  if (!namesStatus(created)) return learned('optional', question)
  const bare = 'legacy.groups.without-status'
  const status = answers.status(bare)
  if (status === undefined) return unobservable(answers.whyNot(bare), question)
  return learned(isRefusalStatus(status) ? 'required' : 'optional', question, bare)
}

/** Whether records have more than `id` and `name`: a product then has the members that its filters match. */
export const recordMembers: ConventionObserver = (answers) => {
  const items = answers.list('products.list')?.items ?? []
  if (items.length === 0) return unobservable(answers.whyNot('products.list'))
  const shows = (name: string) => items.some((item) => findMember(item, name) !== undefined)
  if (shows('brand') || shows('category')) return learned('full', 'products.list')
  const others = new Set(items.flatMap((item) => Object.keys(item)).filter((name) => name !== 'id' && name !== 'name'))
  return others.size === 0
    ? learned('minimal', 'products.list')
    : unrepresentable([...others].toSorted(), ['products.list'])
}

/** Whether `/0/projects/` answers an API key with a list, or with its project. */
export const legacyProjects: ConventionObserver = (answers): Observation => {
  const json = answers.json('legacy.projects')
  if (json === undefined) return unobservable(answers.whyNot('legacy.projects'))
  if (answers.list('legacy.projects')) return learned('list', 'legacy.projects')
  const record = answers.record('legacy.projects')
  if (!record) return unrepresentable(['neither a list nor a project'], ['legacy.projects'])
  return record === json
    ? learned('object', 'legacy.projects')
    : unrepresentable(['the wrapper of the project'], ['legacy.projects'], 'object')
}
