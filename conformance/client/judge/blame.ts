// Decides which failure of a client explains which other one. A law does not attribute blame itself.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientResult } from './client-result.ts'

/** The requirements whose failure explains a failure of another requirement in the same run. */
const explanations: Readonly<Partial<Record<ClientRequirementId, readonly ClientRequirementId[]>>> = {
  'client.page-size': ['client.limit-parameter'],
  'client.walk-ends': ['client.ids-kept', 'client.id-order', 'client.walk-cursor', 'client.filters-on-every-page'],
  'client.configuration-path': ['client.redirects'],
  'client.access-token-create': ['client.json-bodies'],
  'client.access-token-rename': ['client.json-bodies'],
  'client.invoke': ['client.json-bodies'],
  'client.link-next': ['client.link-by-name', 'client.link-polls'],
  'client.link-stops': ['client.link-by-name', 'client.link-next', 'client.link-polls'],
}

/**
 * The requirements whose failure in an earlier plain run of the same task explains a failure of another requirement: the
 * same mistake breaks both.
 */
const explanationsInTask: Readonly<Partial<Record<ClientRequirementId, readonly ClientRequirementId[]>>> = {
  'client.filters-combined': ['client.filters-sent'],
  // A wrong cursor may by coincidence be the one that a locale sorts last.
  'client.id-order': ['client.walk-cursor', 'client.walk-back'],
}

/** The first of some failures in earlier runs of the same task that explains another one; undefined if none does. */
export function findEarlierExplanation(
  { requirement, fact }: ClientResult,
  earlier: readonly ClientResult[],
): ClientResult | undefined {
  return earlier.find(
    (failure) => explanationsInTask[requirement]?.includes(failure.requirement) && lacksSame(failure.fact, fact),
  )
}

/** Returns false if two requests lack different parameters. */
function lacksSame(known: ClientResult['fact'], fact: ClientResult['fact']): boolean {
  if (fact?.kind !== 'parameter') return true
  return (
    known?.kind === 'parameter' && known.fault === fact.fault && fact.names.every((name) => known.names.includes(name))
  )
}

/** The first of some failures that explains another one; undefined if none does. */
export function findExplanation(
  { requirement }: ClientResult,
  failures: readonly ClientResult[],
): ClientResult | undefined {
  return failures.find((failure) => explanations[requirement]?.includes(failure.requirement))
}
