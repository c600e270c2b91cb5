import type { Route } from './routes.ts'
import type { Dialect } from '../dialect/dialect.ts'

/** The answer to OPTIONS: `Allow`, and what each method does, takes and answers. */
export function describeEndpoint(route: Route, { conventions }: Dialect): Response {
  if (conventions.optionsAnswer === 'noContent')
    return new Response(null, { status: 204, headers: { Allow: route.allow } })
  const methods = Object.fromEntries(
    [...route.endpoints].map(([method, { id, summary, credentials, params, query, body }]) => [
      method,
      { operation: id, summary, credentials, parameters: { path: params, query }, body },
    ]),
  )
  return Response.json(
    { path: route.path, allow: route.allow.split(', '), methods },
    { headers: { Allow: route.allow } },
  )
}
