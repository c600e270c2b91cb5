// Decides which failure explains which other one. Blame is attributed only here, after the verdicts.
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { Check } from './define-check.ts'

/**
 * The requirements whose failures explain a failure of another requirement, if its check only repeats them in another
 * place. If several failed, the first one is named. A row may name its own requirement: another of its checks is then
 * closer to the mistake.
 *
 * Checks that may repeat a failure explain each other only from the top of the table to the bottom, so there are no
 * cycles.
 */
const explanations: Readonly<Partial<Record<RequirementId, readonly RequirementId[]>>> = {
  'ids.known-prefixes': ['ids.prefixed-form'],
  'ids.prefix-ignored': ['ids.prefixed-cursor', 'ids.prefix-ignored'],
  'ids.malformed-cursor': ['ids.malformed-path', 'ids.malformed-prefixed'],
  'ids.malformed-legacy': ['ids.malformed-path', 'ids.malformed-prefixed'],
  'environments.fields': ['environments.fields'],
  'oauth.expiry': ['oauth.expiry'],
  // A guard that is missing everywhere is one mistake, reported for the versioned API.
  'auth.legacy-required': ['auth.required', 'auth.invalid-bearer'],
  'services.auth': ['auth.required', 'auth.invalid-bearer'],
  'connect.prepare-auth': ['auth.required', 'auth.invalid-bearer'],
  'connect.code-verified': ['connect.code-verified'],
  // The order and size of a wrong page explain more than its place, and its place explains more than its filters.
  'cursors.newest-first': ['ids.order'],
  'cursors.limit': ['ids.order', 'cursors.newest-first'],
  'cursors.starting-after': ['cursors.newest-first', 'cursors.limit'],
  'cursors.ending-before': ['cursors.newest-first', 'cursors.limit', 'cursors.starting-after'],
  'cursors.complete': ['cursors.newest-first', 'cursors.limit', 'cursors.starting-after'],
  'filters.absent': ['cursors.newest-first', 'cursors.limit', 'cursors.starting-after', 'cursors.complete'],
  'filters.enum-filters': ['cursors.limit', 'cursors.starting-after', 'cursors.ending-before'],
  'filters.search-case': ['cursors.limit', 'cursors.starting-after', 'cursors.ending-before', 'filters.absent'],
  'filters.search-partial': [
    'cursors.limit',
    'cursors.starting-after',
    'cursors.ending-before',
    'filters.absent',
    'filters.search-case',
  ],
  'filters.paged': [
    'cursors.newest-first',
    'cursors.limit',
    'cursors.starting-after',
    'cursors.ending-before',
    'filters.absent',
    'filters.enum-filters',
    'filters.search-case',
    'filters.search-partial',
  ],
  'filters.and': [
    'cursors.newest-first',
    'cursors.limit',
    'cursors.starting-after',
    'cursors.ending-before',
    'filters.absent',
    'filters.enum-filters',
    'filters.search-case',
    'filters.search-partial',
    'filters.paged',
  ],
  'filters.enum-invalid': ['filters.enum-filters', 'filters.paged', 'filters.and'],
  'filters.exact': ['cursors.newest-first', 'cursors.limit', 'filters.absent', 'filters.paged', 'filters.and'],
  'products.list': ['cursors.newest-first', 'cursors.starting-after', 'cursors.complete', 'filters.absent'],
  'legacy.groups-post': ['ids.known-prefixes', 'ids.prefixed-form'],
  'link.results': ['link.results', 'link.next', 'link.previous'],
  'link.both-entries': ['link.both-entries'],
  'link.complete': ['link.complete', 'link.next'],
  'link.offset': ['link.offset'],
  // None of these checks only repeats a failure: both fail, and the report leads with the reason.
  'ids.unique': ['pat.revoke-unlists'],
  'pat.create': ['http.json-body'],
  'http.query-on-writes': ['pat.name-updatable'],
  'legacy.groups-post-query': ['http.query-on-writes'],
}

const rows = Object.keys(explanations)

/** Returns true if the failure of a requirement may be the reason for that of another one. */
export function explains(requirement: RequirementId, other: RequirementId): boolean {
  return explanations[other]?.includes(requirement) ?? false
}

/**
 * Returns true if a failure may be the reason for another one: its request has at most as many parameters. A mistake
 * that shows without a filter is not a mistake of the filter.
 */
export function mayExplain(other: Fact | undefined, fact: Fact | undefined): boolean {
  return other === undefined || fact === undefined || parameterCount(other) <= parameterCount(fact)
}

/** The number of parameters of the deciding request, without `limit`, which any kind of page may have. */
function parameterCount({ at: { request } }: Fact): number {
  return new Set([...new URL(request.url).searchParams.keys()].filter((name) => name !== 'limit')).size
}

/** The checks whose failures may explain the failure of another check, with the one to name first. */
export function findExplainers(check: Check, checks: readonly Check[]): readonly Check[] {
  if (!check.mayRepeat) return []
  const isEarlier = (other: Check): boolean =>
    other.requirement === check.requirement
      ? checks.indexOf(other) < checks.indexOf(check)
      : rows.indexOf(other.requirement) < rows.indexOf(check.requirement)
  const candidates = checks.filter((other) => other !== check && (!other.mayRepeat || isEarlier(other)))
  const named = explanations[check.requirement] ?? []
  return named.flatMap((requirement) => candidates.filter((other) => other.requirement === requirement))
}
