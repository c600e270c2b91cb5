import { commandMark, toEscape, escapeLine, escapeLines, unseen } from './unseen.ts'

/** A text for a terminal or the log of a job, in one line. */
export function terminalLine(text: string): string {
  return escapeLine(text).replaceAll(commandMark, toEscape)
}

/** A text for a terminal or the log of a job, in as many lines as it has. */
export function terminalLines(text: string): string {
  return escapeLines(text).replaceAll(commandMark, toEscape)
}

/** A text for a terminal or the log of a job, in one line, with escapes for tabs and line breaks, too. */
export function terminalExact(text: string): string {
  return text.replaceAll(unseen, toEscape).replaceAll(commandMark, toEscape)
}
