import { Type } from 'typebox'
import type { CheckId } from '../../conformance/catalogue/check-ids.ts'
import type { Emulator } from '../emulator.ts'
import type { Deviation } from '../disturb/deviations/deviation.ts'
import { deviationNamed, shippedDeviations } from '../disturb/deviations/deviations.ts'
import type { ShippedDeviation } from '../disturb/deviations/shipped.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const DeviationSchema = Type.Object(
  {
    name: Type.String(),
    group: Type.String({ description: 'The title of its group.' }),
    requirement: Type.String(),
    description: Type.String(),
    caughtBy: Type.Unsafe<CheckId | (string & {})>(
      Type.String({ description: 'The check that is meant to catch it; any text for one of your own.' }),
    ),
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
  { status: 200, description: 'Every deviation, and whether it is active.', schema: Type.Array(DeviationSchema) },
] as const

const isShipped = (deviation: Deviation): deviation is ShippedDeviation =>
  shippedDeviations().some((shipped) => shipped === deviation)

/** A deviation as the control API lists it. */
export interface ListedDeviation extends Omit<Deviation, 'wrap'> {
  /** The title of its group. */
  readonly group: string
  readonly active: boolean
}

function listDeviations({ deviations: { active } }: Emulator): ControlAnswer {
  const added = active.filter((deviation) => !isShipped(deviation))
  const body = [...added, ...shippedDeviations()].map((deviation): ListedDeviation => {
    const { name, requirement, description, caughtBy, conventions } = deviation
    return {
      name,
      group: isShipped(deviation) ? deviation.group : 'Your own',
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
    handle: ({ emulator }) => listDeviations(emulator),
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
      return listDeviations(emulator)
    },
  }),
  defineControl({
    id: 'deviations.clear',
    method: 'DELETE',
    path: '/deviations',
    summary: 'Deactivates all deviations.',
    answers: [{ status: 204, description: 'No deviation is active.' }],
    handle: ({ emulator }) => emulator.deviations.clear(),
  }),
]
