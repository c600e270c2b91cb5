import { shortestSecret } from '../judge/redaction/redact.ts'

/** The key of a DSN in the form of an address, with the text before and after it. */
export interface DsnKey {
  readonly scheme: string
  readonly key: string
  readonly rest: string
}

/**
 * The key of a DSN in the form of an address; undefined for any other DSN. Also undefined for a key that is too short
 * to be hidden by itself: a bundle then shows the whole DSN as one secret, so that requests with the key could not be
 * repeated.
 */
export function keyInAddress(dsn: string): DsnKey | undefined {
  const [, scheme, key, rest] = /^([a-z][a-z\d+.-]*:\/\/)([^:@/]+)([:@].*)$/i.exec(dsn) ?? []
  return key === undefined || key.length < shortestSecret ? undefined : { scheme: scheme!, key, rest: rest! }
}
