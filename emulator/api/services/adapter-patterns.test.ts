import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import type { Adapter } from '../../model/contract/adapter.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { parseAdapter } from './json-adapter.ts'

const evil = '^(a+)+$'
const command = (name: string, body: object): Adapter['commands'][number] => ({
  name,
  description: 'Checks.',
  body: body as Adapter['commands'][number]['body'],
  result: {} as Adapter['commands'][number]['body'],
  handle: () => ({}),
})
const members = { type: 'object', properties: { text: { type: 'string', pattern: evil } } }
const evilAdapter: Adapter = {
  name: 'evil',
  title: 'Evil',
  kind: 'evil',
  commands: [
    command('member', members),
    command('names', { type: 'object', propertyNames: { pattern: evil } }),
    command('others', {
      type: 'object',
      patternProperties: { [evil]: { type: 'number' } },
      additionalProperties: false,
    }),
    command('list', { type: 'array', items: { type: 'string', pattern: evil } }),
    command('unique', { type: 'array', uniqueItems: true }),
  ],
}
const long = `${'a'.repeat(100_000)}!`

function setUp(options = {}) {
  const emulator = createEmulator({ clock: '2026-03-01', adapters: [evilAdapter], ...options })
  const { id } = emulator.data.insert('adapter_connections', { name: 'Evil', adapter: 'evil' })
  return { emulator, id }
}

it.each<[string, unknown]>([
  ['member', { text: long }],
  ['names', { [long]: 1 }],
  ['others', { [long]: 1 }],
  ['list', [long]],
  ['unique', [...Array.from({ length: 100_000 }, (_, index) => [index]), [1]]],
])('refuses at once what a pattern could take forever for, given %s', async (name, json) => {
  const { emulator, id } = setUp()
  const { status } = await ask(emulator, 'POST', `/services/${id}/${name}`, { json })
  expect(status).toBe(400)
  const right =
    name === 'list' ? ['aaa'] : name === 'unique' ? [1, '1', [1]] : name === 'member' ? { text: 'a' } : { aa: 1 }
  expect((await ask(emulator, 'POST', `/services/${id}/${name}`, { json: right })).status).toBe(200)
})

it('runs them in linear time in tools and deviations too', async () => {
  const { emulator, id } = setUp()
  const ofCommands = everyDeviation.filter(({ name }) => name.includes('command'))
  const headers = { accept: 'application/json, text/event-stream' }
  for (const [tool, input] of [
    ['evil_list', { body: [long] }],
    ['evil_member', { text: long }],
  ] as const) {
    const params = { name: tool, arguments: input }
    const { text } = await ask(emulator, 'POST', '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers,
    })
    expect(text).toContain('must match pattern')
  }
  expect(ofCommands.length).toBeGreaterThan(5)
  for (const deviation of ofCommands) {
    emulator.deviations.set([deviation])
    await ask(emulator, 'POST', `/services/${id}/member`, { json: { text: 'a' } })
    await ask(emulator, 'POST', `/services/${id}/member`, { json: { text: long } })
  }
})

it('refuses an adapter with a pattern that no linear machine can run', () => {
  const body = { type: 'object', properties: { text: { type: 'string', pattern: '^(?=a)' } } }
  const commands = [{ name: 'a', description: 'A.', does: { list: 'as' }, body }]
  const adapter = { name: 'a', title: 'A', kind: 'a', commands }
  expect(() => parseAdapter(adapter)).toThrow(/commands\[0\]\.body .*look-around/)
  expect(() => setUp({ adapters: [{ ...evilAdapter, commands: [command('a', body)] }] })).toThrow(/look-around/)
})
