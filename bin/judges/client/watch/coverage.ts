// The coverage of a watched client's tests: operations, parameters, requirements and scenarios.
import type { ClientResult } from '../../../../conformance/client/judge/client-result.ts'
import { summarizeClient } from '../../../../conformance/client/judge/summary.ts'
import { queryParameters, type ClientExchange } from '../../../../conformance/client/evidence/transcript.ts'
import { toEmulatorOperation } from '../refusals.ts'
import { clientScenarios } from '../../../../conformance/client/tasks/scenarios.ts'
import type { CoverageGroup, CoverageTable } from '../../../../conformance/client/reports/client-document.ts'
import {
  cursorParameters,
  type Operation,
  type OperationId,
  operations,
  versionedLists,
} from '../../../../conformance/catalogue/operations.ts'

/** The observations of a watched client. */
export interface ClientObservations {
  readonly transcripts: readonly { readonly exchanges: readonly ClientExchange[] }[]
  readonly results: readonly ClientResult[]
  /** The scenarios that were active while it sent requests. */
  readonly scenarios: ReadonlySet<string>
}

/** Lists what was covered and what was not. */
export function clientCoverage({ transcripts, results, scenarios }: ClientObservations): CoverageTable {
  const requests = transcripts.flatMap((transcript) => transcript.exchanges)
  const asked = new Set(requests.map(({ request: { operation } }) => operation))
  const parameters = new Set(
    requests.flatMap((request) =>
      [...queryParameters(request).keys()].map(
        (name) => `${request.request.operation && toEmulatorOperation(request.request.operation)}?${name}`,
      ),
    ),
  )
  const outcomes = summarizeClient(results).outcomes
  const isDecided = (verdict: string) => verdict === 'pass' || verdict === 'fail' || verdict === 'advice'
  const decided = new Set(
    outcomes.filter(({ verdict }) => isDecided(verdict)).map(({ requirement }) => requirement.id as string),
  )
  const judged = outcomes.filter(({ requirement }) => requirement.level !== 'silent')
  const stated = judged.filter(({ requirement }) => requirement.level === 'stated')
  return {
    percent: percentage(stated.filter(({ requirement }) => decided.has(requirement.id)).length, stated.length),
    groups: [
      toCoverageGroup(
        'Operations',
        operations.map(({ id }) => toEmulatorOperation(id)),
        new Set([...asked].map((id) => id && toEmulatorOperation(id))),
      ),
      toCoverageGroup(
        'Parameters of these operations',
        operations.filter(({ id }) => asked.has(id)).flatMap(documentedParameters),
        parameters,
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
    ],
  }
}

/**
 * The documented parameters of an operation (clauses 4.3 to 4.6, 4.9 and 4.10). Additional parameters of a server are
 * ignored.
 */
function documentedParameters(operation: Operation): readonly string[] {
  const { id, paging, inQuery = {} } = operation
  const paged = versionedLists.includes(operation)
    ? ['limit', ...cursorParameters]
    : paging === 'link'
      ? ['cursor']
      : []
  return [...paged, ...Object.keys(inQuery), ...(filters[id] ?? [])].map((name) => `${toEmulatorOperation(id)}?${name}`)
}

const filters: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  'connect.browser': ['prepare_state'],
  'products.list': ['brand', 'category', 'search'],
  'resources.list': ['status'],
  'groups.create': ['status'],
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

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole)
}
