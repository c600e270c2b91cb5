import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'
import { withParameter } from './scenario.ts'

/** The page size that a request asks for; undefined if the list has no pages, or the size is refused. */
function limitOf({ endpoint, request, search, conventions }: RequestContext): number | undefined {
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
        'Every page of a list has at most half as many objects as limit says, although more objects follow. limit is a page size, and a service may filter a page after cutting it.',
      begin: (): Middleware => (context, next) => {
        const limit = limitOf(context)
        const { minimumLimit } = context.conventions
        if (limit === undefined || limit < 2 || limit < minimumLimit) return next(context)
        return next(withParameter(context, 'limit', String(Math.max(minimumLimit, Math.floor(limit / 2)))))
      },
    },
  },
}
