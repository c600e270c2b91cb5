import { on, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** Changes the text of the answer to initialize, which is JSON or a server-sent event. */
const mapInitialize = (change: (text: string) => string | Response): Way =>
  on('mcp', async (asked) => {
    const isInitialize = (await asked.request.clone().text()).includes('"initialize"')
    const response = await asked.send()
    if (!isInitialize || !response.ok) return response
    const changed = change(await response.text())
    return typeof changed === 'string' ? new Response(changed, { headers: response.headers }) : changed
  })

/** Violations of clause 4.8. */
export const mcpDeviations: readonly Deviation[] = violations`
  mcp.endpoint.speaks
    mcp-404: There is no MCP endpoint.
      ${mapInitialize(() => Response.json({ error: { code: 'unknown_endpoint' } }, { status: 404 }))}
    mcp-plain-json: The MCP endpoint answers JSON that is not a JSON-RPC message.
      ${mapInitialize(() => Response.json({ ok: true, tools: [] }))}
    mcp-answers-another-request: The response has the id of another request.
      ${mapInitialize((text) => text.replace(/"id":1\b/, '"id":7'))}
    mcp-without-a-version: The response to initialize has no version of the protocol.
      ${mapInitialize((text) => text.replace('"protocolVersion":', '"version":'))}
    mcp-json-rpc-1: The MCP endpoint speaks JSON-RPC 1.0.
      ${mapInitialize((text) => text.replace('"jsonrpc":"2.0",', '').replace(',"jsonrpc":"2.0"', ''))}
`
