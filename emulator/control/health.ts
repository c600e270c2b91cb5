import { Type } from 'typebox'
import { version } from '../tools/version.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

const Health = Type.Object(
  {
    status: Type.Literal('ready'),
    version: Type.Optional(Type.String()),
    seed: Type.Optional(Type.Integer()),
    apiVersions: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
)

/** Shows that the emulator is ready. */
export const healthEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'health',
    method: 'GET',
    path: '/health',
    summary:
      'Answers 200 once the emulator is seeded and ready. If a control token is required and missing, it shows only status.',
    answers: [{ status: 200, description: 'The emulator is ready.', schema: Health }],
    handle: ({ emulator }) => ({
      body: { status: 'ready', version, seed: emulator.seed, apiVersions: [...emulator.conventions.versions, '0'] },
    }),
  }),
]
