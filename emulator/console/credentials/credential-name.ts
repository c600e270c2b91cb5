// The names of credentials, the same on every page.
import type { ListedCredential } from '../../control/credentials.ts'

/** The kinds of credentials, with their names for people. */
export const kinds: Readonly<Record<string, string>> = {
  accessToken: 'OAuth access token',
  refreshToken: 'OAuth refresh token',
  personalAccessToken: 'Personal access token',
  integrationToken: 'Integration token',
  apiKey: 'API key',
  dsn: 'DSN',
  oauthClient: 'OAuth client',
}

/** The kinds by the beginning of a label. */
const byLabel: Readonly<Record<string, string>> = {
  ...kinds,
  oauth: kinds['accessToken']!,
  refresh: kinds['refreshToken']!,
  pat: kinds['personalAccessToken']!,
}

/**
 * The name of a credential by its label, such as `OAuth access token oauth#2`. The label identifies it, and
 * `credential:oauth#2` finds its requests.
 */
function credentialName(label: string): string {
  const [, beginning = '', rest = ''] = /^(\w+)(.*)$/s.exec(label) ?? []
  const kind = Object.hasOwn(byLabel, beginning) ? byLabel[beginning] : undefined
  if (kind === undefined) return label
  return Object.hasOwn(kinds, beginning) ? `${kind}${rest}` : `${kind} ${label}`
}

/** The name of a listed credential. */
export function listedCredentialName({ kind, label }: Pick<ListedCredential, 'kind' | 'label'>): string {
  return label === null ? (kinds[kind] ?? kind) : credentialName(label)
}

/** The text about the credential of a request. */
export function sentCredential(label: string | null, outcome: string): string {
  if (label !== null) return credentialName(label)
  return outcome === 'none' ? 'none' : (kinds[outcome] ?? `${outcome}: this world never issued it`)
}
