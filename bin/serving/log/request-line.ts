import { terminalExact } from '../../../conformance/wording/escaping/terminal.ts'
import { wrap } from '../../../conformance/report/text.ts'

/** The parts of a request that its line shows. */
export interface LoggedLine {
  readonly method: string
  /** The path and the query, without secrets. */
  readonly target: string
  /** Null when the connection was dropped. */
  readonly status: number | null
  readonly milliseconds?: number
  /** The world, the refusal, and what was unread. */
  readonly notes: readonly string[]
}

/** The look of a line. */
export interface LineLook {
  readonly coloured: boolean
  /** The width of the terminal. Infinity: lines are not broken. */
  readonly columns: number
}

/** The longest note, in characters. */
const longestNote = 300

/** The columns that the method fills, so that paths begin below each other. */
const methodWidth = 6

/** Continued lines stand below the method: behind the time and the status. */
const indent = ' '.repeat('12:06:48 400 '.length)

/**
 * One request: time, status, method and path, duration, reason. What does not fit into the terminal goes on below,
 * broken at words.
 */
export function toLine(time: string, logged: LoggedLine, { coloured, columns }: LineLook): string {
  const { method, target, status, milliseconds, notes } = logged
  const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const duration = milliseconds === undefined ? '' : ` ${durationText(milliseconds)}`
  const request = `${terminalExact(method).padEnd(methodWidth)} ${terminalExact(target)}`
  const reason = notes
    .map((note) => terminalExact(note.length > longestNote ? `${note.slice(0, longestNote)}…` : note))
    .join('; ')
  const head = `${paint(dim, time)} ${paint(colourOf(status), String(status ?? '---'))} ${request}${paint(dim, duration)}`
  if (reason === '') return head
  const used = indent.length + request.length + duration.length
  if (used + 1 + reason.length <= columns) return `${head} ${paint(dim, reason)}`
  const lines = wrap(reason, Math.max(narrowest, columns - indent.length))
  return [head, ...lines.map((line) => `${indent}${paint(dim, line)}`)].join('\n')
}

/** Lines are not broken into less than this, in characters. */
const narrowest = 20

/** A duration with as many digits as say something. */
function durationText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

const dim = 2
const [red, green, yellow, cyan] = [31, 32, 33, 36] as const

function colourOf(status: number | null): number {
  if (status === null || status >= 500) return red
  if (status >= 400) return yellow
  return status >= 300 ? cyan : green
}
