/** Every scenario, and whether it takes a number, as N in `NAME=N`. */
export const takesNumber = {
  'token-expires-mid-walk': false,
  'token-expires-at-request': true,
  'tokens-expire-often': true,
  'refresh-refused': true,
  'no-refresh-token': true,
  'token-expires-under-concurrency': false,
  'objects-change-mid-walk': false,
  'objects-added-mid-walk': false,
  'cursor-object-deleted': false,
  'ids-differ-in-case': false,
  'short-pages': false,
  'link-previous-first': false,
  'link-next-first': false,
  'link-unquoted': false,
  'link-further-attributes': false,
  'link-quoted-delimiters': false,
  'link-other-parameters': false,
  'link-title-case': false,
  'link-upper-case': false,
  'empty-page-mid-walk': false,
  'link-short-page': false,
  'unknown-members': false,
  'null-members': false,
  'members-reordered': false,
  'error-bodies-error': false,
  'error-bodies-problem': false,
  'error-bodies-message': false,
  'error-bodies-errors': false,
  'error-bodies-text': false,
  'error-bodies-empty': false,
  'error-bodies-html': false,
  'rate-limited-mid-walk': false,
  'rate-limited-once': false,
  'rate-limited-until-date': false,
  'rate-limited-for-minutes': false,
  'unavailable-once': false,
  'unavailable-until-date': false,
  'server-error-lasts': false,
  'server-error-lasts-mid-walk': false,
  'slow-answer': true,
  'connection-dropped-on-read': false,
  'connection-dropped-after-write': false,
  'slash-redirect': false,
  'rename-races-revoke': false,
  'state-code-to-encode': false,
} as const

/** The name of a scenario, without a number. */
export type BareScenarioName = keyof typeof takesNumber

/** The name of a scenario that takes a number. */
export type NumberedScenarioName = {
  [Name in BareScenarioName]: (typeof takesNumber)[Name] extends true ? Name : never
}[BareScenarioName]

/** The name of a scenario that takes none. */
export type PlainScenarioName = Exclude<BareScenarioName, NumberedScenarioName>

/** The name of a scenario, with its number behind `=` where it takes one. */
export type ScenarioName = BareScenarioName | `${NumberedScenarioName}=${number}`
