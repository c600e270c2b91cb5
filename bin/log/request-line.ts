import { terminalExact } from '../../conformance/escaping/terminal.ts'

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

/** The longest note, in characters. */
const longestNote = 300

/** One line about a request. */
export function toLine({ method, target, status, milliseconds, notes }: LoggedLine, coloured: boolean): string {
  const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const time = milliseconds === undefined ? [] : [paint(dim, `${Math.round(milliseconds)} ms`)]
  const printed = notes.map((note) =>
    paint(dim, terminalExact(note.length > longestNote ? `${note.slice(0, longestNote)}…` : note)),
  )
  return [
    terminalExact(method),
    terminalExact(target),
    paint(colourOf(status), String(status ?? 'dropped')),
    ...time,
    ...printed,
  ].join('  ')
}

const dim = 2
const [red, green, yellow, cyan] = [31, 32, 33, 36] as const

function colourOf(status: number | null): number {
  if (status === null || status >= 500) return red
  if (status >= 400) return yellow
  return status >= 300 ? cyan : green
}
