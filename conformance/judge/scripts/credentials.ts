// The credentials of a target file, and which requests carry them.
import type { Target } from '../../target/target-file.ts'
import type { Exchange } from '../../conclusions/exchange.ts'

/** The credentials of a target file, by the variables of `emulator exec`. */
export function credentialVariables({ credentials = {} }: Target): ReadonlyMap<string, string> {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  return new Map(
    [
      ['PLATFORM_TOKEN', token],
      ['PLATFORM_INTEGRATION_TOKEN', integrationToken],
      ['PLATFORM_API_KEY', apiKey],
      ['PLATFORM_DSN', dsn],
      ['PLATFORM_CLIENT_SECRET', oauth?.clientSecret],
      ['PLATFORM_CLIENT_ID', oauth?.clientId],
    ].filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Returns true if a request asks for a token: at the token endpoint, or by the same form at another address. */
export function isTokenRequest({ request: { operation, headers, body = '' } }: Exchange): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  return operation === 'oauth.token' || (isForm && new URLSearchParams(body).has('grant_type'))
}

/** Returns true if a request carries declared credentials, unchanged. */
export function carriesDeclared(exchange: Exchange, credentials: ReadonlySet<string>): boolean {
  const { headers, body = '' } = exchange.request
  const [, scheme, value] = /^(\S+) *(.*)$/.exec(headers['authorization'] ?? '') ?? []
  if (scheme !== undefined && value !== undefined)
    return credentials.has(value) || [...credentials].some((credential) => value === base64(`${credential}:`))
  if (!isTokenRequest(exchange)) return false
  const form = new URLSearchParams(body)
  return (
    ['client_id', 'client_secret'].every((name) => credentials.has(form.get(name) ?? '')) && !form.has('refresh_token')
  )
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
