// The command that repeats a single run.
import type { ClientFlags } from '../../options/client-options.ts'
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'
import { commandWithoutSecrets } from '../../../conformance/judge/redaction/beside-names.ts'
import { plainName } from '../../../conformance/client/judge/select-runs.ts'

/** The parts of a command line to repeat. */
export interface RepeatedLine {
  readonly command: readonly string[]
  /** The beginning of the command. Default: `emulator`. */
  readonly calledAs?: string
  /** The options that change what is judged, as words. */
  readonly options: readonly string[]
  /** The scenario that a watched command met; undefined without one. */
  readonly scenario?: string | undefined
}

/**
 * The command line that repeats the run of a result: those of its task in its scenario. For a watched command, it judges
 * only the check, in the scenario that triggers what the tests never did. Reports show it, so secrets are replaced.
 */
export function rerunCommandText(
  { command, calledAs = 'emulator', options, scenario: watched }: RepeatedLine,
  { check, task, scenario, cause }: Pick<ClientResult, 'check' | 'task' | 'scenario' | 'cause'>,
): string {
  const met = (cause?.kind === 'neverDone' ? cause.scenario : undefined) ?? watched
  const words =
    task === null
      ? [...options, ...(met === undefined ? [] : ['--scenario', met]), '--only', check]
      : ['--driver', ...options, '--only', task, '--scenario', scenario ?? plainName]
  return [
    calledAs,
    'client',
    ...words.map(quoteShellWord),
    '--',
    ...commandWithoutSecrets(command).map(quoteShellWord),
  ].join(' ')
}

/** The options that change the result of a run, as words. */
export function repeatedOptions({
  convention,
  conventions,
  config,
  timeout,
  strict,
  races,
}: ClientFlags): readonly string[] {
  return [
    ...Object.entries(convention).flatMap(([name, value]) => ['--convention', `${name}=${String(value)}`]),
    ...(conventions === undefined ? [] : ['--conventions', conventions]),
    ...(config === undefined ? [] : ['--config', config]),
    ...(races === undefined ? [] : ['--races', String(races)]),
    ...(timeout === undefined ? [] : ['--timeout', String(timeout)]),
    ...(strict ? ['--strict'] : []),
  ]
}

/** A word of a command line for a POSIX shell. */
function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
