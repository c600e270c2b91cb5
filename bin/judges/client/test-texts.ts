// The texts of a Vitest suite about a client: its failures and its advice.
import { clientRequirement } from '../../../conformance/client/catalogue/requirements.ts'
import type { RedactedResult } from '../../../conformance/client/judge/redaction.ts'
import { clientFindingCheck, raceFindingCheck } from '../../../conformance/client/reports/finding-check.ts'
import { findingsOf } from '../../../conformance/client/reports/findings.ts'
import type { RaceFinding } from '../../../conformance/client/reports/race-finding.ts'
import { failureText } from '../../../conformance/report/finding-text.ts'
import type { RaceReport } from './races/explore-races.ts'

/** The failure of a test. A stack would not show the caller's code. */
export function testFailure(message: string): Error {
  const failure = new Error(message)
  failure.name = 'ClientFailure'
  failure.stack = `${failure.name}: ${failure.message}`
  return failure
}

/** One text for each check with these verdicts, with all its runs. */
export function findingTexts(
  results: readonly RedactedResult[],
  verdicts: readonly RedactedResult['verdict'][],
): readonly string[] {
  return verdicts.flatMap((verdict) =>
    findingsOf(results, verdict).map((finding) =>
      failureText(verdict, finding.requirement, clientFindingCheck(finding)),
    ),
  )
}

export function raceText(finding: RaceFinding): string {
  return failureText(finding.verdict, clientRequirement(finding.requirement), raceFindingCheck(finding))
}

/** The note about orders that were not played. */
export function sampledTexts({ orders, played }: RaceReport): readonly string[] {
  return played < orders
    ? [`${played} of ${orders} orders were played: the seed chose them, as there was no time for all.`]
    : []
}

/** All advice, for the output of the tests: nothing of it fails a test. */
export function adviceText(texts: readonly string[]): string {
  const head = `Advice on this client (${texts.length}). The specification does not say it in so many words, so no test failed.`
  const foot = 'Mend it as a careful client does. describeClient(driver, { strict: true }) makes advice fail tests.'
  return [head, ...texts, foot].join('\n\n')
}
