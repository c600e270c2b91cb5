// Stops judging a command that always ends in the same way before it does anything.
import { phraseText } from '../../../../conformance/wording/text.ts'
import { UsageError } from '../../../usage-error.ts'
import { type EndedRun, exitPhrase } from './read-report.ts'

/** The number of characters of standard error that are printed, from its first line. */
const printed = 4000

/**
 * Checks each ended run. A command that fails to load would end in the same way in hundreds of runs. It is treated like
 * a command that does not exist (exit code 2): nothing was judged.
 */
export class RepeatedCrashes {
  readonly #command: string
  readonly #ends = new Set<string>()
  #isAlive = false

  constructor(command: string) {
    this.#command = command
  }

  /** @throws UsageError for the second run that ended like another one, if no run has sent or reported anything. */
  look({ reported, end, stderr, requests }: EndedRun): void {
    const hasReport = !('why' in reported) || (reported.kind === 'timeout' && reported.cause === 'printed')
    this.#isAlive ||= requests > 0 || hasReport
    if (this.#isAlive || !('why' in reported)) return
    const { kind } = reported
    // Numbers such as a process id or the time of day differ from run to run.
    const key = JSON.stringify({ kind, ...end, stderr: maskNumbers(stderr) })
    if (this.#ends.has(key)) {
      const how = phraseText(kind === 'crash' ? exitPhrase(end) : reported.why)
      throw new UsageError(idleMessage(this.#command, how, stderr))
    }
    this.#ends.add(key)
  }
}

const maskNumbers = (output: string): string => output.replaceAll(/\d+/g, '0')

function idleMessage(command: string, end: string, stderr: string): string {
  const text = stderr.trim()
  const cut = text.length > printed ? `${text.slice(0, printed)} …` : text
  const output = text === '' ? 'It printed nothing to standard error.' : `Its standard error:\n${indentText(cut)}`
  return `The driver "${command}" sent no request and printed no result (tried twice): ${end}. Nothing was judged: run it by hand with PLATFORM_TASK=get-token until its last line is {"value": …} or {"error": {"kind": "…"}}. ${output}`
}

const indentText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n')
