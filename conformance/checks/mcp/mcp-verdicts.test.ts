// MCP endpoints of several versions and transports (clause 4.8 shows no behaviour).
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { knowingPaths } from '../../../testing/conformance/small-kit.ts'
import { emulatorSubject, runKit } from '../../../testing/conformance/subject.ts'
import { markupPage } from '../../../testing/servers/odd-emulator.ts'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly protocolVersion?: string }
}

/** The answer of an endpoint to a message: the members of a response, or something else. A GET has no message. */
type Endpoint = (message: Message, request: Request) => object | Response | Promise<Response>

const { target } = emulatorSubject()

/** How the check ends, and what it asks: versions, other methods of MCP, and other methods of HTTP. */
async function check(endpoint: Endpoint, allowWrites = true) {
  const asked: string[] = []
  const fetch = async (request: Request) => {
    const text = await request.clone().text()
    const message = text === '' ? {} : (JSON.parse(text) as Message)
    asked.push(message.params?.protocolVersion ?? message.method ?? request.method)
    const answer = await endpoint(message, request)
    return answer instanceof Response ? answer : Response.json({ jsonrpc: '2.0', id: message.id, ...answer })
  }
  // The option stands above the member of the target file.
  const subject = { target: { ...target, allowWrites: !allowWrites }, fetch: knowingPaths(fetch) }
  const { results } = await runKit(subject, { allowWrites, only: ['mcp.*'] })
  return { verdict: results[0]!.verdict, asked: asked.join(' ') }
}

const serverInfo = { name: 'x', version: '1' }
const initialized = (protocolVersion = '2025-06-18') => ({ result: { protocolVersion, capabilities: {}, serverInfo } })
const error = (code: number, message: string, data?: object) => ({ error: { code, message, data } })
/** Answers initialize, and all else in the same way. */
const then =
  (rest: () => object): Endpoint =>
  ({ method }) =>
    method === 'initialize' ? initialized() : rest()
/** Takes only one version, and answers another version with an error. */
const only =
  (version: string, refusal: object): Endpoint =>
  ({ method, params }) =>
    method !== 'initialize' ? { result: {} } : params?.protocolVersion === version ? initialized(version) : refusal
const events = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
/** A stream that stays open after its messages. */
const open = (text: string) =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }), {
    headers: { 'content-type': 'text/event-stream' },
  })
/** Changes the text of responses. */
const written =
  (write: (text: string) => Response): Endpoint =>
  (message) =>
    write(
      JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        ...(message.method === 'initialize' ? initialized() : { result: {} }),
      }),
    )
/** The transport of 2024-11-05. */
const older =
  (toPost: Response, event = 'endpoint'): Endpoint =>
  (_message, { method }) =>
    method === 'GET' ? events(`event: ${event}\ndata: /messages\n\n`) : toPost.clone()
const sdk =
  (legacy: 'reject' | 'stateless'): Endpoint =>
  (_message, request) =>
    createMcpHandler(() => new Server(serverInfo, { capabilities: { tools: {} } }), { legacy, keepAliveMs: 0 }).fetch(
      request,
    )
const sessionEndpoint: Endpoint = ({ id, method }, { headers }) =>
  method === 'initialize'
    ? Response.json({ jsonrpc: '2.0', id, ...initialized() }, { headers: { 'mcp-session-id': 's-1' } })
    : headers.get('mcp-session-id') === 's-1'
      ? { result: {} }
      : Response.json({}, { status: 400 })
const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'

it.each<readonly [verdict: string, what: string, asked: string, endpoint: Endpoint]>([
  ['pass', 'a batch of one', '2025-06-18 ping', written((text) => new Response(`[${text}]`))],
  ['pass', 'JSON behind a byte-order mark', '2025-06-18 ping', written((text) => new Response(`\uFEFF${text}`))],
  [
    'pass',
    'a stream',
    '2025-06-18 ping',
    written((text) => events(`: hi\r\nevent: message\r\nid: 1\r\ndata: ${text}\r\n\r\n`)),
  ],
  [
    'pass',
    'a stream with other ends of lines',
    '2025-06-18 ping',
    written((text) => events(`\uFEFFevent: message\rdata: ${text}\r\r`)),
  ],
  [
    'pass',
    'an open stream with a notification',
    '2025-06-18 ping',
    written((text) => open(`id: 0\nretry: 3000\ndata:\n\ndata: ${note}\n\ndata: ${text}\n\n`)),
  ],
  ['pass', 'a refusal of ping', '2025-06-18 ping', then(() => markupPage('', 404))],
  [
    'pass',
    'a ping that is taken without an answer',
    '2025-06-18 ping',
    then(() => new Response(null, { status: 202 })),
  ],
  ['pass', 'no answer before the client is ready', '2025-06-18 ping', then(() => error(-32_600, 'Not initialized'))],
  [
    'pass',
    'invalid parameters for another version',
    '2025-06-18 2025-11-25 2025-03-26 2024-11-05 ping',
    only('2024-11-05', error(-32_602, 'Invalid params')),
  ],
  [
    'pass',
    'an error about the version, with a code of its own',
    '2025-06-18 2025-11-25 2025-03-26 ping',
    only('2025-03-26', error(-32_000, 'Unsupported protocol version')),
  ],
  [
    'pass',
    'versions that an error names, among them those that are asked for otherwise',
    '2025-06-18 2026-03-01 2026-01-01 ping',
    only('2026-01-01', error(-32_602, 'No', { supported: ['2025-06-18', '2026-07-28', '2026-03-01', '2026-01-01'] })),
  ],
  ['fail', 'an error that is about something else', '2025-06-18 server/discover', () => error(-32_000, 'No')],
  [
    'fail',
    'an invalid parameter whatever the version',
    '2025-06-18 2025-11-25 2025-03-26 2024-11-05 server/discover',
    () => error(-32_602, 'No'),
  ],
  ['pass', 'the older transport, which does not take POST', '2025-06-18 GET', older(markupPage('', 405))],
  ['pass', 'the older transport, which answers POST by a page', '2025-06-18 GET', older(markupPage('Hello'))],
  [
    'pass',
    'the older transport, which answers POST by 400',
    '2025-06-18 GET',
    older(Response.json({}, { status: 400 })),
  ],
  ['fail', 'a stream that names no address', '2025-06-18 GET', older(markupPage('', 405), 'message')],
  ['pass', 'a server of only MCP 2026-07-28', '2025-06-18 server/discover', sdk('reject')],
  ['pass', 'the official server', '2025-06-18 ping', sdk('stateless')],
  ['pass', 'sessions, which end if it may write', '2025-06-18 ping DELETE', sessionEndpoint],
  [
    'insufficientEvidence',
    'a result without capabilities',
    '2025-06-18',
    () => ({ result: { protocolVersion: '2025-06-18', serverInfo } }),
  ],
  ['insufficientEvidence', 'a version that MCP does not have', '2025-06-18', () => initialized('1.0')],
  [
    'blocked',
    'other credentials',
    '2025-06-18 GET GET GET',
    () => Response.json({ error: 'invalid_token' }, { status: 401 }),
  ],
])('ends with %s given %s', async (verdict, _what, asked, endpoint) => {
  expect(await check(endpoint)).toEqual({ verdict, asked })
})

it('leaves a session as it is where it may not write', async () => {
  expect(await check(sessionEndpoint, false)).toEqual({ verdict: 'pass', asked: '2025-06-18 ping' })
})
