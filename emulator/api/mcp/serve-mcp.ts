import type * as Sdk from '@modelcontextprotocol/server'
import { authorize } from '../auth/authenticate.ts'
import { missingScopes } from '../auth/scopes.ts'
import { ApiError } from '../dialect/api-error.ts'
import { attachNote } from '../dialect/noted-response.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { tryParseJson } from '../../tools/try-parse-json.ts'
import { once } from '../../tools/once.ts'
import { cutText } from '../../tools/short-text.ts'
import { isObject } from '../../tools/is-object.ts'
import { boundsFault } from '../../tools/json-bounds.ts'
import { readBodyText } from '../input/read-body.ts'
import { commandTools, resourceTools, type McpContext, type Tool } from './tools.ts'
import { readMcpCall, readMcpMessages } from './mcp-call.ts'

/**
 * Answers one MCP request with the official SDK. The server is stateless: each request sees the tools of its caller
 * and of the current data.
 */
export async function serveMcp(context: McpContext): Promise<Response> {
  // Loading the SDK takes longer than the rest of the start, so it is loaded on first use.
  const sdk = await import('@modelcontextprotocol/server')
  // No keep-alive: every answer is complete at once, and its timer would outlive the emulator.
  const batch = new Batch(context)
  const { request, parsedBody, aside } = await withinBounds(context)
  const handler = sdk.createMcpHandler(() => createServer(sdk, context, batch, aside), {
    maxRequestBodySize: context.conventions.bodyLimit,
    keepAliveMs: 0,
  })
  const answered = await handler.fetch(request, { parsedBody })
  const { body, status } = answered
  const headers = Object.fromEntries(answered.headers)
  const text = shortenErrors(await answered.text())
  const messages = readMcpMessages(text)
  // For the journal: MCP answers an error with 200.
  context.draft.mcp = readMcpCall(parsedBody, messages)
  const response = new Response(body ? text : null, { status, headers })
  return attachNote(response, { text: messages.length === 1 ? JSON.stringify(messages[0]) : text, headers })
}

/** The longest message of an error, in characters. */
const longestError = 1000

/** Cuts the errors of the SDK: they have some lines for each member of a request that is wrong. */
function shortenErrors(text: string): string {
  const isLong = text.length > longestError && text.includes('"error":{')
  return isLong ? text.split('\n').map(shortenErrorLine).join('\n') : text
}

/** A line of an answer, which is a message or, in a stream of events, `data: ` and a message. */
function shortenErrorLine(line: string): string {
  const start = line.indexOf('{')
  if (line.length <= longestError || start < 0) return line
  const message = JSON.parse(line.slice(start)) as { readonly error?: { readonly message: string } }
  if (!message.error) return line
  const error = { ...message.error, message: cutText(message.error.message, longestError) }
  return line.slice(0, start) + JSON.stringify({ ...message, error })
}

type Arguments = Readonly<Record<string, unknown>>

/** A request in the form that is passed to the SDK. */
interface BoundedRequest {
  readonly request: Request
  /** The messages. Undefined for a body that is not JSON: the SDK reads and refuses it. */
  readonly parsedBody: unknown
  /** The arguments of the calls of a long body. The SDK gets their index instead. */
  readonly aside: readonly Arguments[]
}

/** Reads the body, and refuses one that would overflow the stack inside the SDK or keep it busy. */
async function withinBounds({ request, conventions, draft }: McpContext): Promise<BoundedRequest> {
  const body = await readBodyText(request, conventions.bodyLimit, draft)
  const fault = boundsFault(body)
  if (fault !== undefined) throw new ApiError('refused', fault, { requirement: 'http.json-body' })
  const parsedBody = tryParseJson(body)
  assertShort(parsedBody, request.headers)
  const { url, method, headers } = request
  const aside: Arguments[] = []
  if (boundsFault(body, mostBeside) !== undefined) setAside(parsedBody, aside)
  return { request: new Request(url, { method, headers, body }), parsedBody, aside }
}

/** The member that replaces arguments that were set aside. */
const asideName = 'aside'

/** Takes the arguments out of calls: the SDK spends more time on each member than reading and checking it takes. */
function setAside(messages: unknown, aside: Arguments[]): void {
  for (const message of [messages].flat()) {
    const { params } = (message ?? {}) as { readonly params?: { arguments?: unknown } | null }
    if (isObject(params?.arguments)) params.arguments = { [asideName]: aside.push(params.arguments) - 1 }
  }
}

/** The longest id of a message, and the longest header of MCP, in characters. */
const longestId = 200

/** The most members and items of the messages in a body, without the arguments of tools. */
const mostBeside = 2000

/** Counts the members and items of a value, except those of the arguments of tools, up to a limit. */
function countOutsideArguments(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const [name, member] of Object.entries(value)) {
    if (++count > most) return count
    if (name !== 'arguments') count += countOutsideArguments(member, most - count)
  }
  return count
}

