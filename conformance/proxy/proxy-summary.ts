// The summary of the verdicts on both sides.
import type { ClientReport } from '../client/judge/client-report.ts'
import { type ClientSummary, summarizeClient } from '../client/judge/summary.ts'
import type { RunResult } from '../judge/result.ts'
import { type Summary, summarize } from '../report/summary.ts'

/** The verdicts on a service and on its client, without secrets. */
export interface ProxyResult {
  readonly service: RunResult
  readonly client: ClientReport
}

/** The summary of both. */
export interface ProxySummary {
  readonly service: Summary
  readonly client: ClientSummary
  /** The number of stated requirements that were decided, of both sides. */
  readonly decided: number
  /** The number of them that failed. */
  readonly failed: number
  /**
   * 1 if something failed, 4 if nothing could be decided. Requirements that the client's tests never touched stay open,
   * which is not a failure.
   */
  readonly exitCode: 0 | 1 | 4
}

export function summarizeProxy({ service, client }: ProxyResult): ProxySummary {
  const summaries = {
    service: summarize(service, { allowUndecided: true }),
    client: summarizeClient(client.results, { strict: false, allowUndecided: true }),
  }
  const failed = summaries.service.score.failed + summaries.client.score.failed
  const decided = failed + summaries.service.score.passed + summaries.client.score.passed
  const isFailed = summaries.service.exitCode === 1 || summaries.client.exitCode === 1
  return { ...summaries, decided, failed, exitCode: isFailed ? 1 : decided === 0 ? 4 : 0 }
}
