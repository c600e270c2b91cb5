// Loaded only when something goes wrong or a file is read: a start takes a millisecond longer with each further file.
import { KitError } from '../conformance/kit-error.ts'
import { EmulatorError } from '../emulator/tools/emulator-error.ts'
import { messageOf, UsageError } from './usage-error.ts'

/**
 * The line for an error that the user can mend: the command line's own, and what either half tells its caller.
 * Undefined for anything else, which is a bug.
 *
 * The class is enough to know them by: the command line loads the sources or `dist/`, never both. An adapter's module
 * may load another copy, and `readAdapter` takes whatever it throws.
 */
export function usageOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  return error instanceof KitError || error instanceof EmulatorError ? sentence(messageOf(error)) : undefined
}

/**
 * Does work for an option, or on a file that it names.
 * @throws UsageError with their name before the line, for an error that the user can mend.
 */
export function blaming<Value>(name: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const usage = usageOf(error)
    throw usage === undefined ? error : new UsageError(`${name}: ${usage}`)
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
