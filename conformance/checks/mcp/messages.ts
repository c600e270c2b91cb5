// Reads the answers of an MCP endpoint: JSON-RPC messages, as JSON or as server-sent events.
import { isObject } from '../../reading/find-list.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { parseJson } from '../../send/parse-json.ts'

/** An event of a stream. */
interface ServerSentEvent {
  readonly type: string
  readonly data: string
}

/** The events of a stream, whose lines may end in CR, LF or CRLF. */
function parseServerEvents(text: string): readonly ServerSentEvent[] {
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
function parseMessages(text: string): readonly unknown[] {
  const json = text.replace(/^\uFEFF/, '')
  const parts = /^\s*[{[]/.test(json) ? [json] : parseServerEvents(text).map(({ data }) => data)
  return parts.flatMap((part) => {
    const value = parseJson(part)
    if (value === undefined) return []
    return Array.isArray(value) ? value : [value]
  })
}

/** A JSON-RPC 2.0 response to one request. */
export interface RpcResponse {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: Readonly<Record<string, unknown>>
}

/** The response to the request with an id. An error may lack the id, if the server could not read it. */
export function findResponse(text: string, id: number): RpcResponse | undefined {
  for (const message of parseMessages(text)) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') continue
    const { error, result } = message
    if (isObject(error) && [id, null, undefined].includes(message['id'] as number)) return { error }
    if (isObject(result) && message['id'] === id) return { result }
  }
  return undefined
}

/** Explains why an answer is not a response to the request with an id. */
export function unlikeResponse(text: string, id: number): Phrase {
  const messages = parseMessages(text).filter(isObject)
  const [message] = messages
  if (!message) return phrase`no JSON-RPC message`
  if (message['jsonrpc'] !== '2.0') return phrase`${memberPhrase(message, 'jsonrpc')} instead of "2.0"`
  if (message['id'] !== id) return phrase`${memberPhrase(message, 'id')} instead of ${id}`
  const { result } = message
  if (!isObject(result)) return phrase`${memberPhrase(message, 'result')}, and no error`
  return phrase`${memberPhrase(result, 'protocolVersion')} in the result`
}

function memberPhrase(object: Readonly<Record<string, unknown>>, name: string): Phrase {
  return object[name] === undefined ? phrase`no ${name}` : phrase`${name} ${jsonPhrase(object[name])}`
}

/** The version of the protocol in a result of initialize; undefined for any other answer. */
export function readProtocolVersion({ result }: RpcResponse): string | undefined {
  const version = result?.['protocolVersion']
  return typeof version === 'string' ? version : undefined
}

/** The members that a result of initialize lacks and the MCP specification requires in every version. */
export function missingFromMessage({ result }: RpcResponse): Phrase | undefined {
  if (!isObject(result?.['capabilities'])) return phrase`capabilities`
  if (!isObject(result['serverInfo'])) return phrase`serverInfo`
  return /^\d{4}-\d{2}-\d{2}$|^DRAFT/.test(String(result['protocolVersion']))
    ? undefined
    : phrase`a protocolVersion that MCP has, which is a date`
}

/** Returns true if a result is one of server/discover (MCP 2026-07-28). */
export function isDiscovered({ result }: RpcResponse): boolean {
  return Array.isArray(result?.['supportedVersions']) && isObject(result['capabilities'])
}

/** The versions that an error names as supported. */
export function supportedVersions({ error }: RpcResponse): readonly string[] {
  const { data } = error ?? {}
  const named = isObject(data) ? (data['supported'] ?? data['supportedVersions']) : undefined
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : []
}

/** Returns true if a stream names the address to POST to, as in the transport of MCP 2024-11-05. */
export function namesEndpoint(text: string): boolean {
  return parseServerEvents(text).some(({ type, data }) => type === 'endpoint' && /^\S+$/.test(data))
}
