import type { TSchema } from 'typebox'
import type { AnswerShape } from '../../model/contract/answer.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { defaultConventions } from '../dialect/conventions.ts'
import { inputOf } from '../input/input-of.ts'
import type { Route } from './router.ts'

interface DescribedEndpoint {
  readonly id: string
  readonly summary: string
  readonly credentials?: readonly string[]
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema | ((conventions: Conventions) => TSchema)
  readonly answer?: AnswerShape
}

/** The answer to OPTIONS: `Allow`, and the summary, input and answer of each method. */
export function describeRoute(
  { endpoints, allow }: Route<DescribedEndpoint>,
  path: string,
  openMembers: OpenMembers = false,
  conventions: Conventions = defaultConventions,
): Response {
  const methods = Object.fromEntries(
    [...endpoints].map(([method, endpoint]) => {
      const { id, summary, credentials, params } = endpoint
      const { query, body } = inputOf(endpoint, openMembers, conventions)
      return [method, { operation: id, summary, credentials, parameters: { path: params, query }, body }]
    }),
  )
  return Response.json({ path, allow: allow.split(', '), methods }, { headers: { Allow: allow } })
}
