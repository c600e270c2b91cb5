import { Type } from 'typebox'
import { toOpenApi } from '../api/openapi/openapi.ts'
import { toControlOpenApi } from './control-openapi.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

const Document = Type.Object({ openapi: Type.String() }, { title: 'OpenAPI' })
const Index = Type.Object(
  {
    name: Type.String(),
    openapi: Type.String(),
    apiOpenapi: Type.String(),
    endpoints: Type.Array(Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() })),
  },
  { additionalProperties: false },
)

/** The index and the OpenAPI documents of the control API and of the emulated API. */
export function documentEndpoints(others: readonly ControlEndpoint[]): readonly ControlEndpoint[] {
  const documents: ControlEndpoint[] = [
    defineControl({
      id: 'index',
      method: 'GET',
      path: '/',
      summary: 'Lists the endpoints of the control API.',
      answers: [{ status: 200, description: 'The index.', schema: Index }],
      handle: ({ baseUrl }) => ({
        body: {
          name: 'The control API of the Platform Data API emulator',
          openapi: `${baseUrl}/_emulator/openapi.json`,
          apiOpenapi: `${baseUrl}/_emulator/api/openapi.json`,
          endpoints: all().map(({ method, path, summary }) => ({ method, path: `/_emulator${path}`, summary })),
        },
      }),
    }),
    defineControl({
      id: 'openapi.control',
      method: 'GET',
      path: '/openapi.json',
      summary: 'Shows the OpenAPI 3.1 document of the control API.',
      answers: [{ status: 200, description: 'The document.', schema: Document }],
      handle: ({ baseUrl }) => ({ body: toControlOpenApi(all(), `${baseUrl}/_emulator`) }),
    }),
    defineControl({
      id: 'openapi.api',
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'Shows the OpenAPI 3.1 document of the emulated API under the current conventions.',
      answers: [{ status: 200, description: 'The document.', schema: Document }],
      handle: ({ emulator, world, baseUrl }) => ({
        body: toOpenApi({
          conventions: emulator.conventions,
          serverUrl: baseUrl,
          adapters: emulator.adapters,
          openMembers: world.openMembers,
        }),
      }),
    }),
  ]
  const all = () => [...documents, ...others]
  return documents
}
