import { type Check, defineCheck } from '../define-check.ts'
import { isObject } from '../discovery/find-list.ts'
import { summary } from '../exchange.ts'
import { fail, insufficient } from '../verdict.ts'

/** The JSON-RPC messages of an answer: a JSON body, or the data of server-sent events. */
function messagesIn(text: string): readonly unknown[] {
  const parts = text.trimStart().startsWith('{') || text.trimStart().startsWith('[') ? [text] : text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim()).join('\n'))
  return parts.flatMap((part) => {
    try {
      const value = JSON.parse(part) as unknown
      return Array.isArray(value) ? value : [value]
    } catch {
      return []
    }
  })
}

/** A response to the request with the id 1, or an error about a request that could not be read. */
function isResponse(message: unknown): boolean {
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return false
  return isObject(message['error']) ? message['id'] === 1 || message['id'] === null || message['id'] === undefined : message['id'] === 1 && isObject(message['result'])
}

/** The MCP endpoint (clause 4.8). Its behaviour is not shown; that it speaks the protocol is what can be asked. */
export const mcpChecks: readonly Check[] = [
  defineCheck({
    id: 'mcp.endpoint.speaks', requirement: 'mcp.endpoint', effect: 'read', needs: ['mcp', 'bearer'], description: 'POSTs an MCP initialize request to paths.mcp: the answer, as JSON or as server-sent events, is a JSON-RPC 2.0 response to it.',
    run: async (session) => {
      const exchange = await session.send({
        method: 'POST', path: session.run.target.paths!.mcp!, headers: { accept: 'application/json, text/event-stream' },
        json: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'conformance', version: '1' } } },
      })
      const { status, text } = exchange.response
      if (messagesIn(text).some(isResponse)) return
      if (status === 401 || status === 403) insufficient(`the MCP endpoint takes other credentials than the Bearer token, and which is not shown: ${summary(exchange)}`)
      fail('a JSON-RPC 2.0 response to initialize', summary(exchange))
    },
  }),
]
