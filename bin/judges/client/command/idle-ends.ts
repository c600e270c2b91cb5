// Ends the judging of a command that ends in the same way each time before it does anything.
import { textOf } from '../../../../conformance/wording/text.ts'
import { UsageError } from '../../../usage-error.ts'
import type { EndedRun } from './ended-run.ts'
import { endPhrase } from './read-report.ts'

/** The characters of a standard error that are printed, from its first line. */
const printed = 4000

/**
 * Looks at each run that has ended. A command that cannot even begin, as it does not load, would end alike in each of
 * some hundred runs. It is a command that cannot be run, as one that does not exist (exit code 2): nothing was judged.
 */
export class IdleEnds {
  readonly #command: string
  readonly #ends = new Set<string>()
  #isAlive = false

  constructor(command: string) {
    this.#command = command
  }

  /** @throws UsageError for the second run that ended like another one, where no run has sent or reported anything. */
  look({ reported, end, stderr, requests }: EndedRun): void {
    const hasReport = !('why' in reported) || (reported.kind === 'timeout' && reported.cause === 'printed')
    this.#isAlive ||= requests > 0 || hasReport
    if (this.#isAlive || !('why' in reported)) return
    const { kind } = reported
    // Numbers such as a process id or a time of the day differ from run to run.
    const key = JSON.stringify({ kind, ...end, stderr: withoutNumbers(stderr) })
    if (this.#ends.has(key)) {
      const how = textOf(kind === 'crash' ? endPhrase(end) : reported.why)
      throw new UsageError(idleMessage(this.#command, how, stderr))
    }
    this.#ends.add(key)
  }
}

const withoutNumbers = (output: string): string => output.replaceAll(/\d+/g, '0')

function idleMessage(command: string, end: string, stderr: string): string {
  const text = stderr.trim()
  const cut = text.length > printed ? `${text.slice(0, printed)} …` : text
  const output = text === '' ? 'It printed nothing to standard error.' : `Its standard error:\n${indented(cut)}`
  return `expected ${command} to send a request or to report something; two runs did neither, and ended alike: ${end}. Nothing was judged: run it by hand with PLATFORM_TASK=get-token until its last line is {"value": …} or {"error": {"kind": "…"}}. ${output}`
}

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n')
