import { Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { faultSchema } from '../disturb/faults/fault.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { largeBody } from '../api/input/read-body.ts'

const Faults = Type.Array(faultSchema())

/**
 * One limit for all faults of a world, however many requests add them: each answer lists all faults. @throws ApiError
 */
function assertRoom(faults: readonly object[]): void {
  if (JSON.stringify(faults).length <= largeBody) return
  const message = `The faults of a world may have ${largeBody} characters of JSON together; these have more. Remove some with DELETE.`
  throw new ApiError('tooLarge', message)
}

const description = 'The pending faults in the order in which they apply, with the remaining times and skip.'

/** Shows and changes the faults. */
export const faultEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'faults.list',
    method: 'GET',
    path: '/faults',
    summary: "Lists the pending faults of the request's world.",
    answers: [{ status: 200, description, schema: Faults }],
    handle: ({ world }) => ({ body: world.faults.pending }),
  }),
  defineControl({
    id: 'faults.set',
    method: 'PUT',
    path: '/faults',
    summary: 'Replaces all faults with one fault or a list. A refused request changes nothing.',
    answers: [{ status: 200, description, schema: Faults }],
    body: Type.Union([faultSchema(), Faults]),
    bodyLimit: largeBody,
    handle: ({ world: { faults }, body }) => {
      faults.set(Array.isArray(body) ? body : [body])
      return { body: faults.pending }
    },
  }),
  defineControl({
    id: 'faults.add',
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault after the others.',
    answers: [{ status: 201, description, schema: Faults }],
    body: faultSchema(),
    bodyLimit: largeBody,
    handle: ({ world: { faults }, body }) => {
      assertRoom([...faults.pending, body])
      faults.add(body)
      return { body: faults.pending }
    },
  }),
  defineControl({
    id: 'faults.clear',
    method: 'DELETE',
    path: '/faults',
    summary: 'Removes all faults.',
    answers: [{ status: 204, description: 'No fault is pending.' }],
    handle: ({ world }) => world.faults.clear(),
  }),
]
