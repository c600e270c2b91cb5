import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'

/**
 * Scenarios that break the letter of the specification, with the requirements that the kit finds broken; undefined
 * where nothing is served, so that they are many.
 */
export const notAllowed: Readonly<Partial<Record<ScenarioName, readonly RequirementId[] | undefined>>> = {
  // The link promises records, and the page is empty.
  'empty-page-mid-walk': ['link.results'],
  // The kit takes a page size of N to mean N records where there are more.
  'short-pages': ['cursors.limit'],
  // A service that refuses every refresh token looks like one that cannot refresh.
  'refresh-refused': ['oauth.refresh'],
  // A service that answers only errors of a gateway is out of order: nothing is decided, and nothing is blamed.
  'server-error-lasts': [],
  'server-error-lasts-mid-walk': [],
  'error-bodies-html': [],
  'error-bodies-error': undefined,
  'error-bodies-problem': undefined,
  'error-bodies-message': undefined,
  'error-bodies-errors': undefined,
  'error-bodies-text': undefined,
  'error-bodies-empty': undefined,
}
