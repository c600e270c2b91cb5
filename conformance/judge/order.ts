import { type ActiveCheck, type Check, isPassive } from './define-check.ts'

/** Checks by when they run. */
export interface InOrder {
  /** Side by side. */
  readonly quiet: readonly ActiveCheck[]
  /** Side by side, after the quiet ones: they ask without credentials, for which a target may block an address. */
  readonly strangers: readonly ActiveCheck[]
  /**
   * In groups, with what builds on them. Those that send the fewest wrong credentials come first: what a lock-out
   * blocks is then the least.
   */
  readonly risky: readonly ActiveCheck[]
  /** Alone, at the end. */
  readonly exclusive: readonly ActiveCheck[]
  /** When nothing else is sent. */
  readonly passive: readonly Check[]
}

/** Sorts checks by when they run. */
export function inOrder(checks: readonly Check[]): InOrder {
  const active = checks.filter((check): check is ActiveCheck => !isPassive(check))
  const others = active.filter((check) => !check.exclusive)
  const wrong = wrongBefore(others)
  const right = others.filter((check) => !wrong.has(check.id))
  return {
    quiet: right.filter((check) => !check.asksAsStranger),
    strangers: right.filter((check) => check.asksAsStranger),
    risky: others
      .filter((check) => wrong.has(check.id))
      .sort((left, right) => wrong.get(left.id)! - wrong.get(right.id)! || compare(needsOf(left), needsOf(right))),
    exclusive: active.filter((check) => check.exclusive),
    passive: checks.filter(isPassive),
  }
}

/** Checks of one credential stand together, as one control then shows for all of them that it still works. */
const needsOf = ({ needs = [] }: ActiveCheck): string => needs.join(' ')
const compare = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

/**
 * How many wrong credentials checks send, or the checks that they build on, by their ids; none for those that can run
 * before all wrong ones.
 */
function wrongBefore(checks: readonly ActiveCheck[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const byId = new Map(checks.map((check) => [check.id, check]))
  const countOf = (check: ActiveCheck): number => {
    let count = counts.get(check.id)
    if (count === undefined) {
      const before = (check.after ?? []).flatMap((id) => byId.get(id) ?? [])
      count = Math.max(check.wrongCredentials?.usual ?? 0, ...before.map((one) => countOf(one)))
      counts.set(check.id, count)
    }
    return count
  }
  return new Map(checks.map((check) => [check.id, countOf(check)] as const).filter(([, count]) => count > 0))
}

/** How many wrong credentials are sent before a control shows that nobody was locked out. */
const mostAtOnce = 8

/** Parts checks that send wrong credentials into groups: one control after each shows what all of them rest on. */
export function groupsOf(
  risky: readonly ActiveCheck[],
  depth: Parameters<typeof wrongCredentialsOf>[1],
): readonly (readonly ActiveCheck[])[] {
  const groups: ActiveCheck[][] = []
  let sent = Infinity
  for (const check of risky) {
    const wrong = wrongCredentialsOf(check, depth)
    if (sent + wrong > mostAtOnce) {
      groups.push([])
      sent = 0
    }
    groups.at(-1)!.push(check)
    sent += wrong
  }
  return groups
}

/** The most requests that a check sends with a wrong credential. */
export function wrongCredentialsOf(
  check: Check,
  {
    thorough = false,
    gentle = false,
  }: { readonly thorough?: boolean | undefined; readonly gentle?: boolean | undefined },
): number {
  if (isPassive(check) || !check.wrongCredentials) return 0
  const { gentle: fewest, usual, thorough: most = usual } = check.wrongCredentials
  return gentle ? fewest : thorough ? most : usual
}

/**
 * Sorts checks so that those at the end of the longest chains begin first, with all that they build on. A check that
 * writes counts twice, as it mostly waits for something that another one made.
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
