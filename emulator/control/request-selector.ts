// The filters of requests in the query of the control API.
import { Type, type Static } from 'typebox'
import type { OperationId } from '../model/contract/operation-ids.ts'
import { searchedParts } from '../journal/find-requests.ts'
import { type RequestFilter, requestMarks } from '../journal/request-filter.ts'
import { assertSelector } from '../journal/selector.ts'

/** The parameters that select requests. */
export const selectorQuery = {
  operation: Type.Optional(Type.String({ description: 'An operation id.' })),
  method: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Union([Type.Integer(), Type.Literal('null')], { description: 'null for no answer: a dropped connection.' }),
  ),
  find: Type.Optional(
    Type.String({
      description: `Words that a request must all match: a status or its class (4xx), a method, a part of the operation, the path, the reason of a refusal or a tool of MCP; or a named part, such as body:Acme. The names are ${searchedParts.join(', ')}.`,
    }),
  ),
  only: Type.Optional(
    Type.Enum([...requestMarks], {
      description: 'Requests without success, with parts that nothing read, or with a fault.',
    }),
  ),
} as const

const Selector = Type.Object(selectorQuery)

/** Reads the filter of requests from a query. @throws EmulatorError as `assertSelector` does. */
export function readFilter({ operation, method, status, find, only }: Static<typeof Selector>): RequestFilter {
  const selector = {
    operation: operation as OperationId | undefined,
    method,
    status: status === 'null' ? null : status,
  }
  assertSelector(selector)
  return { selector, find, only }
}
