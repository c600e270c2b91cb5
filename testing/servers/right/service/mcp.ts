// MCP endpoints of several kinds (clause 4.8 shows no behaviour).
import type { Policy } from './policy.ts'
import { policyJson } from './usual-policy.ts'

interface Message {
  readonly id?: number | string
  readonly method?: string
}

const rpcResult = (id: unknown, protocolVersion: string) => ({
  jsonrpc: '2.0',
  id,
  result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'service', version: '1' } },
})

const error = (id: unknown, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

const mcpAnswer = ({ id, method }: Message, version: string): object =>
  method === 'initialize'
    ? rpcResult(id, version)
    : method === 'tools/list'
      ? { jsonrpc: '2.0', id, result: { tools: [{ name: 'create-shipment', inputSchema: { type: 'object' } }] } }
      : method === 'ping'
        ? { jsonrpc: '2.0', id, result: {} }
        : error(id, -32_601, 'Method not found')

const eventStreamAnswer = (text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', ...headers } })

/** A stream that stays open after its first events. */
function openStream(text: string, headers: Readonly<Record<string, string>>): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } })
}

type Mcp = NonNullable<Policy['mcp']>

/** Sessions and event streams: all but initialize needs the session that it gave (MCP 2025-03-26). */
export function mcpWithSessions(isOpen: boolean): Mcp {
  const sessions = new Set<string>()
  return async (random, request) => {
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } })
    if (!/text\/event-stream/.test(request.headers.get('accept') ?? ''))
      return policyJson(error(null, -32_000, 'Accept text/event-stream'), 406)
    const message = (await request.json()) as Message
    const session = request.headers.get('mcp-session-id')
    if (message.method !== 'initialize') {
      if (session === null) return policyJson(error(message.id ?? null, -32_000, 'Mcp-Session-Id is missing'), 400)
      if (!sessions.has(session)) return policyJson(error(message.id ?? null, -32_001, 'Session not found'), 404)
      if (message.id === undefined) return new Response(null, { status: 202 })
    }
    const id = session ?? random()
    sessions.add(id)
    const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hello' } }
    const text = [note, mcpAnswer(message, '2025-03-26')]
      .map((event, index) => `id: ${index}\r\nevent: message\r\ndata: ${JSON.stringify(event)}\r\n\r\n`)
      .join(': keep-alive\r\n\r\n')
    return isOpen ? openStream(text, { 'mcp-session-id': id }) : eventStreamAnswer(text, { 'mcp-session-id': id })
  }
}

/** Answers as JSON, without sessions. */
export const plainMcp: Mcp = async (_random, request) => {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  const message = (await request.json()) as Message
  return message.id === undefined ? new Response(null, { status: 202 }) : policyJson(mcpAnswer(message, '2025-06-18'))
}

/** The transport of 2024-11-05: a stream that names the address to POST to. */
export const olderMcp: Mcp = async (random, request) =>
  request.method === 'GET'
    ? openStream(`event: endpoint\ndata: /ai/mcp/messages?session=${random()}\n\n`, {})
    : new Response('Method Not Allowed', { status: 405, headers: { allow: 'GET' } })
