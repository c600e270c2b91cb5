import { type ActiveCheck, type Check, isAtEnd, isPassive } from './define-check.ts'

/** Checks, grouped by their turn. */
export interface InOrder {
  /** Checks that run side by side. */
  readonly quiet: readonly ActiveCheck[]
  /**
   * Checks without credentials and their dependents. They run side by side after the quiet ones, as a target may block
   * an address for such requests.
   */
  readonly anonymous: readonly ActiveCheck[]
  /**
   * Checks with wrong credentials and their dependents. They run side by side; `Turnstile` admits their requests.
   * Checks that a gentle run needs come first, and those of them that send the fewest wrong credentials, so that a
   * lock-out blocks as little as possible. The others are grouped by credential, as rows of one need the fewest controls.
   */
  readonly risky: readonly ActiveCheck[]
  /**
   * Checks that change the data that other checks read. They run alongside those with wrong credentials, which read no
   * data.
   */
  readonly exclusive: readonly ActiveCheck[]
  /** Checks that let time pass at the target, side by side at the end. */
  readonly waiting: readonly ActiveCheck[]
  /** Checks that run when nothing else is sent. */
  readonly passive: readonly Check[]
}

/** Groups checks by their turn. */
export function groupChecks(checks: readonly Check[]): InOrder {
  const active = checks.filter((check): check is ActiveCheck => !isPassive(check))
  const others = active.filter((check) => !isAtEnd(check))
  const wrong = countWrongCredentials(others)
  const right = others.filter((check) => !wrong.has(check.id))
  const spare = spareChecks(others)
  const anonymous = selectWithDependents(right, (check) => check.asksAnonymously === true)
  return {
    quiet: right.filter((check) => !anonymous.has(check.id)),
    anonymous: right.filter((check) => anonymous.has(check.id)),
    risky: others
      .filter((check) => wrong.has(check.id))
      .sort(
        (left, right) =>
          Number(spare.has(left.id)) - Number(spare.has(right.id)) ||
          (spare.has(left.id) ? 0 : wrong.get(left.id)! - wrong.get(right.id)!) ||
          compareText(needsKey(left), needsKey(right)) ||
          wrong.get(left.id)! - wrong.get(right.id)!,
      ),
    exclusive: active.filter((check) => check.exclusive),
    waiting: active.filter((check) => check.waits),
    passive: checks.filter(isPassive),
  }
}

/** The hook by which a check changes the target's data, if any. */
const dataHook = ({ needs = [] }: ActiveCheck): string | undefined =>
  needs.find((need) => need.startsWith('hook:create'))

/**
 * Checks of one lane run one after another: those that create the same objects, and those that get tokens, as a later
 * token of a client may end an earlier one.
 */
export function checkLane(check: ActiveCheck): string | undefined {
  if (check.exclusive) return dataHook(check)
  return check.wrongCredentials && check.needs?.includes('oauth') ? 'oauth' : undefined
}

/** Groups checks by credential, so that one control shows for all of them that the credential still works. */
const needsKey = ({ needs = [] }: ActiveCheck): string => needs.join(' ')
const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

/**
 * The number of wrong credentials that each check sends, or the checks that it builds on, by id. Checks that can run
 * before all wrong credentials are left out.
 */
function countWrongCredentials(checks: readonly ActiveCheck[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const byId = new Map(checks.map((check) => [check.id, check]))
  const countOf = (check: ActiveCheck): number => {
    let count = counts.get(check.id)
    if (count === undefined) {
      const before = (check.after ?? []).flatMap((id) => byId.get(id) ?? [])
      count = Math.max(mostWrongCredentials(check, {}), ...before.map((earlier) => countOf(earlier)))
      counts.set(check.id, count)
    }
    return count
  }
  return new Map(checks.map((check) => [check.id, countOf(check)] as const).filter(([, count]) => count > 0))
}

/** The checks that a gentle run leaves out, and those that build on one. */
function spareChecks(checks: readonly ActiveCheck[]): ReadonlySet<string> {
  return selectWithDependents(checks, ({ wrongCredentials }) => wrongCredentials?.gentle === 0)
}

/** The ids of the checks that match, and of those that build on one. */
function selectWithDependents(
  checks: readonly ActiveCheck[],
  matches: (check: ActiveCheck) => boolean,
): ReadonlySet<string> {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const includes = (check: ActiveCheck): boolean =>
    matches(check) || (check.after ?? []).some((id) => byId.has(id) && includes(byId.get(id)!))
  return new Set(checks.filter(includes).map(({ id }) => id))
}

/** The most requests that a check sends with a wrong credential. */
export function mostWrongCredentials(
  check: Check,
  { quick = false, gentle = false }: { readonly quick?: boolean | undefined; readonly gentle?: boolean | undefined },
): number {
  if (isPassive(check) || !check.wrongCredentials) return 0
  const { gentle: fewest, quick: some, full = some } = check.wrongCredentials
  return gentle ? fewest : quick ? some : full
}

/**
 * Sorts checks so that those at the end of the longest chains start first, with all their prerequisites. A check that
 * writes counts twice, as it usually waits for something that another check creates.
 */
export function longestChainsFirst(checks: readonly ActiveCheck[]): readonly ActiveCheck[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const lengths = new Map<string, number>()
  const lengthOf = (id: string): number => {
    const known = lengths.get(id)
    if (known !== undefined) return known
    const { effect, after = [] } = byId.get(id) ?? {}
    const length = (effect === 'write' ? 2 : 1) + Math.max(0, ...after.map((before) => lengthOf(before)))
    lengths.set(id, length)
    return length
  }
  return checks.toSorted((left, right) => lengthOf(right.id) - lengthOf(left.id))
}
