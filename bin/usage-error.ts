import { KitError } from '../conformance/kit-error.ts'
import { EmulatorError } from '../emulator/tools/emulator-error.ts'

/** What the command line tells its user: wrong usage. The message is one line that says what to do; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The line for an error that the user can mend: the command line's own, and what either half tells its caller.
 * Undefined for anything else, which is a bug.
 *
 * A class is enough to know them by: the command line loads the sources or `dist/`, never both.
 */
export function usageOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  return error instanceof KitError || error instanceof EmulatorError ? sentence(messageOf(error)) : undefined
}

/** The message on one line, without a stack. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n').join(' ').trim()
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
