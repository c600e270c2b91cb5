import { at } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { noSuccess } from '../no-success.ts'
import {
  isDiscovered,
  missingFromMessage,
  namesEndpoint,
  findResponse,
  type RpcResponse,
  supportedVersions,
  unlikeResponse,
  readProtocolVersion,
} from './messages.ts'

/** The version that is requested first: every server since then accepts it or offers another. */
const firstVersion = '2025-06-18'
/** The versions to request if a server refuses the first one and names none. */
const otherVersions = ['2025-11-25', '2025-03-26', '2024-11-05']
/** The version without initialize. */
const statelessVersion = '2026-07-28'

const client = { name: 'conformance', version: '1' }

/** An answer and its JSON-RPC response. */
interface RpcExchange {
  /** The id of the request. */
  readonly id: number
  readonly exchange: Exchange
  readonly response: RpcResponse | undefined
}

/** Sends a JSON-RPC request. The id is random, so that a stored response does not match it. */
async function sendRpc(
  session: Session,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcExchange> {
  const id = 1000 + Math.floor(session.run.random.next() * 1_000_000)
  const exchange = await session.send({
    method: 'POST',
    path: at('mcp'),
    headers: { accept: 'application/json, text/event-stream', ...headers },
    // The stream may stay open after the response.
    enough: (text) => findResponse(text, id) !== undefined,
    json: { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) },
  })
  return { id, exchange, response: findResponse(exchange.response.text, id) }
}

function initialize(session: Session, protocolVersion: string): Promise<RpcExchange> {
  return sendRpc(session, 'initialize', { protocolVersion, capabilities: {}, clientInfo: client })
}

/** Sends the request of MCP 2026-07-28, which has no initialize. */
function discover(session: Session): Promise<RpcExchange> {
  const meta = 'io.modelcontextprotocol'
  return sendRpc(
    session,
    'server/discover',
    {
      _meta: {
        [`${meta}/protocolVersion`]: statelessVersion,
        [`${meta}/clientInfo`]: client,
        [`${meta}/clientCapabilities`]: {},
      },
    },
    { 'mcp-protocol-version': statelessVersion, 'mcp-method': 'server/discover' },
  )
}

/**
 * The versions to try after an error: those that the error names, or the usual ones if the error is about the version.
 */
function versionsToTry(response: RpcResponse): readonly string[] {
  const { code, message } = response.error ?? {}
  const named = supportedVersions(response)
  const usual = code === -32_602 || /version/i.test(String(message)) ? otherVersions : []
  return (named.length > 0 ? named : usual)
    .filter((version) => version !== firstVersion && version !== statelessVersion)
    .slice(0, 3)
}

/** The first answer to initialize that is a result; undefined if every version is refused. */
async function firstInitialized(
  session: Session,
  first: RpcExchange,
  response: RpcResponse,
): Promise<RpcExchange | undefined> {
  if (readProtocolVersion(response) !== undefined) return first
  for (const version of versionsToTry(response)) {
    const next = await initialize(session, version)
    if (next.response && readProtocolVersion(next.response) !== undefined) return next
  }
  return undefined
}

/**
 * Judges a result of initialize. Another method must get another answer: an endpoint that answers everything with this
 * result does not implement the protocol. A ping may be sent before the client says that it is ready.
 */
async function judgeResult(session: Session, { exchange, response }: RpcExchange): Promise<void> {
  const lack = missingFromMessage(response!)
  if (lack)
    insufficient(
      because.absent,
      phrase`the result of initialize lacks ${lack}, so it may not be one: ${answerPhrase(exchange)}`,
      exchange,
    )
  const sessionId = exchange.response.headers['mcp-session-id']
  const headers = {
    ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }),
    'mcp-protocol-version': readProtocolVersion(response!)!,
  }
  const ping = await sendRpc(session, 'ping', undefined, headers)
  const { status } = ping.exchange.response
  // Not every server accepts a ping this early, but a success must be a response to it.
  if (!ping.response && (status === 200 || status === 201))
    fail({
      expected: phrase`a response to ping by JSON-RPC 2.0`,
      got: phrase`${unlikeResponse(ping.exchange.response.text, ping.id)}: ${answerPhrase(ping.exchange)}`,
      fact: noSuccess(ping.exchange),
    })
  if (ping.response && readProtocolVersion(ping.response) !== undefined)
    fail({
      expected: phrase`another answer to ping than to initialize`,
      fact: { kind: 'alike', other: exchange, at: ping.exchange },
      condition: phrase`for a ping`,
    })
  if (sessionId !== undefined && session.run.allowWrites)
    await session.send({ method: 'DELETE', path: at('mcp'), headers })
}

/** The MCP endpoint (clause 4.8). Its behaviour is not specified, so it only has to implement the protocol. */
export const mcpChecks: readonly DeclaredCheck[] = [
  {
    id: 'mcp.endpoint.speaks',
    effect: 'read',
    needs: ['mcp', 'bearer'],
    description:
      'POSTs an MCP initialize request to paths.mcp: the answer, as JSON or as server-sent events, is a JSON-RPC 2.0 response to it with the version of the protocol, and a ping gets a different one, also by JSON-RPC 2.0. If that version is refused, other versions are tried, and server/discover as in MCP 2026-07-28. If POST gets no response, GETs paths.mcp: a stream that names the address to POST to is the older transport.',
    run: async (session) => {
      const first = await initialize(session, firstVersion)
      const { status } = first.exchange.response
      if (status === 401 || status === 403)
        insufficient(
          because.refused,
          phrase`the MCP endpoint takes other credentials than the Bearer token, and they are not shown: ${answerPhrase(first.exchange)}`,
          first.exchange,
        )
      if (first.response) {
        const initialized = await firstInitialized(session, first, first.response)
        if (initialized) return await judgeResult(session, initialized)
        if (first.response.error) {
          const { response } = await discover(session)
          if (response && isDiscovered(response)) return phrase`by MCP ${statelessVersion}`
        }
      } else {
        const stream = await session.send({
          path: at('mcp'),
          headers: { accept: 'text/event-stream' },
          enough: namesEndpoint,
        })
        if (namesEndpoint(stream.response.text)) return phrase`by the transport of 2024-11-05`
      }
      fail({
        expected: phrase`a result of initialize by JSON-RPC 2.0, with the version of the protocol`,
        got:
          status < 300
            ? phrase`${unlikeResponse(first.exchange.response.text, first.id)}: ${answerPhrase(first.exchange)}`
            : answerPhrase(first.exchange),
        fact: noSuccess(first.exchange),
      })
    },
  },
]
