import type { CredentialKind } from '../../model/contract/credentials.ts'

const realm = 'realm="Platform Data API"'

/**
 * Makes the value of `WWW-Authenticate` for an endpoint that accepts these credentials: one challenge for each scheme
 * (RFC 9110 section 11.6.1).
 * @param bearer Parameters of the Bearer challenge, such as `error` (RFC 6750 section 3).
 */
export function challengesOf(
  accepted: readonly CredentialKind[],
  bearer: Readonly<Record<string, string>> = {},
): string {
  const schemes = new Set(accepted.map((kind) => (kind === 'apiKey' ? 'Basic' : kind === 'dsn' ? 'DSN' : 'Bearer')))
  const parameters = Object.entries(bearer)
    .map(([name, value]) => `, ${name}="${value}"`)
    .join('')
  return [...schemes].map((scheme) => `${scheme} ${realm}${scheme === 'Bearer' ? parameters : ''}`).join(', ')
}
