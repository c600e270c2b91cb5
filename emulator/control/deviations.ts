import { Type } from 'typebox'
import type { Emulator } from '../emulator.ts'
import { deviationNamed } from '../deviations/deviation-named.ts'
import { deviations } from '../deviations/deviations.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const Deviation = Type.Object(
  {
    name: Type.String(),
    requirement: Type.String(),
    description: Type.String(),
    caughtBy: Type.String(),
    conventions: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'The conventions that the deviation needs, if the defaults hide it.',
        },
      ),
    ),
    active: Type.Boolean(),
  },
  { title: 'Deviation', additionalProperties: false },
)
const answers = [
  { status: 200, description: 'Every deviation, and whether it is active.', schema: Type.Array(Deviation) },
] as const

function listed({ deviations: { active } }: Emulator): ControlAnswer {
  const own = active.filter((deviation) => !deviations.includes(deviation))
  const body = [...own, ...deviations].map((deviation) => {
    const { name, requirement, description, caughtBy, conventions } = deviation
    return {
      name,
      requirement,
      description,
      caughtBy,
      ...(conventions ? { conventions } : {}),
      active: active.includes(deviation),
    }
  })
  return { body }
}

/** Shows and changes the active deviations. */
export const deviationEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'deviations.list',
    method: 'GET',
    path: '/deviations',
    summary: 'Lists the deviations: deliberate violations of the specification.',
    answers,
    handle: ({ emulator }) => listed(emulator),
  }),
  defineControl({
    id: 'deviations.set',
    method: 'PUT',
    path: '/deviations',
    summary: 'Activates exactly these deviations, for every world. A refused request changes nothing.',
    answers,
    body: Type.Array(Type.String()),
    handle: ({ emulator, body }) => {
      emulator.deviations.set(body.map(deviationNamed))
      return listed(emulator)
    },
  }),
  defineControl({
    id: 'deviations.clear',
    method: 'DELETE',
    path: '/deviations',
    summary: 'Deactivates all deviations.',
    answers: [{ status: 204, description: 'No deviation is active.' }],
    handle: ({ emulator }) => {
      emulator.deviations.clear()
      return { status: 204 }
    },
  }),
]
