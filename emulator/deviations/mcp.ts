import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'

/** Answers the initialize request of MCP otherwise; what it is told by is the message, as the path is not shown. */
function initialize(answer: (response: Response) => Response | Promise<Response>): FetchWrapper {
  return (next) => async (request) => {
    const isInitialize = request.method === 'POST' && (await request.clone().text()).includes('"initialize"')
    const response = await next(request)
    return isInitialize && response.status === 200 ? answer(response) : response
  }
}

/** Changes the JSON-RPC message, whether it comes as JSON or as server-sent events. */
function message(change: (text: string) => string): FetchWrapper {
  return initialize(
    async (response) => new Response(change(await response.text()), { status: 200, headers: response.headers }),
  )
}

const shared = { requirement: 'mcp.endpoint', caughtBy: 'mcp.endpoint.speaks' } as const

/** Violations of clause 4.8. */
export const mcpDeviations: readonly Deviation[] = [
  defineDeviation({
    ...shared,
    name: 'mcp-404',
    description: 'There is no MCP endpoint.',
    wrap: initialize(() => Response.json({ error: { code: 'unknown_endpoint' } }, { status: 404 })),
  }),
  defineDeviation({
    ...shared,
    name: 'mcp-plain-json',
    description: 'The MCP endpoint answers JSON that is no JSON-RPC message.',
    wrap: initialize(() => Response.json({ ok: true, tools: [] })),
  }),
  defineDeviation({
    ...shared,
    name: 'mcp-answers-another-request',
    description: 'The response carries the id of another request.',
    wrap: message((text) => text.replace(/"id":1\b/, '"id":7')),
  }),
  defineDeviation({
    ...shared,
    name: 'mcp-without-a-version',
    description: 'The response to initialize tells no version of the protocol.',
    wrap: message((text) => text.replace('"protocolVersion":', '"version":')),
  }),
  defineDeviation({
    ...shared,
    name: 'mcp-json-rpc-1',
    description: 'The MCP endpoint speaks JSON-RPC 1.0.',
    wrap: message((text) => text.replace('"jsonrpc":"2.0",', '').replace(',"jsonrpc":"2.0"', '')),
  }),
]
