// What clients did that is hard to repeat, and what came.
import type { Emulator, EmulatorOptions } from '../../emulator/create-emulator.ts'
import { droppedAnswer, type GivenAnswer, toGivenAnswer } from './given-answer.ts'

interface Replied {
  readonly status: number
  // A history reads members of it freely.
  readonly json: ReturnType<typeof JSON.parse>
}

interface Sent {
  readonly token?: string
  readonly method?: string
}

/** A client of an emulator that keeps what came. */
export interface KeepingClient {
  /** In the order of the requests. */
  readonly answers: readonly GivenAnswer[]
  readonly send: (path: string, init?: RequestInit & Sent) => Promise<Replied>
  readonly json: (path: string, body: unknown, others?: Sent) => Promise<Replied>
  readonly form: (fields: Readonly<Record<string, string>>) => Promise<Replied>
}

export function keepingClient(emulator: Emulator): KeepingClient {
  const answers: GivenAnswer[] = []
  const send: KeepingClient['send'] = async (path, init = {}) => {
    const { token = emulator.credentials.token, headers, ...others } = init
    // Answers stand in the order of the requests, also where two are under way.
    const place = answers.push(droppedAnswer) - 1
    const response = await emulator.fetch(`https://api.example${path}`, {
      ...others,
      headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    })
    const body = await response.text()
    answers[place] = toGivenAnswer(response.status, response.headers, body)
    return { status: response.status, json: body === '' ? undefined : JSON.parse(body) }
  }
  const json: KeepingClient['json'] = (path, body, others = {}) =>
    send(path, {
      method: 'POST',
      ...others,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const form: KeepingClient['form'] = (fields) =>
    send('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  return { answers, send, json, form }
}

/** What clients and tests do, by what is hard to repeat in it. */
export const histories: Readonly<
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
      const body = new URLSearchParams({ grant_type: 'client_credentials' })
      const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
      await send('/oauth/token', { method: 'POST', headers, body })
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
  'scenarios and rates, which count requests': [
    { conventions: { rateLimit: 5 }, scenarios: ['tokens-expire-often', 'connection-dropped-on-read'] },
    async ({ form, send }, emulator) => {
      const { clientId, clientSecret } = emulator.credentials
      const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const { json: first } = await form(fields)
      const token = first.access_token as string
      await send('/1.13/flows', { token }).catch(() => undefined)
      for (let step = 0; step < 3; step++) await send('/1.13/flows?limit=2', { token })
      emulator.scenarios.add('token-expires-under-concurrency')
      const { json: second } = await form(fields)
      const both = { token: second.access_token as string }
      await Promise.all([send('/1.13/flows', both), send('/1.13/projects', both)])
      emulator.clock.advance('50s')
      for (let step = 0; step < 3; step++) await send('/1.13/flows')
    },
  ],
  'eight worlds at once': [
    { faults: [{ status: 503, probability: 0.2 }] },
    ({ json, send }) =>
      Promise.all(
        Array.from({ length: 8 }, async (_none, place) => {
          const path = `/~w${place}/1.13/flows`
          for (let step = 0; step < 4; step++) {
            await json(path, { name: `Flow ${step}` })
            await send(`${path}?limit=2`)
          }
        }),
      ),
  ],
}
