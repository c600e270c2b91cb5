// Input whose effect the specification leaves open: parameters, cursors, paths, versions.
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { because } from '../../conclusions/cause.ts'
import { findMember } from '../../reading/find-list.ts'
import { stripPrefix, idPrefix } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import { assumed, bound, learned, type Observation, unrepresentable, unseen } from '../observation.ts'
import { redirectForm } from '../redirect-form.ts'
import { sentLimit } from '../questions/reads.ts'
import { firstProducts } from '../questions/products.ts'
import type { ConventionObserver } from './observer.ts'
import { hasSuccessStatus } from '../../reading/success.ts'

const isRefusalStatus = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500

/** One of two values, depending on whether an input was refused. */
function refusedOr(question: string, refused: unknown, served: unknown, control: string): ConventionObserver {
  return (answers) => {
    const status = answers.status(question)
    if (status === undefined) return unseen(answers.whyNot(question))
    // If the same request is also refused without the unusual part, the refusal says nothing about that part.
    if (!answers.hasSuccess(control)) return unseen(answers.whyNot(control), question)
    if (isRefusalStatus(status)) return learned(refused, question)
    return answers.json(question) !== undefined
      ? learned(served, question)
      : unrepresentable([`status ${status}`], [question])
  }
}

export const unknownCursor: ConventionObserver = (answers, target) => {
  const observation = refusedOr('products.unknown-cursor', 'refuse', 'continue', 'products.list')(answers, target)
  if (observation.state !== 'learned' || observation.value === 'refuse') return observation
  // A service that ignores an unknown cursor returns the first page again.
  const [first] = answers.ids('products.first')
  return first !== undefined && answers.ids('products.unknown-cursor')[0] === first
    ? unrepresentable(['the first page'], ['products.first', 'products.unknown-cursor'])
    : observation
}

/** The page after the last record: empty, or refused like something unknown. */
export const lastCursor: ConventionObserver = (answers) => {
  // A service that takes an unknown cursor is not asked.
  if (answers.hasSuccess('products.unknown-cursor')) return { ...assumed('products.unknown-cursor'), value: 200 }
  const question = 'products.behind-last'
  const status = answers.status(question)
  if (status === undefined || !answers.hasSuccess('products.list')) return unseen(answers.whyNot(question))
  return learned(isRefusalStatus(status) ? status : 200, 'products.list', question)
}

export const bothCursors: ConventionObserver = (answers, target) => {
  const observation = refusedOr('products.both-cursors', 'refuse', 'startingAfter', 'products.list')(answers, target)
  if (observation.state !== 'learned' || observation.value === 'refuse') return observation
  // Both cursors were the second record: no record is both after and before it.
  const ids = firstProducts(answers)
  const between = answers.ids('products.both-cursors')
  if (between.length > 0 && between[0] === ids[2]) return observation
  const ends = between.length === 0 ? 'the records between both' : 'ending_before wins'
  return unrepresentable([ends], ['products.both-cursors'])
}

export const unknownParameters: ConventionObserver = refusedOr(
  'environments.unknown-parameter',
  'refuse',
  'ignore',
  'environments.list',
)

/** An empty filter: matched exactly, ignored, or refused. */
export const emptyParameters: ConventionObserver = (answers) => {
  const question = 'products.empty-parameter'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (!answers.hasSuccess('products.list')) return unseen(answers.whyNot('products.list'), question)
  if (isRefusalStatus(status)) return learned('refuse', question)
  const [all, empty] = [answers.list('products.list'), answers.list(question)]
  if (!all || !empty || all.items.length === 0) return unseen(because.data, question)
  if (all.items.some((item) => findMember(item, 'brand') === '')) return unseen(because.data, 'products.list')
  if (empty.items.length === 0) return learned('exact', 'products.list', question)
  return sameIdOrder(answers.ids('products.list'), answers.ids(question))
    ? learned('ignore', 'products.list', question)
    : unrepresentable(['other records'], ['products.list', question])
}

const sameIdOrder = (left: readonly string[], right: readonly string[]): boolean => left.join(' ') === right.join(' ')

/** Two values of one parameter: refused, the first, or the last. */
export const repeatedParameters: ConventionObserver = (answers) => {
  const question = 'products.repeated-parameter'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  const [, second, third] = firstProducts(answers)
  if (isRefusalStatus(status)) return learned('refuse', 'products.next', question)
  const [begin] = answers.ids(question)
  if (third === undefined || begin === undefined) return unseen(because.data, question)
  if (begin === second || begin === third)
    return learned(begin === second ? 'first' : 'last', 'products.next', question)
  return unrepresentable(['neither of both'], [question])
}

