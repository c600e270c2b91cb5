/** How a command ends. Reports have exit codes of their own: see conformance/reports/summary.ts. */
export const exitCodes = {
  success: 0,
  failure: 1,
  wrongUsage: 2,
  unreachable: 3,
} as const
