import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { sampleRequest } from '../../testing/emulator/sample-requests.ts'
import { openApiDocument, listOperations } from '../../testing/emulator/documents.ts'
import { ask } from '../../testing/suite/ask.ts'

type Emulator = ReturnType<typeof createEmulator>
const setUp = (conventions = {}) => createEmulator({ clock: '2026-03-01', conventions })
const unread = ({ requests }: Emulator) =>
  requests.unread().map(({ kind, name, nearest, operation }) => [kind, name, nearest, operation])

it('reports a misspelt filter with the nearest name and the request', async () => {
  const emulator = setUp()
  const path = `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`
  await ask(emulator, 'GET', `${path}?brnd=Acme&limit=2`)
  expect(emulator.requests.unread()).toEqual([
    {
      kind: 'parameter',
      name: 'brnd',
      nearest: 'brand',
      operation: 'products.list',
      request: `#1 GET ${path}?brnd=Acme&limit=2 (products.list) 200`,
    },
  ])
})

it('reports each parameter once, also for HEAD, refused requests and endpoints without parameters', async () => {
  const emulator = setUp()
  await ask(emulator, 'GET', '/1.13/projects?brand[]=a&brand[]=b')
  await ask(emulator, 'HEAD', '/1.13/projects?serch=a')
  await ask(emulator, 'GET', '/1.13/projects?statsu=a', { auth: null })
  await ask(emulator, 'GET', '/0/projects/?status=active')
  expect(unread(emulator)).toEqual([
    ['parameter', 'brand[]', null, 'projects.list'],
    ['parameter', 'serch', 'search', 'projects.list'],
    ['parameter', 'statsu', 'status', 'projects.list'],
    ['parameter', 'status', null, 'legacy.projects'],
  ])
})

it('reports limits and cursors of a list without pages, also of a refused request', async () => {
  const emulator = setUp({ pagedLists: { $default: true, 'environments.list': false, 'access-tokens.list': false } })
  await ask(emulator, 'GET', '/1.13/environments?limit=1&search=a')
  await ask(emulator, 'GET', '/1.13/environments?limit=1', { auth: null })
  await ask(emulator, 'GET', '/access-tokens?starting_after=x')
  await ask(emulator, 'GET', '/1.13/resources?limit=1')
  expect(unread(emulator)).toEqual([
    ['parameter', 'limit', null, 'environments.list'],
    ['parameter', 'limit', null, 'environments.list'],
    ['parameter', 'starting_after', null, 'access-tokens.list'],
  ])
})

it('reports members that the convention unknownMembers drops', async () => {
  const emulator = setUp({ unknownMembers: 'ignore' })
  await ask(emulator, 'POST', '/1.13/projects', {
    form: ' \n{"name":"x","stauts":"active"}',
    headers: { 'content-type': 'application/json' },
  })
  expect(unread(emulator)).toEqual([['member', 'stauts', 'status', 'projects.create']])
})

it('reports a body that the endpoint does not take, unless it is empty', async () => {
  const emulator = setUp()
  const id = emulator.data.find('projects', { limit: 4 }).map((project) => project.id)
  await ask(emulator, 'DELETE', `/1.13/projects/${id[0]}`, { json: { force: true } })
  await ask(emulator, 'DELETE', `/1.13/projects/${id[1]}`, { json: [1] })
  await ask(emulator, 'DELETE', `/1.13/projects/${id[2]}`, { json: {} })
  await ask(emulator, 'DELETE', `/1.13/projects/${id[3]}`, { form: 'force=true' })
  expect(unread(emulator)).toEqual([
    ['member', 'force', null, 'projects.delete'],
    ['body', '', null, 'projects.delete'],
    ['member', 'force', null, 'projects.delete'],
  ])
})

it('reports nothing about tool arguments, configuration values, preflights and unknown paths', async () => {
  const emulator = setUp()
  await ask(emulator, 'POST', '/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: { limit: 1 } } },
    headers: { accept: 'application/json, text/event-stream' },
  })
  await ask(emulator, 'PUT', `/1.13/configurations/${emulator.samples.scopeId}?path=a.b`, {
    json: { anything: { at: 'all' } },
  })
  await ask(emulator, 'OPTIONS', '/1.13/projects?x=1')
  await ask(emulator, 'GET', '/nowhere?x=1')
  expect(emulator.requests.find({ status: 200 })).toHaveLength(3)
  expect(unread(emulator)).toEqual([])
})

it('reports nothing for correct requests to every operation', async () => {
  const emulator = setUp({ unknownMembers: 'ignore', connectFlow: 'redirect' })
  for (const place of listOperations(openApiDocument({ unknownMembers: 'ignore', connectFlow: 'redirect' }))) {
    const fork = emulator.fork()
    const sample = sampleRequest(fork, place)
    // The document allows a body here, so the sample has one; the specification shows none.
    const prepares = place.path.endsWith('/prepare-connect')
    await fork.fetch(prepares ? new Request(sample.url, { method: 'POST', headers: sample.headers }) : sample)
    expect([place.path, fork.requests.unread(), fork.requests.size]).toEqual([place.path, [], 1])
  }
})
