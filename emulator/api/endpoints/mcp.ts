import { Type } from 'typebox'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'

/**
 * Streamable HTTP without sessions has only POST. MCP asks for 405 to GET and DELETE, which belong to sessions; the
 * router answers that, since they are not declared.
 */
const mcp = defineEndpoint({
  id: 'mcp',
  method: 'POST',
  path: ({ mcpPath }) => mcpPath,
  credentials: bearerCredentials,
  summary:
    'Model Context Protocol over Streamable HTTP. Commands of adapter connections and lists of resources are tools.',
  query: Type.Object({}, { additionalProperties: true }),
  body: Type.Object({}, { additionalProperties: true }),
  bodyType: 'own',
  answer: {
    kind: 'mcp',
    description: 'A JSON-RPC message, as JSON or as a stream of events.',
    others: () => ({
      202: 'A notification was accepted.',
      400: 'The body is not a JSON-RPC message.',
      406: 'Accept lacks application/json or text/event-stream.',
      413: 'The body is too large.',
      415: 'The body has another Content-Type.',
    }),
  },
  requirements: ['mcp.endpoint', 'mcp.behaviour'],
  conventions: ['mcpPath'],
  handle: async (context) => {
    // No query parameter is read.
    context.draft.parameters = []
    // Loaded on first use: most programs never need it.
    const { serveMcp } = await import('../mcp/serve-mcp.ts')
    return { kind: 'response', response: await serveMcp(context) }
  },
})

/** The MCP endpoint (clause 4.8). */
export const mcpEndpoints: readonly Endpoint[] = [mcp]
