// The token endpoint (clauses 4.1 and 5.2).
import { secrets, type Service } from './service.ts'

/** Issues an access token, and a refresh token where the service has them. */
function issue(service: Service, refreshToken: string | undefined): Response {
  const { oauth, scopes } = service.policy
  const { store } = service
  if (oauth.onlyLast)
    for (const access of store.all('access')) if (access['token'] === undefined) store.remove('access', access.id)
  const token = oauth.token(service.random())
  store.add('access', '', {
    id: token,
    user: service.user,
    scopes: scopes.known.filter((scope) => !oauth.lacks.includes(scope)),
    expires: service.now() + (oauth.lifetime + oauth.grace) * 1000,
  })
  let refresh = refreshToken
  if (oauth.refresh === 'rotates' && refresh !== undefined) {
    store.remove('refresh', refresh)
    refresh = undefined
  }
  if (oauth.refresh !== 'none' && refresh === undefined) {
    refresh = `rt-${service.random()}`
    store.add('refresh', '', { id: refresh, expires: service.now() + oauth.refreshLifetime * 1000 })
  }
  return service.answer(
    oauth.answer(
      {
        access_token: token,
        token_type: 'Bearer',
        expires_in: oauth.lifetime,
        ...(refresh === undefined ? {} : { refresh_token: refresh }),
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
  return found && Number(found['expires']) > service.now()
    ? issue(service, refreshToken)
    : refuse(grant, 'invalid_grant')
}
