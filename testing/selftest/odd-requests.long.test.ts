// A deviation never fails: what it cannot read, it passes on.
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { everyDeviation } from '../faults/faults.ts'
import { selectPart } from '../sample.ts'

const bodies = [
  'null',
  '[[null]]',
  '{',
  '{"name":null,"scopes":null,"expires_at":null}',
  '{"name":{"a":1},"scopes":{},"expires_at":"never"}',
  '{"name":1,"scopes":[null],"expires_at":1e300}',
  '{"jsonrpc":"2.0","id":null,"method":"initialize","params":null}',
  'grant_type=client_credentials&client_id=%ff&client_secret=%',
  'grant_type=refresh_token&client_secret&refresh_token=%E0%A4',
]
const queries = ['?cursor=%ff&limit=-1&starting_after=%ff&status=%&path=%ff', '?cursor=::&ending_before=&path=..']
const ids = ['%ff', '', 'a'.repeat(300), '%2F%00']

/** Requests that no client should send, and some that clients do. */
function requests({ samples, conventions, credentials }: Emulator): readonly Request[] {
  const tokens = conventions.accessTokensPath
  const read = (id?: string) => [
    '/1.13/environments',
    '/1.13/resources',
    `/1.13/pulse/catalogs/${id ?? samples.catalogId}/products`,
    `/1.13/configurations/${id ?? samples.scopeId}`,
    id === undefined ? tokens : `${tokens}/${id}`,
    `/services/${id ?? samples.adapterConnectionId}/capabilities`,
    '/0/',
    '/0/projects/',
    `/0/projects/${id ?? samples.projectId}/groups/`,
    `/0/issues/${id ?? samples.issueId}/events/`,
    `/app/${id ?? samples.adapter}/connect`,
  ]
  const write = (id?: string) => [
    '/oauth/token',
    id === undefined ? tokens : `${tokens}/${id}`,
    `/services/${id ?? samples.adapterConnectionId}/${id ?? 'create-order'}`,
    `/0/projects/${id ?? samples.projectId}/groups/`,
    `/app/${id ?? samples.adapter}/prepare-connect`,
    conventions.mcpPath,
  ]
  const sent = [
    ...read().map((path) => ({ method: 'GET', path })),
    ...read().flatMap((path) => queries.map((query) => ({ method: 'GET', path: `${path}${query}` }))),
    ...ids.flatMap((id) => read(id).map((path) => ({ method: 'GET', path }))),
    ...write().flatMap((path) => bodies.map((body) => ({ method: 'POST', path, body }))),
    ...ids.flatMap((id) => write(id).map((path) => ({ method: 'POST', path, body: '{}' }))),
    ...ids.flatMap((id) => ['PUT', 'DELETE'].map((method) => ({ method, path: `${tokens}/${id}`, body: 'null' }))),
    ...['HEAD', 'OPTIONS', 'PATCH'].flatMap((method) => ['/0/', '/%ff', '/1.13/%ff'].map((path) => ({ method, path }))),
  ]
  const authorizations = [`Bearer ${credentials.token}`, `Bearer ${credentials.token}`, 'Basic !', 'DSN', 'Bearer', '']
  return sent.map(({ method, path, ...others }, index) => {
    const type = path === '/oauth/token' ? 'application/x-www-form-urlencoded' : 'application/json'
    const authorization = authorizations[index % authorizations.length]!
    return new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': type, ...(authorization === '' ? {} : { authorization }) },
      ...others,
    })
  })
}

const odd = requests(createEmulator())
const some = odd.filter((_request, index) => index % 4 === 0)

const pairs = everyDeviation.map(
  (deviation, index) => [deviation.name, deviation, everyDeviation.at(index - 1)!] as const,
)

it.each(selectPart(pairs))(
  'answers every odd request given %s, by itself and with another deviation',
  async (_name, deviation, other) => {
    const errors: unknown[] = []
    const emulator = createEmulator({ deviations: [deviation], onError: (error) => errors.push(error) })
    for (const request of odd) await emulator.fetch(request.clone())
    emulator.deviations.set([other, deviation])
    for (const request of some) await emulator.fetch(request.clone())
    expect(errors).toEqual([])
  },
)
