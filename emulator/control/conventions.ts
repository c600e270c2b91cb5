import Type from 'typebox'
import { describeConventions } from '../dialect/conventions.ts'
import type { Conventions } from '../contract/conventions.ts'
import type { Emulator } from '../emulator.ts'
import { type ControlAnswer, type ControlEndpoint, defineControl } from './define-control.ts'

const Convention = Type.Object(
  {
    name: Type.String(),
    clause: Type.String(),
    value: Type.Unknown(),
    default: Type.Unknown(),
    alternatives: Type.Unknown(),
    why: Type.String(),
  },
  { title: 'Convention', additionalProperties: false },
)

const answers = [
  { status: 200, description: 'Every convention with its value.', schema: Type.Array(Convention) },
] as const

function change(emulator: Emulator, changes: Readonly<Record<string, unknown>>): ControlAnswer {
  // `setConventions` checks each name and value.
  emulator.setConventions(changes as Partial<Conventions>)
  return { body: describeConventions(emulator.conventions) }
}

/** Shows and changes the answers to what the specification leaves open. */
export const conventionEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'conventions.read',
    method: 'GET',
    path: '/conventions',
    summary: 'Shows every place where the specification is silent, and what the emulator answers there.',
    answers,
    handle: ({ emulator }) => ({ body: describeConventions(emulator.conventions) }),
  }),
  defineControl({
    id: 'conventions.change',
    method: 'PUT',
    path: '/conventions',
    summary: 'Changes the conventions that are given, for every world; a refused change changes nothing.',
    answers,
    body: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
    handle: ({ emulator, body }) => change(emulator, body),
  }),
  defineControl({
    id: 'conventions.reset',
    method: 'DELETE',
    path: '/conventions',
    summary: 'Puts every convention back to what the emulator began with.',
    answers,
    handle: ({ emulator, initialConventions }) => change(emulator, { ...initialConventions }),
  }),
]
