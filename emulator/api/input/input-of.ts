import type { TSchema } from 'typebox'
import type { AnswerShape } from '../../model/contract/answer.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { withValues } from '../../model/resources/define-resource.ts'
import { valuesOf } from '../../model/resources/resources.ts'

/** What an endpoint reads. */
interface Input<Query extends TSchema | undefined, Body extends TSchema | undefined> {
  readonly query?: Query
  readonly body?: Body
}

/** The input of an endpoint, with the values that the records of a world have. */
export function inputOf<Query extends TSchema | undefined, Body extends TSchema | undefined>(
  endpoint: Input<Query, Body> & { readonly answer?: AnswerShape },
  openMembers: OpenMembers,
): Input<Query, Body> {
  const { answer } = endpoint
  if (typeof openMembers === 'boolean' || !answer || !('resource' in answer)) return endpoint
  const values = valuesOf(answer.resource, openMembers)
  const [query, body] = [withValues(endpoint.query, values), withValues(endpoint.body, values)]
  return { ...(query ? { query } : {}), ...(body ? { body } : {}) }
}
