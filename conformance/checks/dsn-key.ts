import { shortestSecret } from '../judge/redaction/redact.ts'

/** The key of a DSN in the form of an address, with what stands around it. */
export interface DsnKey {
  readonly scheme: string
  readonly key: string
  readonly rest: string
}

/**
 * The key of a DSN in the form of an address; undefined for any other. A key that is too short to be hidden by itself
 * is none, either: a bundle shows the whole DSN as one secret then, so that nobody could ask with the key again.
 */
export function keyInAddress(dsn: string): DsnKey | undefined {
  const [, scheme, key, rest] = /^([a-z][a-z\d+.-]*:\/\/)([^:@/]+)([:@].*)$/i.exec(dsn) ?? []
  return key === undefined || key.length < shortestSecret ? undefined : { scheme: scheme!, key, rest: rest! }
}
