import { terminalExact } from '../../../conformance/wording/escaping/terminal.ts'
import { wrap } from '../../../conformance/report/text.ts'

/** The parts of a request that its line shows. */
export interface LoggedLine {
  readonly method: string
  /** The path and the query, without secrets. */
  readonly target: string
  /** Null if the connection was dropped. */
  readonly status: number | null
  readonly milliseconds?: number
  /** The world, the refusal, and the parts that nothing read. */
  readonly notes: readonly string[]
}

/** The look of a line. */
export interface LineLook {
  readonly coloured: boolean
  /** The width of the terminal, or Infinity for unwrapped lines. */
  readonly columns: number
}

/** The longest note, in characters. */
const longestNote = 300

/** The width of the method column, which aligns the paths. */
const methodWidth = 6

/** Continuation lines align with the method, after the time and the status. */
const indent = ' '.repeat('12:06:48 400 '.length)

/** Formats one request: time, status, method and path, duration, reason. Longer lines wrap between words. */
export function formatRequestLine(time: string, logged: LoggedLine, { coloured, columns }: LineLook): string {
  const { method, target, status, milliseconds, notes } = logged
  const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const duration = milliseconds === undefined ? '' : ` ${millisecondsText(milliseconds)}`
  const request = `${terminalExact(method).padEnd(methodWidth)} ${terminalExact(target)}`
  const reason = notes
    .map((note) => terminalExact(note.length > longestNote ? `${note.slice(0, longestNote)}…` : note))
    .join('; ')
  const head = `${paint(dim, time)} ${paint(statusColour(status), String(status ?? '---'))} ${request}${paint(dim, duration)}`
  if (reason === '') return head
  const used = indent.length + request.length + duration.length
  if (used + 1 + reason.length <= columns) return `${head} ${paint(dim, reason)}`
  const lines = wrap(reason, Math.max(narrowest, columns - indent.length))
  return [head, ...lines.map((line) => `${indent}${paint(dim, line)}`)].join('\n')
}

/** The minimum width of wrapped text, in characters. */
const narrowest = 20

/** A duration with only its significant digits. */
function millisecondsText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

const dim = 2
const [red, green, yellow, cyan] = [31, 32, 33, 36] as const

function statusColour(status: number | null): number {
  if (status === null || status >= 500) return red
  if (status >= 400) return yellow
  return status >= 300 ? cyan : green
}
