import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { obtainToken } from '../../testing/emulator/token-requests.ts'
import { ask } from '../../testing/suite/ask.ts'

/** Requests of many kinds, and how to find them: by the text that a person types, or by a mark. */
async function searched() {
  const { emulator, control, api } = controlClient({ faults: [{ operation: 'flows.list', status: 503 }] })
  const json = { 'content-type': 'application/json' }
  await api('/1.13/environments?limt=2')
  await api('/1.13/resources?status=odd')
  await api('/1.13/projects', { method: 'POST', headers: json, body: '{"name": "Blue  Door"}' })
  await api('/nope', { headers: { 'x-client': 'Acme/2', authorization: '' } })
  await api('/1.13/flows')
  await obtainToken(emulator)
  const headers = { ...json, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'list_resources', arguments: { limit: 0 } }],
  ] as const)
    await ask(emulator, 'POST', '/mcp', { headers, json: { jsonrpc: '2.0', id: 1, method, params } })
  await api(`/1.13/projects?search=${encodeURIComponent('a b')}`)
  const lines = async (query: Record<string, string>) =>
    (await control('GET', `/requests/lines?${new URLSearchParams(query)}`)).body
  const found = async (find: string) =>
    (await lines({ find })).requests.map(({ index }: { readonly index: number }) => index)
  return { emulator, control, lines, found }
}

it('finds requests by what a person types, in either case, while each word is a part of it', async () => {
  const { emulator, found } = await searched()
  const { token, clientSecret } = emulator.credentials
  const cases: readonly (readonly [text: string, indexes: readonly number[]])[] = [
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['4xx', [2, 4]],
    ['503', [5]],
    ['status:2xx POST', [3, 6, 7, 8]],
    ['operation:projects.c', [3]],
    ['path:limt', [1]],
    ['"search=a b"', [9]],
    ['reason:enum', [2]],
    ['must be one of', [2]],
    ['body:blue', [3]],
    ['body:"name: bl"', [3]],
    ['body:client_credentials', [6]],
    ['header:"x-client: acme"', [4]],
    ['credential:pat', [1, 2, 3, 5, 7, 8, 9]],
    ['credential:unchecked', [4, 5]],
    ['list_resources', [8]],
    ['(.*', []],
    // Nobody finds out a secret by searching for its parts.
    [`body:${clientSecret.slice(0, 12)}`, []],
    [`header:${token.slice(0, 12)}`, []],
  ]
  for (const [text, indexes] of cases) expect([text, await found(text)]).toEqual([text, indexes])
})

it('counts matches in the whole journal, and lists only matches', async () => {
  const { emulator, control, lines } = await searched()
  const { totals, requests } = await lines({ only: 'problems', find: 'resources' })
  expect(totals).toEqual({ kept: 9, dropped: 0, problems: 4, unread: 1, faulted: 1 })
  expect(requests).toMatchObject([
    { index: 2, reason: expect.stringContaining('must be one of'), problem: true, mcp: null },
    {
      index: 8,
      status: 200,
      problem: true,
      mcp: 'tools/call list_resources',
      reason: expect.stringContaining('limit'),
    },
  ])
  expect((await lines({ only: 'unread' })).requests).toMatchObject([{ index: 1 }])
  expect((await lines({ only: 'faulted' })).requests).toMatchObject([{ index: 5 }])
  expect((await control('GET', '/requests?find=503')).body.requests).toMatchObject([{ index: 5 }])
  emulator.requests.clear()
  expect((await lines({})).totals).toEqual({ kept: 0, dropped: 0, problems: 0, unread: 0, faulted: 0 })
})

it('keeps no request for the icon of a browser', async () => {
  const { emulator } = controlClient()
  const icon = (accept: string) => emulator.fetch('http://localhost/favicon.ico', { headers: { accept } })
  expect((await icon('image/avif,image/webp,*/*;q=0.8')).status).toBe(204)
  expect((await icon('*/*')).status).toBe(404)
  expect(emulator.requests.size).toBe(1)
})
