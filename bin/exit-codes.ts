/** The exit codes of commands. Those of a report are in conformance/report/summary.ts. */
export const exitCodes = {
  success: 0,
  failure: 1,
  wrongUsage: 2,
  unreachable: 3,
  undecided: 4,
} as const