/** An unknown member of a body. */
export const unknownMembers: ConventionObserver = (answers) => {
  const question = 'access-tokens.unknown-member'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  const control = answers.status('access-tokens.rename')
  if (control === undefined || control >= 300) return unseen(because.refused, 'access-tokens.rename')
  if (isRefusalStatus(status)) return learned('refuse', question, 'access-tokens.rename')
  return status < 300 ? learned('ignore', question) : unrepresentable([`status ${status}`], [question])
}

export const trailingSlash: ConventionObserver = (answers) => {
  const question = 'environments.slash'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (!answers.hasSuccess('environments.list')) return unseen(answers.whyNot('environments.list'), question)
  // The form of the answer has the redirect to the documented path.
  if (redirectForm(answers.get(question)!, [])?.endsWith(' slash')) return learned('any', question)
  if (answers.list(question)) return learned('any', question)
  return status === 404 || status === 405
    ? learned('documented', question)
    : unrepresentable([`status ${status}`], [question], 'documented')
}

/** The answers to OPTIONS. A part of the API that answers otherwise is left to the forms of answers. */
export const optionsAnswer: ConventionObserver = (answers) => {
  const questions = ['environments', 'products', 'legacy.groups', 'access-tokens'].map((name) => `${name}.options`)
  const seen = questions.flatMap((question) => {
    const exchange = answers.get(question)
    return exchange ? [{ question, value: describingForm(exchange) }] : []
  })
  if (seen.length === 0) return unseen(answers.whyNot(...questions))
  const counted = [...Map.groupBy(seen, ({ value }) => value)]
  const [[usual = '', same] = []] = counted.toSorted(([, left], [, right]) => right.length - left.length)
  return /^\d/.test(usual)
    ? unrepresentable(
        [`status ${usual}`],
        seen.map(({ question }) => question),
      )
    : learned(usual, ...same!.map(({ question }) => question))
}

/** The value of the convention for an answer, or a status that it does not have. */
function describingForm({ response: { status, text } }: Exchange): string {
  if (status === 204) return 'noContent'
  return status === 200 ? (text === '' ? 'empty' : 'description') : String(status)
}

/** The versions that answer, the current one first. */
export const versions: ConventionObserver = (answers, target) => {
  const { version = '1.13' } = target
  if (answers.list('environments.list') === undefined) return unseen(answers.whyNot('environments.list'))
  const others = ['versions.above', 'versions.below'].flatMap((question) => {
    const exchange = answers.get(question)
    if (!exchange || !answers.list(question)) return []
    return [decodedSegments(new URL(exchange.request.url).pathname).at(-2)!]
  })
  const seenIn = ['environments.list', 'versions.below', 'versions.above'].filter((id) => answers.get(id))
  return learned([version, ...others], ...seenIn)
}

/** Whether undocumented resources are served under the version. */
export const versionedResources: ConventionObserver = (answers) => {
  const question = 'projects.list'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (answers.list('environments.list') === undefined) return unseen(answers.whyNot('environments.list'), question)
  if (answers.list(question)) return learned('on', question)
  const isUnknown = [404, 405, answers.status('products.unknown-catalog')].includes(status)
  return isUnknown ? learned('off', question) : unrepresentable([`status ${status}`], [question], 'off')
}

export const bareScope: ConventionObserver = (answers) => {
  const question = 'configurations.bare-scope'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (!answers.hasSuccess('configurations.value')) return unseen(answers.whyNot('configurations.value'), question)
  if (isRefusalStatus(status)) return learned('refuse', question, 'configurations.value')
  return answers.hasSuccess(question) ? learned('accept', question) : unrepresentable([`status ${status}`], [question])
}

