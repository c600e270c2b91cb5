import type { TSchema } from 'typebox'
import type { Route } from './router.ts'

interface DescribedEndpoint {
  readonly id: string
  readonly summary: string
  readonly credentials?: readonly string[]
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
}

/** The answer to OPTIONS: `Allow`, and the summary, input and answer of each method. */
export function describeRoute({ endpoints, allow }: Route<DescribedEndpoint>, path: string): Response {
  const methods = Object.fromEntries(
    [...endpoints].map(([method, { id, summary, credentials, params, query, body }]) => [
      method,
      { operation: id, summary, credentials, parameters: { path: params, query }, body },
    ]),
  )
  return Response.json({ path, allow: allow.split(', '), methods }, { headers: { Allow: allow } })
}
