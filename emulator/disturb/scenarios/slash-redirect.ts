import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import { acceptsCredentials } from './scenario.ts'

/** The path with its trailing slash added or removed. */
const otherForm = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

/** Returns true if a request has the documented form of the path. */
function isDocumentedForm({ endpoint: { path: template }, path, conventions }: RequestContext): boolean {
  const documented = typeof template === 'string' ? template : template(conventions)
  return documented.endsWith('/') === path.endsWith('/')
}

/** Redirects. */
export const redirects = {
  title: 'Connections and redirects',
  scenarios: {
    'slash-redirect': {
      clause: '4.9',
      description:
        'Every GET of a documented path with valid credentials is answered with 308 to the same path with its trailing slash added or removed, where it is served.',
      servesEitherSlash: true,
      begin: (): Middleware => (context, next) => {
        const { request, baseUrl, path, search, cors } = context
        if (request.method !== 'GET' || !acceptsCredentials(context) || !isDocumentedForm(context)) return next(context)
        const headers = { Location: `${baseUrl}${otherForm(path)}${search}`, ...cors }
        return Promise.resolve(new Response(null, { status: 308, headers }))
      },
    },
  },
}
