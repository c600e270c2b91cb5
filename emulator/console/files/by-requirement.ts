import type { ReportResult } from '../read-file.ts'

/** A requirement of a report with its results, the gravest first. */
export interface JudgedRequirement {
  readonly requirement: string
  readonly clause: string
  /** The gravest of its results. */
  readonly verdict: string
  readonly results: readonly ReportResult[]
  /** The number of exchanges that its results keep. */
  readonly exchanges: number
}

/** The verdicts, the gravest first. Others come before what passed. */
const gravest: readonly string[] = ['fail', 'error', 'advice', 'blocked', 'insufficientEvidence']
const lightest: readonly string[] = ['observed', 'notApplicable', 'pass']

function rankOf(verdict: string): number {
  const grave = gravest.indexOf(verdict)
  return grave >= 0 ? grave : gravest.length + lightest.indexOf(verdict) + 1
}

/** The results of a report by requirement, what failed first. */
export function byRequirement(results: readonly ReportResult[]): readonly JudgedRequirement[] {
  return [...Map.groupBy(results, ({ requirement }) => requirement)]
    .map(([requirement, unordered]) => {
      const ordered = unordered.toSorted((left, right) => rankOf(left.verdict) - rankOf(right.verdict))
      const { clause, verdict } = ordered[0]!
      const exchanges = ordered.reduce((sum, { evidence }) => sum + evidence.length, 0)
      return { requirement, clause, verdict, results: ordered, exchanges }
    })
    .toSorted((left, right) => rankOf(left.verdict) - rankOf(right.verdict))
}
