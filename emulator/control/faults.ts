import Type from 'typebox'
import { type Fault, FaultSchema } from '../faults/fault.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

const Faults = Type.Array(FaultSchema)

const description =
  'The faults that are pending, in the order in which they strike, with what is left of times and skip.'

/** Shows and changes what goes wrong on purpose. */
export const faultEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'faults.list',
    method: 'GET',
    path: '/faults',
    summary: 'Lists the faults of the world of the request.',
    answers: [{ status: 200, description, schema: Faults }],
    handle: ({ world }) => ({ body: world.faults.pending }),
  }),
  defineControl({
    id: 'faults.set',
    method: 'PUT',
    path: '/faults',
    summary: 'Puts one fault, or a list, in place of all others; a refused one changes nothing.',
    answers: [{ status: 200, description, schema: Faults }],
    body: Type.Union([FaultSchema, Faults]),
    handle: ({ world: { faults }, body }) => {
      faults.set(Array.isArray(body) ? (body as readonly Fault[]) : [body as Fault])
      return { body: faults.pending }
    },
  }),
  defineControl({
    id: 'faults.add',
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault behind the others.',
    answers: [{ status: 201, description, schema: Faults }],
    body: FaultSchema,
    handle: ({ world: { faults }, body }) => {
      faults.add(body as Fault)
      return { status: 201, body: faults.pending }
    },
  }),
  defineControl({
    id: 'faults.clear',
    method: 'DELETE',
    path: '/faults',
    summary: 'Takes every fault back.',
    answers: [{ status: 204, description: 'Nothing goes wrong on purpose any more.' }],
    handle: ({ world }) => {
      world.faults.clear()
      return { status: 204 }
    },
  }),
]
