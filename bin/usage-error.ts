import { thrownText } from '../emulator/tools/thrown-text.ts'

/**
 * The error for wrong usage of the command line. Its message is one line that says what to do. The exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The message on one line, without a stack. */
export function messageOf(error: unknown): string {
  return thrownText(error)
    .split(/\s*\n\s*/)
    .join(' ')
    .trim()
}

/** A text that ends as a sentence does. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
