import Type from 'typebox'
import { version } from '../tools/version.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

const Health = Type.Object(
  {
    status: Type.Literal('ready'),
    version: Type.String(),
    seed: Type.Integer(),
    apiVersions: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)

/** Tells that the emulator can answer. */
export const healthEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'health',
    method: 'GET',
    path: '/health',
    summary: 'Tells that the emulator is seeded and answers.',
    answers: [{ status: 200, description: 'It is ready.', schema: Health }],
    handle: ({ emulator }) => ({
      body: { status: 'ready', version, seed: emulator.seed, apiVersions: [...emulator.conventions.versions, '0'] },
    }),
  }),
]
