import { knowingPaths } from '../../../testing/conformance/small-kit.ts'
import { expect, it } from 'vitest'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { RunResult } from '../../judge/result.ts'
import { mcpChecks } from '../mcp/mcp-checks.ts'

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string }
}

type Endpoint = (message: Message, request: Request) => Response | Promise<Response>

/** Runs the check of MCP against an endpoint; a GET has an empty message. */
async function check(endpoint: Endpoint): Promise<RunResult> {
  const { target } = emulatorSubject()
  const fetch = async (request: Request) => {
    const text = await request.clone().text()
    return endpoint(text === '' ? { method: '' } : (JSON.parse(text) as Message), request)
  }
  return await runKit({ target, fetch: knowingPaths(fetch) }, { checks: mcpChecks })
}

const events = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const serverInfo = { name: 'x', version: '1' }
const initialized = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo }
const unknownMethod = { code: -32_601, message: 'Method not found' }

const rpc = ({ id = 0 }: Message, members: object) => ({ jsonrpc: '2.0', id, ...members })

/** The answer of a small server to one message, by its method. */
const answerTo = (message: Message) =>
  rpc(
    message,
    message.method === 'initialize'
      ? { result: initialized }
      : message.method === 'ping'
        ? { result: {} }
        : { error: unknownMethod },
  )

const refuseUnless =
  (version: string, error: object, status = 200): Endpoint =>
  (message) =>
    message.method === 'initialize' && message.params?.protocolVersion !== version
      ? Response.json(rpc(message, { error }), { status })
      : Response.json(
          rpc(
            message,
            message.method === 'initialize' ? { result: { ...initialized, protocolVersion: version } } : { result: {} },
          ),
        )

/** A stream that stays open after its messages. */
const openStream = (text: string) =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }), {
    headers: { 'content-type': 'text/event-stream' },
  })

const withSession = (): Endpoint => (message, request) => {
  if (request.method === 'DELETE') return new Response(null, { status: 204 })
  const response = Response.json(answerTo(message))
  if (message.method === 'initialize') response.headers.set('mcp-session-id', 's-1')
  else if (request.headers.get('mcp-session-id') !== 's-1')
    return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'no session' } }, { status: 400 })
  return response
}

const sdk =
  (legacy: 'reject' | 'stateless'): Endpoint =>
  (_message, request) =>
    createMcpHandler(() => new Server(serverInfo, { capabilities: { tools: {} } }), { legacy, keepAliveMs: 0 }).fetch(
      request,
    )

it.each<[string, Endpoint]>([
  ['plain JSON', (message) => Response.json(answerTo(message))],
  ['a batch of one', (message) => Response.json([answerTo(message)])],
  ['JSON behind a byte-order mark', (message) => new Response(`\uFEFF${JSON.stringify(answerTo(message))}`)],
  [
    'a stream',
    (message) => events(`: hello\r\nevent: message\r\nid: 1\r\ndata: ${JSON.stringify(answerTo(message))}\r\n\r\n`),
  ],
  [
    'a stream that stays open',
    (message) => openStream(`event: message\ndata: ${JSON.stringify(answerTo(message))}\n\n`),
  ],
  [
    'a stream that begins with an empty event and a notification',
    (message) =>
      openStream(
        `id: 0\nretry: 3000\ndata:\n\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\ndata: ${JSON.stringify(answerTo(message), null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
      ),
  ],
  [
    'a stream with other ends of lines',
    (message) => events(`\uFEFFevent: message\rdata: ${JSON.stringify(answerTo(message))}\r\r`),
  ],
  ['sessions', withSession()],
  [
    'a server that answers nothing else before the client is ready',
    (message) =>
      message.method === 'initialize'
        ? Response.json(answerTo(message))
        : Response.json(rpc(message, { error: { code: -32_600, message: 'Not initialized' } }), { status: 400 }),
  ],
  [
    'a ping that is answered outside of the protocol',
    (message) =>
      message.method === 'initialize' ? Response.json(answerTo(message)) : new Response(null, { status: 202 }),
  ],
  ['another version', refuseUnless('2024-11-05', { code: -32_602, message: 'Unsupported protocol version' }, 400)],
  [
    'a version that its error names',
    refuseUnless('2026-12-01', { code: -32_602, message: 'No', data: { supported: ['2026-12-01'], requested: 'x' } }),
  ],
  ['a server of MCP 2026-07-28 alone', sdk('reject')],
  ['the official server', sdk('stateless')],
  [
    'the transport of 2024-11-05',
    (_message, { method }) =>
      method === 'GET'
        ? openStream('event: endpoint\ndata: /mcp/messages?session=1\n\n')
        : new Response(null, { status: 405, headers: { allow: 'GET' } }),
  ],
  [
    'the transport of 2024-11-05, which answers POST by 400',
    (_message, { method }) =>
      method === 'GET'
        ? openStream('event: endpoint\ndata: messages\n\n')
        : Response.json({ detail: 'no' }, { status: 400 }),
  ],
])('passes given %s', async (_what, endpoint) => {
  expect((await check(endpoint)).results).toMatchObject([{ verdict: 'pass' }])
})

it('ends the session that it began, if it may write', async () => {
  const { target } = emulatorSubject()
  const methods: string[] = []
  const endpoint = withSession()
  const fetch = async (request: Request) => {
    methods.push(request.method)
    const text = await request.clone().text()
    return endpoint(text === '' ? { method: '' } : (JSON.parse(text) as Message), request)
  }
  await runKit({ target, fetch: knowingPaths(fetch) }, { checks: mcpChecks })
  expect(methods).toEqual(['POST', 'POST', 'DELETE'])
  methods.length = 0
  await runKit({ target: { ...target, allowWrites: false }, fetch: knowingPaths(fetch) }, { checks: mcpChecks })
  expect(methods).toEqual(['POST', 'POST'])
})

it.each<[string, object]>([
  ['capabilities', { protocolVersion: '2025-06-18', serverInfo }],
  ['serverInfo', { protocolVersion: '2025-06-18', capabilities: {} }],
  ['a version that MCP has', { protocolVersion: '1.0', capabilities: {}, serverInfo }],
])('decides nothing given a result without %s', async (_what, result) => {
  const lines = resultLines(await check((message) => Response.json(rpc(message, { result }))), 'insufficientEvidence')
  expect(lines).toHaveLength(1)
})

it.each([401, 403])('decides nothing given an endpoint that takes other credentials, by %i', async (status) => {
  const result = await check(() => Response.json({ error: 'invalid_token' }, { status }))
  expect(resultLines(result, 'pass', 'fail', 'error')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence', 'blocked')).toHaveLength(1)
})

it('fails given a response to another request, within six requests', async () => {
  const result = await check(() => Response.json({ jsonrpc: '2.0', id: 1, result: initialized }))
  expect(resultLines(result, 'fail')).toHaveLength(1)
  const refused = await check((message) => Response.json(rpc(message, { error: { code: -32_602, message: 'No' } })))
  expect(resultLines(refused, 'fail')).toHaveLength(1)
  expect(refused.requests).toBeLessThanOrEqual(6)
})
