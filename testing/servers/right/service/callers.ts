// Who sends a request (clause 5).
import { type Caller, secrets, type Service } from './service.ts'

/** The scheme and the value of an Authorization header; the scheme in lower case. */
function split(authorization: string | null): readonly [string, string] {
  const [, scheme = '', value = ''] = /^(\S+) +(.+)$/.exec(authorization ?? '') ?? []
  return [scheme.toLowerCase(), value]
}

/** The caller of a Bearer token that the service issued. */
export function bearerCaller(service: Service, authorization: string | null): Caller | undefined {
  const [scheme, value] = split(authorization)
  if (scheme !== 'bearer') return undefined
  const found = service.store.find('access', value, service.policy.moods.lag)
  if (!found || Number(found['expires']) <= service.now()) return undefined
  return {
    user: String(found['user']),
    kind: found['token'] === undefined ? 'client' : 'token',
    scopes: found['scopes'] as readonly string[],
  }
}

/** The caller of a legacy request: by any Bearer token, an API key or the DSN. */
export function legacyCaller(service: Service, authorization: string | null, takesDsn: boolean): Caller | undefined {
  const [scheme, value] = split(authorization)
  const all = { user: service.user, scopes: service.policy.scopes.known }
  if (scheme === 'bearer' && value === service.policy.oauth.token(secrets.integrationToken))
    return { ...all, kind: 'integration' }
  if (scheme === 'basic' && value === btoa(`${secrets.apiKey}:`)) return { ...all, kind: 'key' }
  if (takesDsn && scheme === 'dsn' && value === secrets.dsn) return { ...all, kind: 'dsn' }
  return bearerCaller(service, authorization)
}
