/** The exit codes of commands. Those of a report are in conformance/report/summary.ts. */
export const exitCodes = {
  success: 0,
  failure: 1,
  wrongUsage: 2,
  unreachable: 3,
  undecided: 4,
} as const

/** An exit code of a command, for its help. */
export type ExitCode = readonly [code: string, meaning: string]

export const wrongUsage: ExitCode = ['2', 'wrong usage or configuration']
export const printed: readonly ExitCode[] = [['0', 'printed'], wrongUsage]
export const unreachable: ExitCode = ['3', 'the target cannot be reached']
export const endedBySignal = (what: string): ExitCode => ['130, 143', `ended by Ctrl-C or SIGTERM; ${what}`]

/** The exit codes of a command, for the end of its help. */
export function exitCodesText(codes: readonly ExitCode[]): string {
  const width = Math.max(...codes.map(([code]) => code.length))
  return ['Exit codes:', ...codes.map(([code, meaning]) => `  ${code.padEnd(width)}  ${meaning}`)].join('\n')
}
