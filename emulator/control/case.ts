import { Type } from 'typebox'
import { type ControlEndpoint, defineControl } from './define-control.ts'

/** Makes a case of everything that happened. */
export const caseEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'case',
    method: 'GET',
    path: '/case',
    summary:
      'Makes a case: one small file of what happened in all worlds, which emulator replay opens elsewhere. It holds no secret, and no data of the seed.',
    query: Type.Object({
      world: Type.Optional(Type.String({ description: 'The only world in the case. Default: all.' })),
    }),
    answers: [
      { status: 200, description: 'The case: JSON in gzip.', schema: Type.String(), mediaType: 'application/gzip' },
    ],
    handle: async ({ emulator, query }) => {
      const bytes = await emulator.saveCase(query)
      return {
        stream: new Response(new Uint8Array(bytes)).body!,
        headers: {
          'content-type': 'application/gzip',
          'content-disposition': 'attachment; filename="emulator.case.gz"',
        },
      }
    },
  }),
]
