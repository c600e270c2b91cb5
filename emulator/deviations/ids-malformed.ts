import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'

/** Ways in which an id can be malformed, by what its text looks like: written anew, not taken from the kit. */
const ways: Readonly<Record<string, RegExp>> = {
  short: /^[0-9A-Za-z]{26}$/,
  long: /^[0-9A-Za-z]{28}$/,
  hyphen: /^(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
  underscore: /^(?=.{27}$)(?![a-z]{3}_)[0-9A-Za-z]*_[0-9A-Za-z]*$/,
  number: /^\d{1,9}$/,
  'line-end': /^[0-9A-Za-z]{27}\n$/,
  'no-underscore': /^[a-z]{3}[0-9A-Za-z]{27}$/,
  'non-ascii': /^[0-9A-Za-z]*[^\0-\x7F][0-9A-Za-z]*$/u,
  'upper-case-prefix': /^[A-Z]{3}_[0-9A-Za-z]{27}$/,
  'two-letter-prefix': /^[a-z]{2}_[0-9A-Za-z]{27}$/,
  'four-letter-prefix': /^[a-z]{4}_[0-9A-Za-z]{27}$/,
  'digit-prefix': /^(?=[a-z]*\d)[a-z\d]{3}_[0-9A-Za-z]{27}$/,
  'two-prefixes': /^[a-z]{3}_[a-z]{3}_[0-9A-Za-z]{27}$/,
  'prefixed-short': /^[a-z]{3}_[0-9A-Za-z]{26}$/,
  'prefixed-long': /^[a-z]{3}_[0-9A-Za-z]{28}$/,
  'prefixed-hyphen': /^[a-z]{3}_(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
}

/** Where an id stands in a request. */
type Place = (url: URL, method: string) => string | undefined

const inPath =
  (method: string, path: RegExp): Place =>
  (url, given) =>
    given === method ? path.exec(decodeURIComponent(url.pathname))?.[1] : undefined
const inQuery =
  (parameter: string): Place =>
  (url) =>
    url.pathname.endsWith('/products') ? (url.searchParams.get(parameter) ?? undefined) : undefined

const catalog = inPath('GET', /\/catalogs\/([^/]+)\/products$/)
const capabilities = inPath('GET', /^\/services\/([^/]+)\/capabilities$/)
const scope = inPath('GET', /\/configurations\/([^/]+)$/)
const command = inPath('POST', /^\/services\/([^/]+)\/[^/]+$/)
const renamed = inPath('POST', /\/access-tokens\/([^/]+)$/)
const deleted = inPath('DELETE', /\/access-tokens\/([^/]+)$/)
const groups = inPath('GET', /^\/0\/projects\/([^/]+)\/groups\/$/)
const newGroup = inPath('POST', /^\/0\/projects\/([^/]+)\/groups\/$/)
const events = inPath('GET', /^\/0\/issues\/([^/]+)\/events\/$/)

/** A place that takes an id which is malformed in one way: it looks for an object, and finds none. */
function taking(place: Place, way: RegExp, status = 404): FetchWrapper {
  return (next) => (request) => {
    const id = place(new URL(request.url), request.method)
    if (id === undefined || !way.test(id)) return next(request)
    const body =
      status === 200
        ? { data: [], has_more: false }
        : { error: { code: 'not_found', message: 'There is nothing of that id.' } }
    return Promise.resolve(Response.json(body, { status }))
  }
}

interface Group {
  readonly requirement: RequirementId
  /** What the names of the deviations begin with. */
  readonly at: string
  readonly places: readonly (readonly [name: string, place: Place])[]
  /** What the ids of the checks begin with. */
  readonly checks: string
  readonly ways: readonly string[]
  readonly status?: number
}

const bare = ['short', 'long', 'hyphen', 'underscore', 'non-ascii']
const beyond = ['number', 'line-end']
const inPrefix = [
  'upper-case-prefix',
  'two-letter-prefix',
  'four-letter-prefix',
  'digit-prefix',
  'two-prefixes',
  'no-underscore',
]
/** What one reading of prefixes may take and another not: tried wherever an id is taken. */
const likelyInPrefix = inPrefix.filter((way) => way !== 'two-letter-prefix' && way !== 'digit-prefix')
const behindPrefix = ['prefixed-short', 'prefixed-long', 'prefixed-hyphen']

/** The places of a group in turn, one for each way. */
function toDeviations({ requirement, at, places, checks, ways: names, status }: Group): readonly Deviation[] {
  return names.map((way, index) => {
    const [name, place] = places[index % places.length]!
    return defineDeviation({
      name: `${at}-${name}-takes-${way}`,
      requirement,
      caughtBy: `${checks}.${way}`,
      description: `An id that is malformed in one way (${way}) is not refused as ${name} ${status === 200 ? 'but ignored' : 'but looked for'}.`,
      wrap: taking(place, ways[way]!, status),
    })
  })
}

/** Violations of clause 2.1 by malformed ids that are let pass, each in one way at one place. */
export const malformedIdDeviations: readonly Deviation[] = [
  ...toDeviations({
    requirement: 'ids.malformed-path',
    at: 'path',
    checks: 'ids.malformed-path',
    places: [
      ['catalog', catalog],
      ['connection', capabilities],
    ],
    ways: [...bare, ...beyond],
  }),
  ...toDeviations({
    requirement: 'ids.malformed-path',
    at: 'written',
    checks: 'ids.malformed-path.written',
    places: [
      ['renamed-token', renamed],
      ['deleted-token', deleted],
      ['command', command],
    ],
    ways: bare,
  }),
  ...toDeviations({
    requirement: 'ids.malformed-prefixed',
    at: 'path',
    checks: 'ids.malformed-prefixed',
    places: [
      ['catalog', catalog],
      ['scope', scope],
      ['connection', capabilities],
    ],
    ways: [...inPrefix, ...behindPrefix],
  }),
  ...toDeviations({
    requirement: 'ids.malformed-prefixed',
    at: 'written',
    checks: 'ids.malformed-prefixed.written',
    places: [
      ['command', command],
      ['deleted-token', deleted],
      ['renamed-token', renamed],
    ],
    ways: ['upper-case-prefix', 'two-prefixes', ...behindPrefix],
  }),
  ...toDeviations({
    requirement: 'ids.malformed-cursor',
    at: 'cursor',
    checks: 'ids.malformed-cursor',
    status: 200,
    places: [
      ['starting-after', inQuery('starting_after')],
      ['ending-before', inQuery('ending_before')],
    ],
    ways: [...bare, 'line-end', ...likelyInPrefix, ...behindPrefix],
  }),
  ...toDeviations({
    requirement: 'ids.malformed-legacy',
    at: 'legacy',
    checks: 'ids.malformed-legacy',
    places: [
      ['project', groups],
      ['issue', events],
    ],
    ways: [...bare, ...beyond, ...likelyInPrefix, ...behindPrefix],
  }),
  ...toDeviations({
    requirement: 'ids.malformed-legacy',
    at: 'written',
    checks: 'ids.malformed-legacy.written',
    places: [['new-group', newGroup]],
    ways: ['short', 'long', 'hyphen', 'prefixed-short', 'upper-case-prefix'],
  }),
]
