import { expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import { readCase } from '../case/read-case.ts'
import { openCase } from './open-case.ts'

/** A client of an emulator that keeps what came. */
function keepingClient(emulator: Emulator) {
  const answers: (readonly [status: number, body: string])[] = []
  const send = async (path: string, init: RequestInit & { readonly token?: string } = {}) => {
    const { token = emulator.credentials.token, headers, ...others } = init
    const response = await emulator.fetch(`https://api.example${path}`, {
      ...others,
      headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    })
    const body = await response.text()
    answers.push([response.status, body])
    return { status: response.status, json: body === '' ? undefined : JSON.parse(body) }
  }
  const json = (path: string, body: unknown, others: { readonly token?: string; readonly method?: string } = {}) =>
    send(path, {
      method: 'POST',
      ...others,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const form = (fields: Readonly<Record<string, string>>) =>
    send('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  return { answers, send, json, form }
}

type KeepingClient = ReturnType<typeof keepingClient>

/** Tells whether each request is answered again as it was. */
async function replayed(emulator: Emulator, answers: KeepingClient['answers'], options = {}) {
  const opened = openCase(await readCase(await emulator.saveCase()), options)
  expect(opened.requests.length).toBe(answers.length)
  for (const [place, [status, body]] of answers.entries()) {
    const response = await opened.answerOf(place + 1)
    expect([place, response.status, await response.text()]).toEqual([place, status, body])
  }
  return opened
}

const histories: Readonly<
  Record<string, readonly [EmulatorOptions, (client: KeepingClient, emulator: Emulator) => Promise<unknown>]>
> = {
  'tokens that are refreshed, expire and are used twice': [
    {},
    async ({ form, send }, emulator) => {
      const { clientId, clientSecret } = emulator.credentials
      const client = { client_id: clientId, client_secret: clientSecret }
      const { json: first } = await form({ grant_type: 'client_credentials', ...client })
      await send('/1.13/environments', { token: first.access_token })
      const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token, ...client }
      const { json: second } = await form(refresh)
      await form(refresh)
      emulator.clock.advance('2h')
      await send('/1.13/environments', { token: second.access_token })
      await form({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'my-own-secret-77' })
    },
  ],
  'records that a client and a test change in turn': [
    { fixtures: 'edge', clock: '2026-03-01T12:00:00Z' },
    async ({ json, send }, emulator) => {
      const { json: made } = await json('/1.13/flows', { name: 'A' })
      emulator.data.update('flows', made.id, { name: 'B' })
      await send(`/1.13/flows/${made.id}`)
      emulator.clock.advance('3d')
      emulator.data.insert('flows', { name: 'C' })
      await send('/1.13/flows?limit=5')
      await json('/1.13/flows', { nome: 'D' })
      await send(`/1.13/flows/${made.id}`, { method: 'DELETE' })
      await send(`/1.13/flows/${made.id}`)
    },
  ],
  'faults with chances, and some that a test adds and removes': [
    { seed: 7, faults: [{ operation: 'projects.list', status: 503, probability: 0.4 }] },
    async ({ send }, emulator) => {
      for (let step = 0; step < 12; step++) {
        if (step === 4) emulator.faults.add({ operation: 'projects.list', status: 500, skip: 1, times: 2 })
        if (step === 8) emulator.faults.add({ status: 429, probability: 0.5, retryAfter: 9 })()
        await send('/1.13/projects?limit=1')
      }
    },
  ],
  'legacy lists, MCP and tokens of a user': [
    { conventions: { errorBody: 'problem' } },
    async ({ send, json }, emulator) => {
      const { issueId } = emulator.samples
      const token = emulator.credentials.integrationToken
      await send(`/0/issues/${issueId}/events/`, { token })
      await send(`/0/issues/${issueId}/events/?cursor=0:100:0`, { token })
      await json('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
      await json('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'nope', arguments: {} } })
      const expires = new Date(emulator.clock.now() + 9 * 86_400_000).toISOString()
      const { json: made } = await json('/access-tokens', { name: 'T', scopes: ['projects:read'], expires_at: expires })
      await send('/1.13/projects?limit=1', { token: made.token })
      emulator.setConventions({ errorBody: 'message' })
      await send('/1.13/flows', { token: made.token })
      await send(`/access-tokens/${made.id}`, { method: 'DELETE' })
      await send('/1.13/projects', { token: `${made.token}x` })
    },
  ],
}

it.each(Object.entries(histories))('answers again as then: %s', async (_name, [options, play]) => {
  const emulator = createEmulator(options)
  const client = keepingClient(emulator)
  await play(client, emulator)
  await replayed(emulator, client.answers)
})

it('answers again as then in eight worlds at once', async () => {
  const emulator = createEmulator()
  const client = keepingClient(emulator)
  const kept = new Map<string, string[]>()
  await Promise.all(
    Array.from({ length: 8 }, async (_none, place) => {
      const path = `/~w${place}/1.13/flows`
      const texts: string[] = []
      kept.set(`w${place}`, texts)
      for (let step = 0; step < 4; step++) {
        texts.push(JSON.stringify((await client.json(path, { name: `Flow ${step}` })).json))
        texts.push(JSON.stringify((await client.send(`${path}?limit=2`)).json))
      }
    }),
  )
  const opened = openCase(await readCase(await emulator.saveCase()))
  const again = new Map<string, string[]>()
  for (const { number, world } of opened.requests) {
    const texts = again.get(world) ?? []
    again.set(world, texts)
    texts.push(await (await opened.answerOf(number)).text())
  }
  expect(again).toEqual(kept)
})
