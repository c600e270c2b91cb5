// Connecting a third-party connector, and configuration values (clauses 4.3 and 4.4).
import type { Service } from './service.ts'

export function prepareConnect(service: Service, adapter: string): Response {
  if (adapter !== 'shipper') return service.refuse('unknown', 'no such adapter')
  const code = `st-${service.random()}`
  service.store.add('state', '', { id: code, expires: service.now() + service.policy.codeLifetime * 1000 })
  const body = { [service.policy.codeName]: code, url: `/app/shipper/connect?prepare_state=${code}` }
  return service.answer(body, service.policy.status.prepared)
}

export function connectAnswer(service: Service, adapter: string, url: URL): Response {
  const code = url.searchParams.get('prepare_state') ?? ''
  const found = adapter === 'shipper' ? service.store.find('state', code) : undefined
  const uses = Number(found?.['uses'] ?? 0) + 1
  if (found) service.store.change('state', { ...found, uses })
  const isGood = found !== undefined && Number(found['expires']) > service.now() && uses <= service.policy.codeUses
  return service.policy.connect(isGood, code)
}

const values = { shop: { name: 'Main shop', mail: { sender: 'shop@example.test', retries: 3 } }, locale: 'de-DE' }

export function configuration(service: Service, scope: string, url: URL): Response {
  const id = service.readId(scope)
  if (scope.length === 27) return service.refuse('refused', 'the scope needs a prefix')
  if (id !== service.project.id) return service.refuse('unknown', 'no such scope')
  const path = url.searchParams.get('path') ?? ''
  let value: unknown = values
  for (const step of path === '' ? [] : path.split('.')) {
    const isFound = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    if (!isFound && service.policy.unknown === 'refused') return service.refuse('unknown', 'no such value')
    value = isFound ? (value as Readonly<Record<string, unknown>>)[step] : null
  }
  return service.answer(service.policy.configuration(value, path))
}
