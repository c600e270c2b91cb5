import { jsonOf } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { answer, on } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { mapInitialize } from '../../emulator/disturb/deviations/behaviours/http.ts'
import { type Violation, violations } from './violations.ts'

interface Rpc {
  readonly id: number
  readonly method: string
}

/** Answers every message with a JSON-RPC response of its own id. */
const always = (make: (message: Rpc) => object): FetchWrapper =>
  on('mcp', async ({ request, send }) => {
    const message = (await jsonOf(request)) as Rpc | undefined
    return message?.method === undefined ? send() : Response.json({ jsonrpc: '2.0', id: message.id, ...make(message) })
  })

const jsonType = { 'content-type': 'application/json' }

const refused = (code: number, message: string) => ({ error: { code, message } })

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'mcp', version: '1' },
}

/** Violations of clause 4.8. */
export const mcpFaults: readonly Violation[] = [
  ...violations('mcp.endpoint', 'mcp.endpoint.speaks', {
    'mcp-answers-another-request': [
      'The response has the id of another request.',
      mapInitialize((text) => text.replace(/"id":\d+/, '"id":7')),
    ],
    'mcp-without-a-version': [
      'The response to initialize has no version of the protocol.',
      mapInitialize((text) => text.replace('"protocolVersion":', '"version":')),
    ],
    'mcp-answers-a-stored-response': [
      'The endpoint answers everything with one stored response.',
      answer('mcp', () => Response.json({ jsonrpc: '2.0', id: 1, result: initialized })),
    ],
    'mcp-knows-no-initialize': [
      'Initialize is a method that the endpoint does not have.',
      always(() => refused(-32_601, 'Method not found')),
    ],
    'mcp-always-fails': ['Every message gets an internal error.', always(() => refused(-32_603, 'Internal error'))],
    'mcp-takes-no-version': [
      'Every version of the protocol is refused, also those that the error names as supported.',
      always(() => ({
        error: { code: -32_602, message: 'Unsupported protocol version', data: { supported: ['2025-11-25'] } },
      })),
    ],
    'mcp-refuses-every-version': [
      'Every version of the protocol is refused.',
      always(() => refused(-32_602, 'Unsupported protocol version')),
    ],
    'mcp-echoes': [
      'The endpoint answers with the message that it got.',
      on('mcp', async ({ request }) => new Response(await request.clone().text(), { headers: jsonType })),
    ],
    'mcp-answers-everything-as-initialize': [
      'A ping is answered as initialize is.',
      always(() => ({ result: initialized })),
    ],
    'mcp-empty-result': ['The result of initialize is empty.', always(() => ({ result: {} }))],
    'mcp-empty-batch': ['The response to initialize is an empty batch.', mapInitialize(() => Response.json([]))],
    'mcp-json-rpc-1': [
      'The MCP endpoint speaks JSON-RPC 1.0.',
      mapInitialize((text) => text.replace('"jsonrpc":"2.0",', '').replace(',"jsonrpc":"2.0"', '')),
    ],
  }),
]
