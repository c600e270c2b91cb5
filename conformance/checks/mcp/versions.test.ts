import { knowingPaths } from '../../../testing/conformance/small-kit.ts'
import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import { mcpChecks } from './mcp-checks.ts'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly protocolVersion?: string }
}

/** The answer of an endpoint: the members of a response, or something else. */
type Endpoint = (message: Message, request: Request) => object | Response

async function check(endpoint: Endpoint) {
  const { target } = emulatorSubject()
  const asked: string[] = []
  const fetch = async (request: Request) => {
    const text = await request.text()
    const message = text === '' ? {} : (JSON.parse(text) as Message)
    asked.push(message.params?.protocolVersion ?? message.method ?? `${request.method}`)
    const answer = endpoint(message, request)
    return answer instanceof Response ? answer : Response.json({ jsonrpc: '2.0', id: message.id, ...answer })
  }
  const { results } = await runKit({ target, fetch: knowingPaths(fetch) }, { checks: mcpChecks })
  return { verdict: results[0]!.verdict, asked }
}

const page = (status: number) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } })
const result = (protocolVersion: string) => ({
  result: { protocolVersion, capabilities: {}, serverInfo: { name: 'x', version: '1' } },
})
/** Takes one version alone, and answers another version with an error. */
const only =
  (version: string, error: object): Endpoint =>
  ({ method, params }) =>
    method !== 'initialize' ? { result: {} } : params?.protocolVersion === version ? result(version) : { error }

const stream =
  (status: number): Endpoint =>
  (_message, { method }) =>
    method === 'GET'
      ? new Response('event: endpoint\ndata: /messages\n\n', { headers: { 'content-type': 'text/event-stream' } })
      : page(status)

it.each<[verdict: string, what: string, asked: readonly string[], endpoint: Endpoint]>([
  [
    'pass',
    'invalid parameters for another version',
    ['2025-06-18', '2025-11-25', '2025-03-26', '2024-11-05', 'ping'],
    only('2024-11-05', { code: -32_602, message: 'Invalid params' }),
  ],
  [
    'pass',
    'an error about the version, with a code of its own',
    ['2025-06-18', '2025-11-25', '2025-03-26', 'ping'],
    only('2025-03-26', { code: -32_000, message: 'Unsupported protocol version' }),
  ],
  [
    'pass',
    'versions that an error names, among them those that are asked for otherwise',
    ['2025-06-18', '2026-03-01', '2026-02-01', '2026-01-01', 'ping'],
    only('2026-01-01', {
      code: -32_602,
      message: 'No',
      data: { supported: ['2025-06-18', '2026-07-28', '2026-03-01', '2026-02-01', '2026-01-01'] },
    }),
  ],
  [
    'fail',
    'a page for ping',
    ['2025-06-18', 'ping'],
    ({ method }) => (method === 'initialize' ? result('2025-06-18') : page(200)),
  ],
  [
    'pass',
    'a refusal of ping',
    ['2025-06-18', 'ping'],
    ({ method }) => (method === 'initialize' ? result('2025-06-18') : page(404)),
  ],
  [
    'fail',
    'an error that is about something else',
    ['2025-06-18', 'server/discover'],
    () => ({ error: { code: -32_000, message: 'No' } }),
  ],
  [
    'fail',
    'no method initialize',
    ['2025-06-18', 'server/discover'],
    () => ({ error: { code: -32_601, message: 'Method not found' } }),
  ],
  [
    'fail',
    'pages for other versions and for server/discover',
    ['2025-06-18', '2025-11-25', '2025-03-26', '2024-11-05', 'server/discover'],
    ({ params }) =>
      params?.protocolVersion === '2025-06-18' ? { error: { code: -32_602, message: 'No' } } : page(404),
  ],
  ['fail', 'a page for everything', ['2025-06-18', 'GET'], () => page(200)],
  ['pass', 'the transport of 2024-11-05, which does not take POST', ['2025-06-18', 'GET'], stream(405)],
  ['pass', 'the transport of 2024-11-05, which answers POST by a page', ['2025-06-18', 'GET'], stream(200)],
  ['pass', 'the transport of 2024-11-05, which breaks at a POST', ['2025-06-18', 'GET'], stream(500)],
])('concludes %s given %s', async (verdict, _what, asked, endpoint) => {
  expect(await check(endpoint)).toEqual({ verdict, asked })
})

it('names the session in each request after initialize', async () => {
  const sessions: (string | null)[] = []
  const { verdict } = await check(({ id, method }, { headers }) => {
    sessions.push(headers.get('mcp-session-id'))
    return method === 'initialize'
      ? Response.json({ jsonrpc: '2.0', id, ...result('2025-06-18') }, { headers: { 'mcp-session-id': 's-1' } })
      : { result: {} }
  })
  expect(verdict).toBe('pass')
  expect(sessions).toEqual([null, 's-1', 's-1'])
})
