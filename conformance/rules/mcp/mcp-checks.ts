import { fail, insufficient } from '../../catalogue/verdict.ts'
import { isObject } from '../../reading/find-list.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import { summary } from '../../wire/exchange.ts'

/** An event of a stream. */
interface ServerSentEvent {
  readonly type: string
  readonly data: string
}

/** The events of a stream, whose lines may end in any of three ways. */
function eventsIn(text: string): readonly ServerSentEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
  return blocks.map((block) => {
    const field = (name: string) =>
      block
        .split('\n')
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
        .join('\n')
    return { type: field('event') || 'message', data: field('data') }
  })
}

/** The JSON-RPC messages of an answer: its JSON body, or the data of its server-sent events. */
function messagesIn(text: string): readonly unknown[] {
  const parts = /^\s*[{[]/.test(text) ? [text] : eventsIn(text).map(({ data }) => data)
  return parts.flatMap((part) => {
    try {
      const value = JSON.parse(part) as unknown
      return Array.isArray(value) ? value : [value]
    } catch {
      return []
    }
  })
}

/** Whether a message is a response to the request with the id 1: one with the version of the protocol, or an error. */
function isResponse(message: unknown): boolean {
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return false
  if (isObject(message['error'])) return message['id'] === 1 || message['id'] === null || message['id'] === undefined
  return message['id'] === 1 && isObject(message['result']) && typeof message['result']['protocolVersion'] === 'string'
}

const speaks = (text: string): boolean => messagesIn(text).some(isResponse)

/** Whether a stream names the address to POST to, as in the transport of MCP 2024-11-05. */
const namesEndpoint = (text: string): boolean =>
  eventsIn(text).some(({ type, data }) => type === 'endpoint' && data !== '')

/** The MCP endpoint (clause 4.8). Its behaviour is not shown, so it must only speak the protocol. */
export const mcpChecks: readonly Check[] = [
  defineCheck({
    id: 'mcp.endpoint.speaks',
    requirement: 'mcp.endpoint',
    effect: 'read',
    needs: ['mcp', 'bearer'],
    description:
      'POSTs an MCP initialize request to paths.mcp: the answer, as JSON or as server-sent events, is a JSON-RPC 2.0 ' +
      'response to it. If POST is not accepted, GETs paths.mcp: a stream that names the address to POST to is the ' +
      'older ' +
      'transport.',
    run: async (session) => {
      const path = session.run.target.paths!.mcp!
      const exchange = await session.send({
        // The stream may stay open after the response.
        method: 'POST',
        path,
        headers: { accept: 'application/json, text/event-stream' },
        enough: speaks,
        json: {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'conformance', version: '1' },
          },
        },
      })
      const { status, text } = exchange.response
      if (speaks(text)) return
      if (status === 401 || status === 403)
        insufficient(
          'the MCP endpoint takes other credentials than the Bearer token, and they are not shown: ' +
            `${summary(exchange)}`,
        )
      if (status === 404 || status === 405) {
        const stream = await session.send({ path, headers: { accept: 'text/event-stream' }, enough: namesEndpoint })
        if (namesEndpoint(stream.response.text)) return 'by the transport of 2024-11-05'
      }
      fail('a JSON-RPC 2.0 response to initialize', summary(exchange))
    },
  }),
]
