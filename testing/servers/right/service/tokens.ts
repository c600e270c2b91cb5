// Personal access tokens (clauses 2.2, 4.2 and 5.3).
import { paged } from './lists.ts'
import type { Caller, Service } from './service.ts'
import type { StoredRecord } from './store.ts'

type Body = Readonly<Record<string, unknown>>

const printedToken = (service: Service, token: StoredRecord): Body =>
  service.show('token', {
    ...token,
    scopes: service.policy.scopes.show(token['scopes'] as readonly string[]),
    expires_at: service.policy.expiry.show(Number(token['expires_at'])),
  } as StoredRecord)

const storedTokens = (service: Service, caller: Caller, ago = 0): readonly StoredRecord[] =>
  service.store.all('token', caller.user, ago)

export function listTokens(service: Service, caller: Caller, url: URL): Response {
  const { listLag, lag } = service.policy.moods
  const tokens = storedTokens(service, caller, listLag || lag).toReversed()
  if (service.policy.token.paged) {
    const ids = new Map(tokens.map((token) => [token.id, printedToken(service, token)]))
    return paged(
      service,
      'token',
      url,
      tokens.map(({ id }) => ({ ...ids.get(id), id })),
    )
  }
  const printed = tokens.map((token) => printedToken(service, token))
  return service.answer(service.policy.list('token', printed, { url, hasMore: false, last: tokens.at(-1)?.id }))
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

export function storeToken(service: Service, caller: Caller, body: Body): Response {
  const { policy } = service
  const { name, scopes, expires_at: expiry } = body
  if (!isName(name)) return service.refuse('refused', 'name is required')
  const wanted = typeof scopes === 'string' ? scopes.split(' ') : scopes
  if (!Array.isArray(wanted) || wanted.length === 0) return service.refuse('refused', 'scopes are required')
  if (!wanted.every((scope) => policy.scopes.known.includes(scope as string)))
    return service.refuse('refused', `scopes are ${policy.scopes.known.join(', ')}`)
  if (!wanted.every((scope) => caller.scopes.includes(scope as string)))
    return service.refuse('forbidden', 'the caller lacks a scope')
  const expires = policy.expiry.read(expiry, service.now())
  if (expires === undefined || Number.isNaN(expires)) return service.refuse('refused', 'expires_at is required')
  if (!policy.expiry.isAllowed(expires, service.now()))
    return service.refuse('refused', 'expires_at must lie between 7 days and 2 years from now')
  const { quota } = policy.moods
  if (quota > 0 && storedTokens(service, caller).length >= quota)
    return service.refuse('quota', `a user has at most ${quota} tokens; delete one first`)
  assertFree(service, caller, name)
  const token = { id: service.newId(), name, scopes: [...new Set(wanted)], expires_at: expires }
  const secret = policy.oauth.token(`pk_${service.random()}`)
  service.store.add('token', caller.user, token)
  service.store.add('access', '', {
    id: secret,
    user: caller.user,
    token: token.id,
    scopes: token.scopes,
    expires,
  })
  return service.answer(
    policy.single('token', policy.secret(printedToken(service, token), secret)),
    policy.status.created,
  )
}

function assertFree(service: Service, caller: Caller, name: string): void {
  if (service.policy.token.uniqueNames && storedTokens(service, caller).some((token) => token['name'] === name))
    service.refuse('quota', 'the name is taken')
}

function findStoredToken(service: Service, caller: Caller, id: string): StoredRecord {
  const found = storedTokens(service, caller).find((token) => token.id === id)
  return found ?? service.refuse('unknown', 'no such token')
}

export function renameToken(service: Service, caller: Caller, id: string, body: Body): Response {
  const token = findStoredToken(service, caller, id)
  const { name } = body
  const others = Object.keys(body).filter((member) => member !== 'name')
  if (others.length > 0 && service.policy.token.otherMembers === 'refused')
    return service.refuse('refused', `${others.join(', ')} cannot be changed`)
  if (!isName(name)) return service.refuse('refused', 'name is required')
  if (name !== token['name']) assertFree(service, caller, name)
  const renamed = { ...token, name }
  service.store.change('token', renamed)
  const { single, status } = service.policy
  return service.answer(single('token', printedToken(service, renamed)), status.renamed)
}

export function revokeToken(service: Service, caller: Caller, id: string): Response {
  if (service.policy.unknown === 'nothing' && !storedTokens(service, caller).some((token) => token.id === id))
    return new Response(null, { status: 204 })
  const token = findStoredToken(service, caller, id)
  service.store.remove('token', id)
  for (const access of service.store.all('access'))
    if (access['token'] === id) service.store.remove('access', access.id)
  const { status, token: rules, single } = service.policy
  if (status.deleted === 204) return new Response(null, { status: 204, headers: service.policy.headers(204) })
  return service.answer(rules.answersDeleted ? single('token', printedToken(service, token)) : {}, status.deleted)
}
