// Decides which failure of a client explains which other one in the same run. A law does not attribute blame itself.
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

/** The first of some failures that explains another one; undefined if none does. */
export function findExplanation(
  { requirement }: ClientResult,
  failures: readonly ClientResult[],
): ClientResult | undefined {
  return failures.find((failure) => explanations[requirement]?.includes(failure.requirement))
}
