// The coverage of a watched client's tests: operations, requirements and scenarios.
import type { ClientResult } from '../../../../conformance/client/judge/client-result.ts'
import { summarizeClient } from '../../../../conformance/client/judge/summary.ts'
import type { ClientExchange } from '../../../../conformance/client/evidence/transcript.ts'
import { toEmulatorOperation } from '../refusals.ts'
import { clientScenarios } from '../../../../conformance/client/tasks/scenarios.ts'
import type { CoverageGroup } from '../../../../conformance/client/reports/client-document.ts'
import { operations } from '../../../../conformance/catalogue/operations.ts'

/** The observations of a watched client. */
export interface ClientObservations {
  readonly transcripts: readonly { readonly exchanges: readonly ClientExchange[] }[]
  readonly results: readonly ClientResult[]
  /** The scenarios that were active while it sent requests. */
  readonly scenarios: ReadonlySet<string>
}

/** Lists what was covered and what was not. */
export function clientCoverage({ transcripts, results, scenarios }: ClientObservations): readonly CoverageGroup[] {
  const requests = transcripts.flatMap((transcript) => transcript.exchanges)
  const asked = new Set(requests.map(({ request: { operation } }) => operation))
  const outcomes = summarizeClient(results).outcomes
  const isDecided = (verdict: string) => verdict === 'pass' || verdict === 'fail' || verdict === 'advice'
  const decided = new Set(
    outcomes.filter(({ verdict }) => isDecided(verdict)).map(({ requirement }) => requirement.id as string),
  )
  const judged = outcomes.filter(({ requirement }) => requirement.level !== 'silent')
  return [
    toCoverageGroup(
      'Operations',
      operations.map(({ id }) => toEmulatorOperation(id)),
      new Set([...asked].map((id) => id && toEmulatorOperation(id))),
    ),
    toCoverageGroup(
      'Requirements',
      judged.map(({ requirement }) => requirement.id),
      decided,
    ),
    toCoverageGroup(
      'Scenarios',
      clientScenarios.map(({ name }) => name),
      scenarios,
    ),
  ]
}

function toCoverageGroup(
  title: string,
  all: readonly string[],
  touched: ReadonlySet<string | undefined>,
): CoverageGroup {
  return {
    title,
    touched: all.filter((name) => touched.has(name)),
    untouched: all.filter((name) => !touched.has(name)),
  }
}
