// The coverage by the tests of a watched client: operations, parameters, requirements and scenarios.
import type { RedactedResult } from '../../../../conformance/client/judge/redaction.ts'
import { requirementOutcomes } from '../../../../conformance/client/judge/summary.ts'
import { queryOf } from '../../../../conformance/client/evidence/read-request.ts'
import type { ReceivedRequest } from '../../../../conformance/client/evidence/transcript.ts'
import { clientScenarios } from '../../../../conformance/client/tasks/scenarios.ts'
import type { CoverageGroup, CoverageTable } from '../../../../conformance/client/reports/coverage.ts'
import type { Conventions } from '../../../../emulator/model/contract/conventions.ts'
import type { Endpoint } from '../../../../emulator/model/contract/endpoint.ts'
import { endpoints } from '../../../../emulator/api/endpoints/endpoints.ts'
import type { KeptRequest } from '../transcripts.ts'
import { keyword } from '../../../../emulator/tools/json-schema.ts'

/** A request, with the endpoint that it came to where the emulator kept it. */
type WatchedRequest = ReceivedRequest & Partial<Pick<KeptRequest, 'endpoint'>>

/** The observations of a watched client. */
export interface WatchedClient {
  readonly transcripts: readonly { readonly requests: readonly WatchedRequest[] }[]
  readonly results: readonly RedactedResult[]
  /** The scenarios that were playing while it sent requests. */
  readonly scenarios: ReadonlySet<string>
  readonly conventions: Conventions
}

/** Says what was touched and what not. */
export function coverageOf({ transcripts, results, scenarios, conventions }: WatchedClient): CoverageTable {
  const requests = transcripts.flatMap((transcript) => transcript.requests)
  const operations = new Set<string | undefined>(requests.map(({ endpoint }) => endpoint))
  const parameters = new Set(
    requests.flatMap((request) => [...queryOf(request).keys()].map((name) => `${request.endpoint}?${name}`)),
  )
  const served = endpoints.filter((endpoint) => endpoint.served?.(conventions) ?? true)
  const outcomes = requirementOutcomes(results)
  const isDecided = (verdict: string) => verdict === 'pass' || verdict === 'fail' || verdict === 'advice'
  const decided = new Set(
    outcomes.filter(({ verdict }) => isDecided(verdict)).map(({ requirement }) => requirement.id as string),
  )
  const judged = outcomes.filter(({ requirement }) => requirement.level !== 'silent')
  const stated = judged.filter(({ requirement }) => requirement.level === 'stated')
  return {
    percent: percentOf(stated.filter(({ requirement }) => decided.has(requirement.id)).length, stated.length),
    groups: [
      group(
        'Operations',
        served.map(({ id }) => id),
        operations,
      ),
      group(
        'Parameters of these operations',
        served.filter(({ id }) => operations.has(id)).flatMap(parametersOf),
        parameters,
      ),
      group(
        'Requirements',
        judged.map(({ requirement }) => requirement.id),
        decided,
      ),
      group(
        'Scenarios',
        clientScenarios.map(({ name }) => name),
        scenarios,
      ),
    ],
  }
}

function parametersOf({ id, query }: Endpoint): readonly string[] {
  if (!query) return []
  return Object.keys((keyword(query, 'properties') as object | undefined) ?? {}).map((name) => `${id}?${name}`)
}

function group(title: string, all: readonly string[], touched: ReadonlySet<string | undefined>): CoverageGroup {
  return {
    title,
    touched: all.filter((name) => touched.has(name)),
    untouched: all.filter((name) => !touched.has(name)),
  }
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole)
}
