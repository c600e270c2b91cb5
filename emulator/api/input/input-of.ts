import type { TSchema } from 'typebox'
import type { AnswerShape } from '../../model/contract/answer.ts'
import type { Conventions, OperationConventions } from '../../model/contract/conventions.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { setMemberValues } from '../../model/resources/define-resource.ts'
import { memberValues } from '../../model/resources/resources.ts'
import { hasPages, withoutPages } from './list-query.ts'

/** The part of an endpoint's declaration that describes its input. */
interface Input<Query extends TSchema, Body extends TSchema> {
  readonly query?: Query
  readonly body?: Body | ((conventions: Conventions) => Body)
  readonly answer?: AnswerShape
  readonly alwaysPaged?: boolean
}

/** The schemas of an endpoint's input under the conventions, with the values of the records in a world. */
export function declaredInput<Query extends TSchema, Body extends TSchema>(
  endpoint: Input<Query, Body>,
  openMembers: OpenMembers,
  conventions: OperationConventions,
): { readonly query?: Query | undefined; readonly body?: Body | undefined } {
  const { query: whole, body: declared, answer } = endpoint
  const query = whole && answer?.kind === 'list' && !hasPages(endpoint, conventions) ? withoutPages(whole) : whole
  const body = typeof declared === 'function' ? declared(conventions) : declared
  if (typeof openMembers === 'boolean' || !answer || !('resource' in answer)) return { query, body }
  const values = memberValues(answer.resource, openMembers)
  return { query: setMemberValues(query, values), body: setMemberValues(body, values) }
}
