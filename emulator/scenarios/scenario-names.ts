/** The scenarios that take a number, as in `token-expires-at-request=3`. */
type SettableTitle =
  | 'token-expires-at-request'
  | 'tokens-expire-often'
  | 'refresh-refused'
  | 'no-refresh-token'
  | 'slow-answer'

/** The name of every scenario, in kebab-case. */
export const scenarioTitles = [
  'token-expires-mid-walk',
  'token-expires-at-request',
  'tokens-expire-often',
  'refresh-refused',
  'no-refresh-token',
  'token-expires-under-concurrency',
  'objects-change-mid-walk',
  'objects-added-mid-walk',
  'cursor-object-deleted',
  'ids-differ-in-case',
  'short-pages',
  'link-previous-first',
  'link-next-first',
  'link-unquoted',
  'link-further-attributes',
  'link-quoted-delimiters',
  'link-other-parameters',
  'link-title-case',
  'link-upper-case',
  'empty-page-mid-walk',
  'link-short-page',
  'unknown-members',
  'null-members',
  'members-reordered',
  'error-bodies-error',
  'error-bodies-problem',
  'error-bodies-message',
  'error-bodies-errors',
  'error-bodies-text',
  'error-bodies-empty',
  'error-bodies-html',
  'rate-limited-mid-walk',
  'rate-limited-once',
  'rate-limited-until-date',
  'unavailable-once',
  'unavailable-until-date',
  'server-error-lasts',
  'server-error-lasts-mid-walk',
  'slow-answer',
  'connection-dropped-on-read',
  'connection-dropped-after-write',
  'slash-redirect',
  'rename-races-revoke',
  'state-code-to-encode',
] as const

/** The name of a scenario, without a setting. */
export type ScenarioTitle = (typeof scenarioTitles)[number]

/** The name of a scenario, with its setting behind `=` where it takes one. */
export type ScenarioName = ScenarioTitle | `${SettableTitle}=${number}`
