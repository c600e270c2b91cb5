// Reads the call of an MCP request, and whether its answer is an error.
import type { McpCall } from '../../model/contract/context.ts'
import { tryParseJson } from '../../tools/try-parse-json.ts'

/** The used members of a JSON-RPC message. */
interface Message {
  readonly method?: unknown
  readonly params?: { readonly name?: unknown }
  readonly error?: { readonly message?: unknown }
  readonly result?: {
    readonly isError?: unknown
    readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[]
  }
}

/** The messages of an answer, which is JSON or a stream of events. */
export function readMcpMessages(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line) => {
    const start = line.startsWith('data:') ? 5 : 0
    const json = /^\s*[[{]/.test(line.slice(start)) ? tryParseJson(line.slice(start)) : undefined
    return json === undefined ? [] : [json].flat()
  })
}

/** Reads a call and its outcome. */
export function readMcpCall(asked: unknown, answers: readonly unknown[]): McpCall | undefined {
  const [first] = (Array.isArray(asked) ? asked : [asked]) as readonly (Message | null | undefined)[]
  if (typeof first?.method !== 'string') return undefined
  const name = first.params?.name
  const errors = (answers as readonly (Message | null)[]).map((answer) => errorMessage(answer ?? {}))
  return {
    method: first.method,
    tool: typeof name === 'string' ? name : undefined,
    error: errors.find((error) => error !== undefined),
  }
}

/** The message of an error of the protocol or of a tool. */
function errorMessage({ error, result }: Message): string | undefined {
  if (error) return toContentText(error.message)
  if (result?.isError !== true) return undefined
  return toContentText(result.content?.find(({ type }) => type === 'text')?.text)
}

function toContentText(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, longest) : 'an error without a message'
}

/** The length at which the message of an error is cut, in characters. */
const longest = 2000
