import { Type } from 'typebox'
import { describeConventions, withConventions } from '../api/dialect/conventions.ts'
import type { Emulator } from '../emulator.ts'
import { Sample, sampleConvention } from './convention-samples.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'
import { patternRecord } from '../tools/record-of.ts'

const Convention = Type.Object(
  {
    name: Type.String(),
    clause: Type.String(),
    value: Type.Unknown(),
    default: Type.Unknown(),
    alternatives: Type.Unknown(),
    also: Type.Optional(Type.String()),
    why: Type.String(),
  },
  { title: 'Convention', additionalProperties: false },
)

const answers = [
  { status: 200, description: 'Every convention with its value.', schema: Type.Array(Convention) },
] as const

function changeConventions(emulator: Emulator, changes: Readonly<Record<string, unknown>>): ControlAnswer {
  emulator.setConventions(withConventions(emulator.conventions, changes))
  return { body: describeConventions(emulator.conventions) }
}

/** Shows and changes the conventions: the answers in the gaps of the specification. */
export const conventionEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'conventions.read',
    method: 'GET',
    path: '/conventions',
    summary: 'Lists every point that the specification leaves open, with the convention for it.',
    answers,
    handle: ({ emulator }) => ({ body: describeConventions(emulator.conventions) }),
  }),
  defineControl({
    id: 'conventions.change',
    method: 'PUT',
    path: '/conventions',
    summary: 'Changes the given conventions for every world. A refused request changes nothing.',
    answers,
    body: patternRecord(Type.Unknown(), { minProperties: 1 }),
    handle: ({ emulator, body }) => changeConventions(emulator, body),
  }),
  defineControl({
    id: 'conventions.sample',
    method: 'POST',
    path: '/conventions/sample',
    summary:
      'Shows an answer under the current conventions, and the same answer with another value of one of them. Changes nothing.',
    body: Type.Object({ name: Type.String(), value: Type.Unknown() }, { additionalProperties: false }),
    answers: [
      {
        status: 200,
        description: 'The first answer that differs; null if none of many does.',
        schema: Type.Union([Sample, Type.Null()]),
      },
    ],
    handle: async ({ emulator, body: { name, value } }) => ({
      body: (await sampleConvention(emulator, name, value)) ?? null,
    }),
  }),
  defineControl({
    id: 'conventions.reset',
    method: 'DELETE',
    path: '/conventions',
    summary: 'Resets every convention to its value at the start of the emulator.',
    answers,
    handle: ({ emulator, initialConventions }) => changeConventions(emulator, { ...initialConventions }),
  }),
]
