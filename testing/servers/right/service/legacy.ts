// The legacy API (clauses 4.9 and 4.10).
import type { LinkEntry } from './policy.ts'
import type { Caller, Service } from './service.ts'
import type { Kind } from './store.ts'

export const legacyRoot = (service: Service): Response =>
  service.answer({ version: '0' }, 200, { allow: 'GET, HEAD, OPTIONS', 'content-type': 'application/json' })

export const legacyProjects = (service: Service, caller: Caller): Response =>
  service.answer(service.policy.projects(service.project, caller.kind === 'key'))

/** A list that is paged by the Link header. */
export function linkedList(service: Service, kind: Kind, parent: string, url: URL): Response {
  const { policy, store } = service
  const { linkPageSize: size } = policy
  const text = url.searchParams.get('cursor') ?? '0:0:0'
  if (!/^\d+:\d+:[01]$/.test(text)) return service.refuse('refused', 'no cursor')
  const offset = Number(text.split(':')[1])
  const stored = store.all(kind, parent, policy.moods.listLag || policy.moods.lag)
  const records = kind === 'event' && policy.events === 'oldest first' ? stored : stored.toReversed()
  const entry = (rel: string, results: boolean, cursor: string): LinkEntry => {
    const target = new URL(url)
    target.searchParams.delete('cursor')
    const { search } = target
    target.search = ''
    return { rel, results, url: `${target.href}${search === '' ? '?' : `${search}&`}cursor=${cursor}` }
  }
  const entries = [
    entry(
      'previous',
      records.slice(Math.max(0, offset - size), offset).length > 0,
      `0:${Math.max(0, offset - size)}:1`,
    ),
    entry('next', offset + size < records.length, `0:${offset + size}:0`),
  ]
  const link = policy.links(entries, policy.link)
  const printed = records.slice(offset, offset + size).map((record) => service.show(kind, record))
  return service.answer(policy.list(kind, printed, { url, hasMore: false, last: undefined }), 200, { link })
}

export function postGroup(service: Service, url: URL, body: Readonly<Record<string, unknown>>): Response {
  const status = body['status'] ?? url.searchParams.get('status') ?? undefined
  if (status === undefined && service.policy.groupNeedsStatus) return service.refuse('refused', 'status is required')
  const group = { id: service.newId(), name: 'New group', ...body, status: status ?? 'unresolved' }
  service.store.add('group', service.project.id, group)
  return service.answer(service.policy.single('group', service.show('group', group)), service.policy.status.posted)
}
