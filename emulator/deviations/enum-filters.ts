import {
  defineDeviation,
  type Deviation,
  type FetchLike,
  type FetchWrapper,
  rewriteJson,
  rewriteUrl,
} from './define-deviation.ts'
import { hasOne } from './drop-parameters.ts'
import { isProductList, itemsOf, replaceItems } from './product-list.ts'

/** Alters the 400 for an invalid enum value. */
function refusal(change: (body: unknown) => unknown): FetchWrapper {
  return rewriteJson(
    (request, response) =>
      response.status === 400 && request.method === 'GET' && hasOne(new URL(request.url), ['status', 'kind']),
    change,
  )
}

/** The address with another status, as it is read. */
function withStatus(url: URL, read: (status: string) => string): URL | undefined {
  const status = url.searchParams.get('status')
  if (status === null) return undefined
  url.searchParams.set('status', read(status))
  return url
}

/** Answers a refused enum value on the resources as `then` says. */
function instead(then: (url: URL, request: Request, next: FetchLike) => Response | Promise<Response>): FetchWrapper {
  return (next) => async (request) => {
    const copy = request.clone()
    const response = await next(request)
    const url = new URL(copy.url)
    return response.status === 400 &&
      copy.method === 'GET' &&
      url.pathname.endsWith('/resources') &&
      url.searchParams.has('status')
      ? then(url, copy, next)
      : response
  }
}

const json = (status: number, body: unknown) => Response.json(body, { status })

/** Violations of clause 4.5 by enum filters. */
export const enumFilterDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'enum-filter-ignored',
    requirement: 'filters.enum-filters',
    caughtBy: 'filters.enum-filters.values',
    description: 'The resources take each value of status, and answer all of them.',
    wrap: (next) => async (request) => {
      const url = new URL(request.url)
      const response = await next(request.clone())
      if (
        request.method !== 'GET' ||
        !url.pathname.endsWith('/resources') ||
        !url.searchParams.has('status') ||
        response.status !== 200
      )
        return response
      url.searchParams.delete('status')
      return next(new Request(url, request))
    },
  }),
  defineDeviation({
    name: 'enum-value-refused',
    requirement: 'filters.enum-filters',
    caughtBy: 'filters.enum-filters.values',
    description: 'The resources refuse one of the values of status that they list.',
    wrap: (next) => (request) => {
      const url = new URL(request.url)
      if (!url.pathname.endsWith('/resources') || url.searchParams.get('status') !== 'archived') return next(request)
      url.searchParams.set('status', 'no-such-status')
      return next(new Request(url, request))
    },
  }),
  defineDeviation({
    name: 'enum-filter-mixes-values',
    requirement: 'filters.enum-filters',
    caughtBy: 'filters.enum-filters.values',
    description: 'status=active answers an inactive resource too.',
    wrap: (next) => async (request) => {
      const url = new URL(request.url)
      const response = await next(request.clone())
      if (
        !url.pathname.endsWith('/resources') ||
        url.searchParams.get('status') !== 'active' ||
        url.searchParams.has('limit') ||
        response.status !== 200
      )
        return response
      const body: unknown = JSON.parse(await response.text())
      url.searchParams.set('status', 'inactive')
      const others = itemsOf(JSON.parse(await (await next(new Request(url, { headers: request.headers }))).text()))
      return json(200, replaceItems(body, [...itemsOf(body), ...others.slice(0, 1)]))
    },
  }),
  defineDeviation({
    name: 'invalid-enum-matches-nothing',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.unlisted',
    description: 'A value of status that is not listed gives an empty list.',
    wrap: instead(() => json(200, { data: [], has_more: false })),
  }),
  defineDeviation({
    name: 'invalid-enum-ignored',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.unlisted',
    description: 'A value of status that is not listed is ignored.',
    wrap: instead((url, request, next) => {
      url.searchParams.delete('status')
      return next(new Request(url, request))
    }),
  }),
  defineDeviation({
    name: 'invalid-enum-unprocessable',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.unlisted',
    description: 'A value of status that is not listed gives 422.',
    wrap: instead(() => json(422, { message: 'status must be one of active, inactive, archived' })),
  }),
  defineDeviation({
    name: 'enum-filter-folds-case',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.near',
    description: 'status is taken in upper case too.',
    wrap: rewriteUrl((url) => {
      const status = url.searchParams.get('status')
      if (status === null || status !== status.toUpperCase()) return undefined
      url.searchParams.set('status', status.toLowerCase())
      return url
    }),
  }),
  defineDeviation({
    name: 'enum-filter-trims',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.near',
    description: 'status is taken with spaces around it.',
    wrap: rewriteUrl((url) => withStatus(url, (status) => status.trim())),
  }),
  defineDeviation({
    name: 'enum-filter-takes-capitals',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.near',
    description: 'status is taken with a capital letter.',
    wrap: rewriteUrl((url) => withStatus(url, (status) => status.charAt(0).toLowerCase() + status.slice(1))),
  }),
  defineDeviation({
    name: 'enum-filter-takes-more',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.near',
    description: 'Of the products, status is taken with a letter more.',
    wrap: rewriteUrl((url, request) =>
      isProductList(request)
        ? withStatus(url, (status) => status.replace(/^(active|draft|archived).$/, '$1'))
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'invalid-enum-ignored-with-limit',
    requirement: 'filters.enum-invalid',
    caughtBy: 'filters.enum-invalid.paged',
    description: 'With limit, a value of status that is not listed is ignored.',
    wrap: instead((url, request, next) => {
      if (url.searchParams.has('limit')) url.searchParams.delete('status')
      return next(new Request(url, request))
    }),
  }),
  defineDeviation({
    name: 'enum-options-left-out',
    requirement: 'filters.enum-options',
    caughtBy: 'filters.enum-options.all',
    description: 'The 400 for an invalid enum value does not say which are allowed.',
    wrap: refusal(() => ({ error: { code: 'invalid_enum', message: 'That is not an allowed value.' } })),
  }),
  defineDeviation({
    name: 'enum-options-first-only',
    requirement: 'filters.enum-options',
    caughtBy: 'filters.enum-options.all',
    description: 'The 400 for an invalid enum value names one of those that are allowed.',
    wrap: refusal(() => ({
      error: {
        code: 'invalid_enum',
        message: 'Use active, or inactive or another value.',
        details: ['active', 'production'],
      },
    })),
  }),
]
