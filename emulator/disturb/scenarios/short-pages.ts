import type { Interceptor, RoutedRequest } from '../../model/contract/routed-request.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'

/** The page size that a request asks for; undefined where the list has no pages, or the size is refused. */
function limitOf({ endpoint, request, search, conventions }: RoutedRequest): number | undefined {
  const { answer, paged = () => true } = endpoint
  if (request.method !== 'GET' || answer.kind !== 'list' || !paged(conventions)) return undefined
  const { defaultLimit, maximumLimit, excessiveLimit } = conventions
  const [text] = parseSearch(search).get('limit') ?? []
  if (text === undefined) return defaultLimit
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return limit > maximumLimit ? (excessiveLimit === 'clamp' ? maximumLimit : undefined) : limit
}

/** Pages that are shorter than `limit`. */
export const shortPages = {
  title: 'Lists change while they are read',
  scenarios: {
    'short-pages': {
      clause: '4.6',
      description:
        'Every page of a list has at most half as many objects as limit says, although there are more behind it. limit is a page size, and a service may filter a page after cutting it.',
      begin: (): Interceptor => (routed, next) => {
        const limit = limitOf(routed)
        if (limit === undefined || limit < 2) return next()
        const parameters = new URLSearchParams(routed.search)
        parameters.set('limit', String(Math.floor(limit / 2)))
        return next(`?${parameters.toString()}`)
      },
    },
  },
}
