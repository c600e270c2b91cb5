import type { BareScenarioName } from './scenario-names.ts'

/** The titles of groups, in the order in which lists have them. */
const titles = {
  tokens: 'Tokens expire',
  cursors: 'Lists change while they are read',
  links: 'Link headers in other forms',
  answers: 'Answers in other forms',
  errors: 'Errors in other forms',
  retries: 'Try again later',
  connections: 'Connections and redirects',
  others: 'Other clients and codes',
} as const

type Group = keyof typeof titles

/** The group of each scenario. */
const groups: Readonly<Record<BareScenarioName, Group>> = {
  'token-expires-mid-walk': 'tokens',
  'token-expires-at-request': 'tokens',
  'tokens-expire-often': 'tokens',
  'refresh-refused': 'tokens',
  'no-refresh-token': 'tokens',
  'token-expires-under-concurrency': 'tokens',
  'objects-change-mid-walk': 'cursors',
  'objects-added-mid-walk': 'cursors',
  'cursor-object-deleted': 'cursors',
  'ids-differ-in-case': 'cursors',
  'short-pages': 'cursors',
  'link-previous-first': 'links',
  'link-next-first': 'links',
  'link-unquoted': 'links',
  'link-further-attributes': 'links',
  'link-quoted-delimiters': 'links',
  'link-other-parameters': 'links',
  'link-title-case': 'links',
  'link-upper-case': 'links',
  'empty-page-mid-walk': 'cursors',
  'link-short-page': 'cursors',
  'unknown-members': 'answers',
  'null-members': 'answers',
  'members-reordered': 'answers',
  'error-bodies-error': 'errors',
  'error-bodies-problem': 'errors',
  'error-bodies-message': 'errors',
  'error-bodies-errors': 'errors',
  'error-bodies-text': 'errors',
  'error-bodies-empty': 'errors',
  'error-bodies-html': 'errors',
  'rate-limited-mid-walk': 'retries',
  'rate-limited-once': 'retries',
  'rate-limited-until-date': 'retries',
  'rate-limited-for-minutes': 'retries',
  'unavailable-once': 'retries',
  'unavailable-until-date': 'retries',
  'server-error-lasts': 'retries',
  'server-error-lasts-mid-walk': 'retries',
  'slow-answer': 'connections',
  'connection-dropped-on-read': 'connections',
  'connection-dropped-after-write': 'connections',
  'slash-redirect': 'connections',
  'rename-races-revoke': 'others',
  'state-code-to-encode': 'others',
}

/** The title of the group of a scenario. */
export function scenarioGroup(name: BareScenarioName): string {
  return titles[groups[name]]
}
