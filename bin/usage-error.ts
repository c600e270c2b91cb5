import { isKitError, KitError } from '../conformance/kit-error.ts'
import { EmulatorError } from '../emulator/tools/emulator-error.ts'
import { thrownText } from '../emulator/tools/short-text.ts'

/**
 * The error for wrong usage of the command line. Its message is one line that says what to do. The exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The message on one line, without a stack. */
export function messageLine(error: unknown): string {
  return thrownText(error)
    .split(/\s*\n\s*/)
    .join(' ')
    .trim()
}

/** Adds a full stop to a string that does not end in one. */
export function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/**
 * The line for an error that the user can fix: UsageError, KitError or EmulatorError. Undefined for any other error,
 * which is a bug.
 *
 * `instanceof` is reliable here: the command line loads the sources or `dist/`, never both. The module of an adapter
 * may load another copy, but `readAdapterFile` handles everything that it throws.
 */
export function usageMessage(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  return error instanceof KitError || error instanceof EmulatorError ? endSentence(messageLine(error)) : undefined
}

/**
 * Runs `work`, which reads an option or a file.
 * @throws UsageError for an error that the user can fix. Its message begins with the name of the option or file.
 */
export function blaming<Value>(name: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const usage = usageMessage(error)
    throw usage === undefined ? error : new UsageError(`${name}: ${usage}`)
  }
}

/**
 * Adds the hyphens of the command line to errors of the kit about a selection, which name its options `only` and
 * `skip`.
 * @throws UsageError
 */
export function withHyphens<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!isKitError(error, 'invalid_selection')) throw error
    throw new UsageError(error.option === undefined ? error.message : `--${error.message}`)
  }
}