/** Refuses long texts that the SDK would repeat in its errors, and messages that would keep it busy. */
function assertShort(messages: unknown, headers: Headers): void {
  for (const [name, value] of headers)
    if (name.startsWith('mcp-') && value.length > longestId)
      throw new ApiError(
        'refused',
        `${cutText(name, 50)} must have at most ${longestId} characters; got ${value.length}.`,
      )
  if (countOutsideArguments(messages, mostBeside) > mostBeside)
    throw new ApiError(
      'refused',
      `The messages may have at most ${mostBeside} members and items in addition to the arguments of tools. Send fewer.`,
    )
  for (const message of [messages].flat()) {
    const { id } = (message ?? {}) as { readonly id?: unknown }
    const length = JSON.stringify(id)?.length ?? 0
    if (length <= longestId + 2) continue
    throw new ApiError('refused', `The id of a message must have at most ${longestId} characters; got ${length}.`)
  }
}

function listTools(context: McpContext): readonly Tool[] {
  const resources = resourceTools(context)
  return [...commandTools(context, new Set(resources.map(({ name }) => name))), ...resources]
}

function unknownTool(name: string, hint: string): string {
  return `There is no tool ${JSON.stringify(name.slice(0, 100))}${hint} tools/list lists all tools.`
}

/** The characters at which a page of tools ends. The official client walks at most 64 pages. */
const pageLength = 524_288

/** The characters of answers at which a batch ends: later messages are refused. */
const longestAnswers = 2_097_152

/** The most names that an unknown one is compared with: a batch of a hundred takes 30 ms for each name. */
const mostCompared = 200

/** The state that the messages of one request share. */
class Batch {
  readonly #context: McpContext
  #length = 0

  constructor(context: McpContext) {
    this.#context = context
  }

  /** Made once, as the data has thousands of connections, and a batch hundreds of messages. */
  readonly tools: () => readonly Tool[] = once(() => listTools(this.#context))

  readonly #visible = once(() => {
    const { caller, conventions } = this.#context
    return this.tools().filter(({ scope }) => missingScopes([scope], caller.scopes, conventions).length === 0)
  })

  /** @throws ProtocolError when the answers to the batch are too long. */
  assertShort({ ProtocolError, ProtocolErrorCode }: typeof Sdk): void {
    if (this.#length >= longestAnswers) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, tooLong)
  }

  add(length: number): void {
    this.#length += length
  }

  /** The tools after the one that the cursor names. @throws ProtocolError for any other cursor. */
  page(cursor: string | undefined, { ProtocolError, ProtocolErrorCode }: typeof Sdk): Sdk.ListToolsResult {
    const visible = this.#visible()
    const begin = cursor === undefined ? 0 : visible.findIndex(({ name }) => name === cursor) + 1
    if (cursor !== undefined && begin === 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownCursorMessage(cursor))
    const tools: Sdk.Tool[] = []
    let length = 0
    while (length < pageLength && begin + tools.length < visible.length) {
      const text = describeTool(visible[begin + tools.length]!)
      length += text.length
      tools.push(JSON.parse(text) as Sdk.Tool)
    }
    this.add(length)
    const last = tools.at(-1)
    return last && begin + tools.length < visible.length ? { tools, nextCursor: last.name } : { tools }
  }
}

const tooLong = `The answers of this batch have at least ${longestAnswers} characters. Send this message in another batch.`

function unknownCursorMessage(cursor: string): string {
  return `The cursor ${JSON.stringify(cursor.slice(0, 100))} leads to no page. Begin again, without a cursor.`
}

function createServer(sdk: typeof Sdk, context: McpContext, batch: Batch, aside: readonly Arguments[]): Sdk.Server {
  const { conventions } = context
  const server = new sdk.Server(
    { name: 'platform-data-api', title: 'Platform Data API', version: conventions.versions[0]! },
    {
      capabilities: { tools: {} },
      instructions:
        'The commands of the adapter connections, named <adapter>_<command>, and read-only tools that list resources, named list_<resources>.',
    },
  )
  server.setRequestHandler('tools/list', ({ params }) => {
    batch.assertShort(sdk)
    return batch.page(params?.cursor, sdk)
  })
  server.setRequestHandler('tools/call', ({ params }) => {
    batch.assertShort(sdk)
    const tools = batch.tools()
    const tool = tools.find(({ name }) => name === params.name)
    const sent = params.arguments ?? {}
    if (tool) {
      const result = callTool(tool, aside[Number(sent[asideName])] ?? sent, context)
      batch.add(JSON.stringify(result).length)
      return result
    }
    const names = tools.map(({ name }) => name)
    const hint = names.length > mostCompared ? '.' : didYouMean(params.name, names)
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, unknownTool(params.name, hint))
  })
  return server
}

/** The tool as `tools/list` shows it: JSON without `scope` and `call`. */
function describeTool({ scope: _scope, call: _call, ...tool }: Tool): string {
  return JSON.stringify(tool)
}

/** Runs a tool. A refusal becomes a result, so that a model can read the error and try again. */
function callTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { caller, conventions, onError }: McpContext,
): Sdk.CallToolResult {
  try {
    authorize(caller, tool.scope, conventions)
    const value = tool.call(input)
    const content: Sdk.CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(value) }]
    return tool.outputSchema ? { content, structuredContent: value as Record<string, unknown> } : { content }
  } catch (error) {
    if (error instanceof ApiError) return { content: [{ type: 'text', text: error.message }], isError: true }
    // The SDK answers with a protocol error and does not log it.
    onError(error)
    throw error
  }
}
