// The command that does one run alone.
import type { ShownResult } from '../../conformance/client/judge/redaction.ts'
import { plainName } from '../../conformance/client/judge/select-runs.ts'

/** What is repeated of a command line. */
export interface RepeatedLine {
  readonly command: readonly string[]
  /** The options that change what is judged, as words. */
  readonly options: readonly string[]
}

/** The command line that does the run of a result alone. */
export function againText({ command, options }: RepeatedLine, { task, inputName, scenario }: ShownResult): string {
  const run = ['--task', String(task), '--input', String(inputName), '--scenario', scenario ?? plainName]
  return ['emulator', 'client', '--driver', ...[...options, ...run].map(quoted), '--', ...command.map(quoted)].join(' ')
}

/** A word of a command line for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
