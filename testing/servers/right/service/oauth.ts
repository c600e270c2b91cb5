// The token endpoint (clauses 4.1 and 5.2).
import { secrets, type Service } from './service.ts'
import type { StoredRecord } from './store.ts'

/** Issues an access token, and a refresh token where the service has them. */
function issue(service: Service, source: StoredRecord | undefined): Response {
  const { oauth, scopes } = service.policy
  const family = source === undefined ? service.random() : String(source['family'])
  const { store } = service
  if (oauth.onlyLast)
    for (const access of store.all('access')) if (access['token'] === undefined) store.remove('access', access.id)
  if (oauth.family === 'a refresh replaces' && source !== undefined) endFamily(service, 'access', family)
  const issued = store.all('access').filter((access) => access['token'] === undefined)
  for (const access of issued.slice(0, Math.max(0, issued.length + 1 - oauth.mostTokens)))
    store.remove('access', access.id)
  const token = oauth.token(`at-${service.random()}`)
  store.add('access', '', {
    id: token,
    user: service.user,
    family,
    scopes: scopes.known.filter((scope) => !oauth.lacks.includes(scope)),
    expires: service.now() + (oauth.lifetime + oauth.grace) * 1000,
  })
  let refresh = source?.id
  if (oauth.refresh === 'rotates' && source !== undefined) {
    store.change('refresh', { ...source, spent: true })
    refresh = undefined
  }
  if (oauth.refresh !== 'none' && refresh === undefined) {
    refresh = `rt-${service.random()}`
    store.add('refresh', '', { id: refresh, family, expires: service.now() + oauth.refreshLifetime * 1000 })
  }
  const isTold = refresh !== undefined && (source === undefined || oauth.refresh !== 'stays, told once')
  return service.answer(
    oauth.answer(
      {
        access_token: token,
        token_type: 'Bearer',
        expires_in: oauth.lifetime,
        ...(isTold ? { refresh_token: refresh } : {}),
        ...(refresh === undefined || oauth.refreshLifetime === Number.POSITIVE_INFINITY
          ? {}
          : {
              refresh_expires_in: Math.floor(
                (Number(store.find('refresh', refresh)!['expires']) - service.now()) / 1000,
              ),
            }),
      },
      service.now(),
    ),
    service.policy.status.granted,
    { 'cache-control': 'no-store' },
  )
}

function endFamily({ store }: Service, kind: 'access' | 'refresh', family: string): void {
  for (const token of store.all(kind)) if (token['family'] === family) store.remove(kind, token.id)
}

/** Answers POST /oauth/token. */
export function exchangeToken(service: Service, form: URLSearchParams): Response {
  const { client, grant } = service.policy.oauth.status
  const refuse = (status: number, error: string) => service.answer({ error, error_description: 'refused' }, status)
  const { clientLock } = service.policy.moods
  if (clientLock > 0 && service.refusedClients >= clientLock) return refuse(client, 'client_locked')
  if (form.get('client_id') !== secrets.clientId || form.get('client_secret') !== secrets.clientSecret) {
    service.refusedClients++
    service.failedLogIns++
    return refuse(client, 'invalid_client')
  }
  const type = form.get('grant_type')
  if (type === 'client_credentials') return issue(service, undefined)
  if (type !== 'refresh_token') return refuse(400, 'unsupported_grant_type')
  const refreshToken = form.get('refresh_token') ?? ''
  const found = service.store.find('refresh', refreshToken)
  if (found?.['spent'] === true && service.policy.oauth.family === 'reuse ends')
    for (const kind of ['access', 'refresh'] as const) endFamily(service, kind, String(found['family']))
  return found && found['spent'] !== true && Number(found['expires']) > service.now()
    ? issue(service, found)
    : refuse(grant, 'invalid_grant')
}
