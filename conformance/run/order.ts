import { type ActiveCheck, type Check, isPassive } from './define-check.ts'

/** Checks by when they run. */
export interface InOrder {
  /** Side by side. */
  readonly quiet: readonly ActiveCheck[]
  /** Side by side, after the quiet ones: they ask without credentials, for which a target may block an address. */
  readonly strangers: readonly ActiveCheck[]
  /** One at a time, those that send the fewest wrong credentials first: what a lock-out blocks is then the least. */
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
  const right = others.filter((check) => !check.wrongCredentials)
  return {
    quiet: right.filter((check) => !check.asksAsStranger),
    strangers: right.filter((check) => check.asksAsStranger),
    risky: others
      .filter((check) => check.wrongCredentials)
      .sort((left, right) => left.wrongCredentials!.usual - right.wrongCredentials!.usual),
    exclusive: active.filter((check) => check.exclusive),
    passive: checks.filter(isPassive),
  }
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
