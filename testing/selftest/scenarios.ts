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
  'server-error-lasts': undefined,
  'server-error-lasts-mid-walk': undefined,
  'error-bodies-error': undefined,
  'error-bodies-problem': undefined,
  'error-bodies-message': undefined,
  'error-bodies-errors': undefined,
  'error-bodies-text': undefined,
  'error-bodies-empty': undefined,
  'error-bodies-html': undefined,
}
