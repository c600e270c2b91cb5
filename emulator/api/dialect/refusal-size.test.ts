import { expect, it } from 'vitest'
import { selectPart } from '../../../testing/sample.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { defineAdapter } from '../services/define-adapter.ts'

/** A template that repeats its parts. */
const template = { first: '$message', second: '$message $allowed', third: '$allowed', details: '$details' }
const named: readonly Conventions['errorBody'][] = ['error', 'problem', 'message', 'errors']
const faulty = (length: number) => Array.from({ length }, (_, index) => `\u0001${index}`)
const wide = defineAdapter({
  name: 'wide',
  title: 'Wide',
  kind: 'wide',
  commands: [
    {
      name: 'numbers',
      description: 'Takes numbers.',
      body: { type: 'array', items: { type: 'number' } } as never,
      result: {} as never,
      handle: () => ({}),
    },
    {
      name: 'one',
      description: 'Takes one of many.',
      body: { type: 'array', items: { enum: faulty(5000).map((text) => text.repeat(20)) } } as never,
      result: {} as never,
      handle: () => ({}),
    },
  ],
})

function setUp(errorBody: Conventions['errorBody']) {
  const conventions = { errorBody, unknownParameters: 'refuse' } as const
  const emulator = createEmulator({ clock: '2026-03-01', adapters: [wide], conventions })
  const { id } = emulator.data.insert('adapter_connections', { name: 'Wide', adapter: 'wide' })
  const send = async (method: string, path: string, text?: string, headers: Record<string, string> = {}) => {
    const answer = await ask(emulator, method, path, { headers, ...(text === undefined ? {} : { text }) })
    return { ...answer, size: new TextEncoder().encode(answer.text).length + [...answer.headers].flat().join().length }
  }
  return { emulator, id, send }
}

it.each(named)('lists 20 faults and says how many more there are, in the form %s', async (errorBody) => {
  const { id, send } = setUp(errorBody)
  const { status, text, json } = await send('POST', `/services/${id}/numbers`, JSON.stringify(faulty(4203)))
  expect([status, text.includes('and 4,183 more')]).toEqual([400, true])
  expect(json.error?.details ?? json.errors?.slice(0, 20) ?? faulty(20)).toHaveLength(20)
})

it.each([template, ...selectPart(named, 4)])(
  'answers any refused request with at most 64 KB, in the form %s',
  async (errorBody) => {
    const { emulator, id, send } = setUp(errorBody)
    const { scopeId, catalogId } = emulator.samples
    const long = (length: number, text = '\u0001') => text.repeat(length)
    const mcp = { accept: 'application/json, text/event-stream' }
    const rpc = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...members })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const encoded = '%01'.repeat(60_000)
    const answers = [
      await send('POST', `/services/${id}/numbers`, JSON.stringify(faulty(60_000))),
      await send('POST', `/services/${id}/one`, JSON.stringify(faulty(30))),
      await send(
        'POST',
        '/1.13/projects',
        JSON.stringify({ name: 1, slug: long(100_000, '語'), status: long(90_000) }),
      ),
      await send('POST', '/1.13/projects', `{"name": ${long(300_000, 'x')}`),
      await send('POST', '/1.13/projects', '{}', { 'content-type': long(100_000, 'x') }),
      await send('GET', `/1.13/flows?status=${encoded}`),
      await send('GET', `/1.13/flows?limit=${encoded}&starting_after=${encoded}`),
      await send('GET', `/1.13/flows/${encoded}`),
      await send('GET', `/${encoded}/${encoded}`),
      await send('GET', `/1.${'1'.repeat(100_000)}/x`),
      await send('GET', `/1.13/pulse/catalogs/${catalogId}/products`, undefined, {
        authorization: long(100_000, 'x '),
      }),
      await send('GET', `/1.13/configurations/${scopeId}?path=${'a..'.repeat(50_000)}`),
      await send('POST', `/access-tokens`, JSON.stringify({ name: 'x', scopes: faulty(50_000), expires_at: long(99) })),
      await send('POST', '/oauth/token', `grant_type=${encoded}`, { ...form, authorization: '' }),
      await send('GET', `/app/${encoded}/connect?prepare_state=${encoded}`),
      await send('GET', `/~${long(100_000, 'x')}/1.13/flows`),
      await send('GET', '/1.13/flows', undefined, { 'x-emulator-world': long(100_000, 'x') }),
      await send('POST', '/mcp', rpc({ id: long(100_000), method: 'nope' }), mcp),
      await send('POST', '/mcp', rpc({ method: 'ping' }), { ...mcp, 'mcp-protocol-version': long(100_000, 'x') }),
      await send('POST', '/mcp', rpc({ method: long(100_000) }), mcp),
      await send('POST', '/mcp', rpc({ method: 'tools/call', params: { name: long(100_000) } }), mcp),
      await send('PUT', '/_emulator/faults', JSON.stringify({ operation: long(100_000), [long(100_000, 'x')]: 1 })),
      await send('PUT', '/_emulator/deviations', JSON.stringify([long(100_000)])),
      await send('PUT', '/_emulator/scenarios', JSON.stringify([long(100_000)])),
      await send('PUT', '/_emulator/conventions', JSON.stringify({ listEnvelope: long(100_000) })),
      await send(
        'PUT',
        '/_emulator/snapshot',
        JSON.stringify({ format: long(9e4), clock: 1, ids: 1, collections: {} }),
      ),
      await send('POST', '/_emulator/data/projects', JSON.stringify({ name: 1, [long(100_000)]: 1 })),
      await send('GET', `/_emulator/data/${encoded}`),
      await send('GET', `/_emulator/requests?operation=${encoded}`),
      await send('POST', '/_emulator/clock', JSON.stringify({ set: long(100_000) })),
      await send('PUT', `/_emulator/worlds/${encoded}`),
      await send('GET', `/_emulator/${encoded}`),
    ]
    expect(answers.map(({ size }, index) => [index, size]).filter(([, size]) => size! > 65_536)).toEqual([])
    // MCP answers an unknown method or tool with 200 and an error of JSON-RPC.
    expect(answers.flatMap(({ status }) => (status >= 400 && status < 500 ? [] : [status]))).toEqual([200, 200])
  },
)