/** The prefix of an environment as a configuration scope: that of the sample, or `env_` if it works. */
export const environmentPrefix: ConventionObserver = (answers, { samples: { scopeId = '' } = {} }) => {
  const prefix = idPrefix(scopeId)
  const isEnvironment = answers.ids('environments.list').some((id) => stripPrefix(id) === stripPrefix(scopeId))
  if (isEnvironment && prefix !== '' && answers.hasSuccess('configurations.value'))
    return learned(prefix, 'environments.list', 'configurations.value')
  const question = 'configurations.environment'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (answers.hasSuccess(question)) return learned('env_', question)
  const told = answers.get('configurations.told-prefix')
  if (told && hasSuccessStatus(told))
    return learned(
      idPrefix(decodedSegments(new URL(told.request.url).pathname).at(-1)!),
      question,
      'configurations.told-prefix',
    )
  // A refusal of the prefix looks like that of an environment without a value at the path.
  return unseen(because.data, question)
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
export const excessiveLimit: ConventionObserver = (answers) => {
  const question = 'products.limit-huge'
  const status = answers.status(question)
  if (status === undefined) return unseen(answers.whyNot(question))
  if (!answers.hasSuccess('products.first')) return unseen(answers.whyNot('products.first'), question)
  if (isRefusalStatus(status)) return learned('refuse', question, 'products.first')
  // No page has this many records, and a service that refused such a limit would have no page of this size.
  return answers.list(question) ? learned('clamp', question) : unrepresentable([`status ${status}`], [question])
}

/** The smallest limit that is accepted. A service that clamps smaller ones cannot be expressed. */
export const minimumLimit: ConventionObserver = (answers) => {
  const first = answers.get('products.first')
  if (!first) return unseen(answers.whyNot('products.first'))
  const least = answers.get('products.least-limit')
  if (least) {
    const value = sentLimit(least)
    const seenIn = ['products.first', 'products.least-limit'] as const
    // The environments may take a limit that the products refuse.
    return value > 1 && answers.list('environments.limit-1')?.items.length === 1
      ? learned({ $default: value, 'environments.list': 1 }, ...seenIn, 'environments.limit-1')
      : learned(value, ...seenIn)
  }
  const page = answers.list('products.first')
  if (!page) return unseen(answers.whyNot('products.least-limit'), 'products.first')
  if (page.items.length > sentLimit(first))
    return unrepresentable([`${page.items.length} records for limit=${sentLimit(first)}`], ['products.first'])
  return sentLimit(first) === 1 ? learned(1, 'products.first') : assumed('products.first')
}

/** The size of the page for a huge limit, if the list has more records. */
function largestByClamp(answers: Answers): number | undefined {
  const page = answers.list('products.limit-huge')
  return page && answers.hasMore('products.limit-huge') ? page.items.length : undefined
}

export const maximumLimit: ConventionObserver = (answers) => {
  const question = 'products.largest-limit'
  const largest = answers.get(question)
  if (largest && !answers.hasSuccess('products.limit-huge'))
    return learned(sentLimit(largest), 'products.limit-huge', question)
  const clamped = largestByClamp(answers)
  if (clamped !== undefined) return learned(clamped, 'products.limit-huge')
  const page = answers.list('products.limit-huge') ?? answers.list('products.list')
  return page ? bound(page.items.length, 'products.limit-huge') : unseen(answers.whyNot('products.limit-huge'))
}

export const defaultLimit: ConventionObserver = (answers) => {
  const page = answers.list('products.list')
  if (!page) return unseen(answers.whyNot('products.list'))
  return answers.hasMore('products.list')
    ? learned(page.items.length, 'products.list')
    : bound(page.items.length, 'products.list')
}

export const pagedLists: ConventionObserver = (answers) => {
  const seenIn = ['environments.list', 'environments.limit-2', 'environments.limit-1']
  const [all, two, limited] = seenIn.map((question) => answers.list(question))
  if (!all || !limited) return unseen(answers.whyNot(...seenIn))
  if (limited.items.length > 1) return learned(false, ...seenIn)
  return all.items.length > 1 || (two?.items.length ?? 0) > 1
    ? learned(true, ...seenIn)
    : unseen(because.data, ...seenIn)
}

/** Whether records have more than `id` and `name`: a product then has the members that its filters match. */
export const recordMembers: ConventionObserver = (answers) => {
  const items = answers.list('products.list')?.items ?? []
  if (items.length === 0) return unseen(answers.whyNot('products.list'))
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
  if (json === undefined) return unseen(answers.whyNot('legacy.projects'))
  if (answers.list('legacy.projects')) return learned('list', 'legacy.projects')
  const record = answers.record('legacy.projects')
  if (!record) return unrepresentable(['neither a list nor a project'], ['legacy.projects'])
  return record === json
    ? learned('object', 'legacy.projects')
    : unrepresentable(['what stands around the project'], ['legacy.projects'], 'object')
}
