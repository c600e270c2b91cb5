// What the kit leaves undecided against right servers of the product, by rule: the choice that hides it, and why.
import type { CauseKind } from '../../../../conformance/conclusions/cause.ts'
import type { CheckResult } from '../../../../conformance/judge/result.ts'
import type { Combination } from './product.ts'

/** Checks that stay undecided where a choice hides what they look for. */
export interface UndecidedRule {
  /** The factor and its values that hide it. */
  readonly when: readonly [factor: string, ...values: readonly string[]]
  readonly checks: RegExp
  readonly causes: readonly CauseKind[]
  readonly reason: string
}

const lists = /^(?:cursors|environments|filters|ids|legacy|link|products|resources)\./
const filters = /^(?:filters|cursors|ids)\./
const pages = /^(?:link|ids|legacy)\./

/** Every rule. A test shows that each is needed. */
export const undecidedRules: readonly UndecidedRule[] = [
  {
    when: ['data', 'three of each', 'one of each'],
    checks: lists,
    causes: ['data', 'declaration', 'absent'],
    reason: 'Pages, filters and cursors cannot be told apart with three records or fewer.',
  },
  {
    when: ['data', 'one brand, category and status'],
    checks: filters,
    causes: ['data', 'declaration', 'absent'],
    reason: 'A filter that every record matches looks like none.',
  },
  {
    when: ['data', 'one status for all groups'],
    checks: /^(?:legacy\.groups-post|auth\.legacy-required\.groups-post|ids\.|http\.)/,
    causes: ['declaration'],
    reason: 'A status that is not stored cannot be told from the only one that there is.',
  },
  {
    when: ['data', 'names in other scripts'],
    checks: /^filters\./,
    causes: ['data', 'absent'],
    reason: 'Few names have a word that tells a search from a filter.',
  },
  {
    when: ['writers', 'delete at every fifth request', 'create and delete'],
    checks: lists,
    causes: ['data', 'declaration', 'absent', 'changed', 'refused'],
    reason: 'Lists end or change while others delete from them, and a cursor may be gone.',
  },
  {
    when: ['writers', 'create at every fourth request', 'create and delete'],
    checks: lists,
    causes: ['data', 'changed', 'limit', 'absent'],
    reason: 'Pages move while others create records.',
  },
  {
    when: ['members', 'id and name alone'],
    checks: lists,
    causes: ['data', 'declaration', 'absent'],
    reason: 'Nothing shows whether a record matches a filter.',
  },
  {
    when: ['lists', 'a hundred a page, no search', 'unknown parameters refused'],
    checks: pages,
    causes: ['data', 'declaration', 'absent'],
    reason: 'All events, or all groups, are on one page.',
  },
  {
    when: ['lists', 'two paged, one a page'],
    checks: pages,
    causes: ['data', 'declaration', 'limit'],
    reason: 'A page of one record has no middle, and a list of such pages no end within the limits of a run.',
  },
  {
    when: ['limits', 'two, at most five', 'three, at most three', 'one, at most a hundred'],
    checks: filters,
    causes: ['data', 'limit', 'absent'],
    reason: 'The end of the list is more pages away than a run walks, or a page holds too few records.',
  },
  {
    when: ['successes', '202 for what is written'],
    checks: /^pat\.name-updatable\.answer$/,
    causes: ['data'],
    reason: 'A change that is taken for later need not be in its answer.',
  },
  {
    when: ['successes', '202 for a group, without a body'],
    checks: /^legacy\.groups-post/,
    causes: ['data'],
    reason: 'Neither the answer nor the first page shows the new group.',
  },
  {
    when: ['tokens', 'the last alone'],
    checks: /^oauth\.(?:refreshed-token-works|expiry|refresh)\./,
    causes: ['alike'],
    reason: 'A token that was ended by a newer one cannot be told from one that time ended.',
  },
  {
    when: ['paces', 'a clock fifty seconds behind, and no Date'],
    checks: /^oauth\.(?:expiry|refreshed-token-works)\./,
    causes: ['alike', 'absent'],
    reason: 'The moment of expires_at is by a clock that no answer shows.',
  },
  {
    when: ['declarations', 'no hooks'],
    checks: /^oauth\.expiry\.refused$/,
    causes: ['declaration'],
    reason: 'A token is not waited for that lasts so long, or whose lifetime the answer does not tell.',
  },
  {
    when: ['refreshTokens', 'rotates and ends', 'stays and ends'],
    checks: /^oauth\.refresh\.after-expiry$/,
    causes: ['data'],
    reason: 'The refresh token is said to end before the refreshed token does.',
  },
]

/** The rules that tell why a result is open. */
export function rulesOf(combination: Combination, { check, cause }: CheckResult): readonly UndecidedRule[] {
  return undecidedRules.filter(
    ({ when: [factor, ...values], checks, causes }) =>
      values.includes(combination[factor]!) && checks.test(check) && cause && causes.includes(cause.kind),
  )
}
