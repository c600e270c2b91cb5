import type { TSchema } from 'typebox'
import type { AnswerShape } from '../../model/contract/answer.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { setMemberValues } from '../../model/resources/define-resource.ts'
import { memberValues } from '../../model/resources/resources.ts'

/** The part of an endpoint's declaration that describes its input. */
interface Input<Query extends TSchema, Body extends TSchema> {
  readonly query?: Query
  readonly body?: Body | ((conventions: Conventions) => Body)
  readonly answer?: AnswerShape
}

/** The schemas of an endpoint's input under the conventions, with the values of the records in a world. */
export function declaredInput<Query extends TSchema, Body extends TSchema>(
  { query, body: declared, answer }: Input<Query, Body>,
  openMembers: OpenMembers,
  conventions: Conventions,
): { readonly query?: Query | undefined; readonly body?: Body | undefined } {
  const body = typeof declared === 'function' ? declared(conventions) : declared
  if (typeof openMembers === 'boolean' || !answer || !('resource' in answer)) return { query, body }
  const values = memberValues(answer.resource, openMembers)
  return { query: setMemberValues(query, values), body: setMemberValues(body, values) }
}
