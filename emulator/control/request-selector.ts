// The filters of requests, as the query of the control API gives them.
import { Type, type TOptional, type TSchema } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import type { OperationId } from '../model/contract/operation-ids.ts'
import { wholeNumber } from './read-control.ts'
import { searchedParts } from '../journal/find-requests.ts'
import type { RequestFilter } from '../journal/request-filter.ts'
import { type RequestMark, requestMarks } from '../journal/request-marks.ts'
import { assertSelector } from '../journal/assert-selector.ts'
import { shortJson } from '../tools/short-text.ts'

/** The parameters that select requests. */
export const selectorQuery: Readonly<Record<'operation' | 'method' | 'status' | 'find' | 'only', TOptional<TSchema>>> =
  {
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
      Type.Enum(requestMarks, {
        description: 'Requests without success, with parts that nothing read, or with a fault.',
      }),
    ),
  }

/** Reads the parameters that select requests. @throws ApiError; EmulatorError as `assertSelector` does. */
export function readFilter(query: ReadonlyMap<string, string>): RequestFilter {
  const status = query.get('status')
  const selector = {
    operation: query.get('operation') as OperationId | undefined,
    method: query.get('method'),
    status: status === 'null' ? null : wholeNumber('status', status),
  }
  assertSelector(selector)
  return {
    selector,
    find: query.get('find'),
    only: readMark(query.get('only')),
  }
}

function readMark(text: string | undefined): RequestMark | undefined {
  const mark = requestMarks.find((mark) => mark === text)
  if (text === undefined || mark) return mark
  throw new ApiError('refused', `only must be one of ${requestMarks.join(', ')}; got ${shortJson(text)}.`)
}
