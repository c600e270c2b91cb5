import type { Session } from '../run/session.ts'

/**
 * A secret with one character changed to another letter, not only to another case. The last characters stay: in base64
 * they may stand for bits that nothing reads. No report shows the changed secret, which is nearly the right one.
 */
export function altered(session: Session, secret: string): string {
  const at = Math.max(0, secret.length - 10)
  const changed = `${secret.slice(0, at)}${/a/i.test(secret[at]!) ? 'B' : 'A'}${secret.slice(at + 1)}`
  session.run.redactor.addAltered(changed, secret, 'with one character changed')
  return changed
}

/** Ways to change a secret that a comparison of only a part of it would accept. */
export type NearMiss = 'longer' | 'shorter' | 'otherCase' | 'otherEnding'

/** A secret with a character more, one less, its letters in the other case, and another last character. */
export function nearMisses(session: Session, secret: string): Readonly<Record<NearMiss, string | undefined>> {
  const swapped = [...secret]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
  // In hexadecimal, for example, letters have one case only, and the case may not matter.
  const hasBothCases = /[a-z]/.test(secret) && /[A-Z]/.test(secret)
  const misses = {
    longer: `${secret}x`,
    shorter: secret.slice(0, -1),
    otherCase: hasBothCases ? swapped : undefined,
    otherEnding: `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  }
  for (const miss of Object.values(misses))
    if (miss !== undefined) session.run.redactor.addAltered(miss, secret, 'with characters changed')
  return misses
}
