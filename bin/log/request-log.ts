import type { EndedRequest } from '../../emulator/journal/journal-limits.ts'
import { outcomeOf } from '../../emulator/journal/journal-entry.ts'
import { requestTarget } from '../../emulator/journal/request-target.ts'
import { unreadOf } from '../../emulator/journal/unread.ts'
import type { Eventually } from '../../emulator/tools/eventually.ts'
import { terminalExact } from '../../conformance/escaping/terminal.ts'
import { type LoggedLine, toLine } from './request-line.ts'
import { openedRequest } from '../../emulator/journal/opened-request.ts'

/** Prints what the emulator answered. */
export interface RequestLog {
  /** Prints a request that a world received. */
  ended(request: EndedRequest): void
  /** Prints a request that no world received: it was refused before, or is one to the control API. */
  other(request: Request, response: Response): Eventually<void>
  /** Prints the answer that a client gets where a deviation made it. */
  deviated(request: Request, response: Response, deviations: readonly string[]): void
}

interface LogOptions {
  /** True if headers and bodies are printed, too. */
  readonly full: boolean
  readonly coloured: boolean
  readonly write: (text: string) => void
}

/** Makes the log of requests on standard error, in colour on a terminal unless NO_COLOR is set. */
export function openLog(level: 'line' | 'full'): RequestLog {
  const { stderr } = process
  // Who closed it does not want the log.
  stderr.on('error', () => {})
  return createRequestLog({
    full: level === 'full',
    coloured: stderr.isTTY && stderr.hasColors(),
    write: (text) => void stderr.write(text),
  })
}

/** Makes a log of requests, in the order of their answers. */
export function createRequestLog({ full, coloured, write }: LogOptions): RequestLog {
  return {
    ended: (request) => write(`${toLine(lineOf(request), coloured)}\n${full ? bothSides(request) : ''}`),
    other({ method, url }, response) {
      const { status } = response
      const target = new URL(url).pathname
      const print = (notes: readonly string[]) => write(`${toLine({ method, target, status, notes }, coloured)}\n`)
      return status < 400 ? print([]) : reasonOf(response.clone()).then(print)
    },
    deviated({ method, url }, { status }, deviations) {
      // The line before it has the query without secrets.
      const target = new URL(url).pathname
      const notes = [`the answer by ${deviations.join(', ')}`]
      write(`${toLine({ method, target, status, notes }, coloured)}\n`)
    },
  }
}

function lineOf({ world, draft, view: { redactor } }: EndedRequest): LoggedLine {
  const { status, durationMs, refusal, fault, deviations } = outcomeOf(draft, redactor)
  const unread = unreadOf(draft, redactor).map(({ kind, name, nearest }) => {
    const what = kind === 'body' ? 'the body' : `the ${kind} ${name}`
    return `${what}${nearest === null ? '' : ` (did you mean ${nearest}?)`}`
  })
  return {
    method: draft.method,
    target: requestTarget(draft, redactor),
    status,
    milliseconds: durationMs ?? 0,
    notes: [
      ...(world === 'default' ? [] : [`in ${world}`]),
      ...(fault === null ? [] : ['by a fault']),
      ...(deviations.length === 0 ? [] : [`under ${deviations.join(', ')}`]),
      ...(refusal === null ? [] : [refusal.message]),
      ...(unread.length === 0 ? [] : [`unread: ${unread.join(', ')}`]),
    ],
  }
}

/** Why a request was refused: the message of the answer, or else its code. */
async function reasonOf(response: Response): Promise<readonly string[]> {
  const code = response.headers.get('x-emulator-code')
  const text = await response.text().catch(() => '')
  const message = messageIn(text) ?? code
  return message === null ? [] : [message]
}

function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } }
    return typeof error?.message === 'string' ? error.message : undefined
  } catch {
    return undefined
  }
}

/** The longest body that is printed, in characters. */
const longestBody = 10_000

/** The headers and bodies of a request (`>`) and its answer (`<`) without secrets, a line for each. */
function bothSides({ draft, view }: EndedRequest): string {
  const { request, response } = openedRequest(draft, view)
  const sent = linesOf(request.headers, request.body)
  const received = response ? linesOf(response.headers ?? {}, response.body) : []
  return [...sent.map((line) => `  > ${line}\n`), ...received.map((line) => `  < ${line}\n`)].join('')
}

function linesOf(headers: Readonly<Record<string, string>>, body: unknown): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body === null || body === '' ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]
  return [...lines, ...text].map(toPrintable)
}

function toPrintable(line: string): string {
  return terminalExact(line.length > longestBody ? `${line.slice(0, longestBody)}… (${line.length} characters)` : line)
}
