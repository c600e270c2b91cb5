import { problem, textResponse } from '../wrappers/messages.ts'
import { mapAnswer, mapHeader } from '../wrappers/fetch-wrappers.ts'

/** The deviations of "HTTP and MCP". */
export const httpDeviations = {
  title: 'HTTP and MCP',
  deviations: {
    'json-as-html': [
      'http.json.everywhere',
      'The environments answer JSON as text/html.',
      mapHeader('environments.list', 'content-type', 'text/html'),
    ],
    'refusals-as-text': [
      'http.json.everywhere',
      'A 400 is plain text.',
      mapAnswer(
        'everywhere',
        () => textResponse('Bad Request', 'text/plain', 400),
        ({ status }) => status === 400,
      ),
    ],
    'create-token-refuses-json': [
      'http.json-body.everywhere',
      'POST /access-tokens refuses JSON with 415.',
      mapAnswer('access-tokens.create', () => problem(415, 'unsupported_media_type')),
    ],
    'mcp-plain-json': [
      'mcp.endpoint.speaks',
      'The MCP endpoint answers JSON that is not a JSON-RPC message.',
      mapAnswer(
        'mcp',
        () => Response.json({ ok: true, tools: [] }),
        async ({ ok }, { request }) => ok && (await request.clone().text()).includes('"initialize"'),
      ),
    ],
  },
} as const
