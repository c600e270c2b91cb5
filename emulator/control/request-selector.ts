// The filters of requests, as the query of the control API gives them.
import { Type, type TOptional, type TSchema } from 'typebox'
import { assertOperation } from '../api/endpoints/assert-operation.ts'
import { wholeNumber } from './read-control.ts'
import type { RequestSelector } from '../journal/selector.ts'

/** The parameters that select requests. */
export const selectorQuery: Readonly<Record<'operation' | 'method' | 'status', TOptional<TSchema>>> = {
  operation: Type.Optional(Type.String({ description: 'An operation id.' })),
  method: Type.Optional(Type.String()),
  status: Type.Optional(Type.Integer()),
}

/** Reads the parameters that select requests. @throws ApiError; EmulatorError `unknown_operation`. */
export function readSelector(query: ReadonlyMap<string, string>): RequestSelector {
  const operation = query.get('operation')
  if (operation !== undefined) assertOperation(operation)
  return {
    operation,
    method: query.get('method'),
    status: wholeNumber('status', query.get('status')),
  }
}
