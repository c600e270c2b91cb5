import { isStub } from '../../../emulator/disturb/faults/stub.ts'
import type { EndedRequest } from '../../../emulator/journal/journal-options.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import { entryOutcome, requestTarget } from '../../../emulator/journal/journal-entry.ts'
import type { Redactor } from '../../../emulator/journal/redactor.ts'
import { listUnread } from '../../../emulator/journal/unread.ts'
import { terminalExact } from '../../../conformance/wording/escaping/terminal.ts'
import { type LoggedLine, formatRequestLine } from './request-line.ts'
import { openedRequest } from '../../../emulator/journal/opened-request.ts'

/** Prints requests and their answers. */
export interface RequestLog {
  /** Prints a request to a world. */
  ended(request: EndedRequest): void
  /** Prints a request outside of all worlds: one that was refused before, or one to the control API. */
  other(request: Request, response: Response): Promise<void>
  /** Prints the answer that a deviation changed. */
  deviated(request: Request, response: Response): void
}

interface LogOptions {
  /** True if headers and bodies are also printed. */
  readonly full: boolean
  readonly coloured: boolean
  /** The current width of the terminal, or Infinity for unwrapped lines. A window may be resized. */
  readonly columns: () => number
  /** The time of day, such as 12:06:48. */
  readonly time: () => string
  readonly write: (text: string) => void
}

/** Makes the log of requests on standard error, in colour on a terminal unless NO_COLOR is set. */
export function openLog(level: 'line' | 'full'): RequestLog {
  const { stderr } = process
  // A reader that closed standard error does not want the log.
  stderr.on('error', () => {})
  return createRequestLog({
    full: level === 'full',
    coloured: stderr.isTTY && stderr.hasColors(),
    columns: () => (stderr.isTTY && stderr.columns ? stderr.columns : Number.POSITIVE_INFINITY),
    // The reader's local time. performance.now() also runs if the wall clock is replaced.
    time: () => new Date(performance.timeOrigin + performance.now()).toTimeString().slice(0, 8),
    write: (text) => void stderr.write(text),
  })
}

/** Makes a log of requests, in the order of their answers. */
export function createRequestLog({ full, coloured, columns, time, write }: LogOptions): RequestLog {
  /** The deviations of the last request, which are not printed again. */
  let told = ''
  const print = (logged: LoggedLine, more = '') =>
    write(`${formatRequestLine(time(), logged, { coloured, columns: columns() })}\n${more}`)
  return {
    ended(request) {
      const { deviations = [] } = request.draft
      const active = deviations.join(', ')
      if (active !== told)
        write(active === '' ? 'No deviation is active any more.\n' : `From here on with deviations: ${active}.\n`)
      told = active
      print(logLine(request), full ? bothSides(request) : '')
    },
    async other({ method, url }, response) {
      const { status } = response
      const target = new URL(url).pathname
      const printWith = (notes: readonly string[]) => print({ method, target, status, notes })
      printWith(status < 400 ? [] : await refusalReason(response.clone()))
    },
    deviated({ method, url }, { status }) {
      // The line before already has the query, without secrets.
      print({ method, target: new URL(url).pathname, status, notes: ['as a deviation changed it'] })
    },
  }
}

/** The parts of a request that nothing read, as one note, or no note if all were read. */
export function unreadNotes(draft: JournalDraft, redactor: Redactor): readonly string[] {
  const unread = listUnread(draft, redactor).map(({ kind, name, nearest }) => {
    const what = kind === 'body' ? 'the body' : `the ${kind} ${name}`
    return `${what}${nearest === null ? '' : ` (did you mean ${nearest}?)`}`
  })
  return unread.length === 0 ? [] : [`unread: ${unread.join(', ')}`]
}

function logLine({ world, draft, journal }: EndedRequest): LoggedLine {
  const { redactor } = journal
  const { status, durationMs, refusal, fault } = entryOutcome(draft, redactor)
  return {
    method: draft.method,
    target: requestTarget(draft, redactor),
    status,
    milliseconds: durationMs ?? 0,
    notes: [
      ...(world === 'default' ? [] : [`in ${world}`]),
      ...(status === null ? ['the connection was dropped'] : []),
      ...(fault === null ? [] : [isStub(fault) ? 'by a stub' : 'by a fault']),
      ...unreadNotes(draft, redactor),
      // Last, because it has one or more sentences.
      ...(refusal === null ? [] : [refusal.message]),
    ],
  }
}

/** The reason of a refusal: the message of the answer, otherwise its code. */
async function refusalReason(response: Response): Promise<readonly string[]> {
  const code = response.headers.get('x-emulator-code')
  const text = await response.text().catch(() => '')
  const message = readErrorMessage(text) ?? code
  return message === null ? [] : [message]
}

function readErrorMessage(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } }
    return typeof error?.message === 'string' ? error.message : undefined
  } catch {
    return undefined
  }
}

/** The longest body that is printed, in characters. */
const longestBody = 10_000

/** The headers and bodies of a request (`>`) and its answer (`<`), one a line, without secrets. */
function bothSides({ draft, journal }: EndedRequest): string {
  const { request, response } = openedRequest(draft, journal.view)
  const sent = loggedLines(request.headers, request.body)
  const received = response ? loggedLines(response.headers ?? {}, response.body) : []
  return [...sent.map((line) => `  > ${line}\n`), ...received.map((line) => `  < ${line}\n`)].join('')
}

function loggedLines(headers: Readonly<Record<string, string>>, body: unknown): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body === null || body === '' ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]
  return [...lines, ...text].map(toPrintable)
}

function toPrintable(line: string): string {
  return terminalExact(line.length > longestBody ? `${line.slice(0, longestBody)}… (${line.length} characters)` : line)
}
