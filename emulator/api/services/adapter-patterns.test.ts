import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import type { Adapter } from '../../model/contract/adapter.ts'
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

it.each<[string, evil: unknown, right: unknown]>([
  ['member', { text: long }, { text: 'a' }],
  ['names', { [long]: 1 }, { aa: 1 }],
  ['others', { [long]: 1 }, { aa: 1 }],
  ['list', [long], ['aaa']],
  ['unique', [...Array.from({ length: 100_000 }, (_, index) => [index]), [1]], [1, '1', [1]]],
])('refuses at once input that a pattern could match forever, given %s', async (name, evil, right) => {
  const { emulator, id } = setUp()
  const statusOf = async (json: unknown) => (await ask(emulator, 'POST', `/services/${id}/${name}`, { json })).status
  expect([await statusOf(evil), await statusOf(right)]).toEqual([400, 200])
})

it('runs patterns in linear time in tools too', async () => {
  const { emulator } = setUp()
  const params = { name: 'evil_list', arguments: { body: [long] } }
  const { text } = await ask(emulator, 'POST', '/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream' },
  })
  expect(text).toContain('must match pattern')
})

it('refuses an adapter with a pattern that cannot run in linear time', () => {
  const body = { type: 'object', properties: { text: { type: 'string', pattern: '^(?=a)' } } }
  const commands = [{ name: 'a', description: 'A.', does: { list: 'as' }, body }]
  const adapter = { name: 'a', title: 'A', kind: 'a', commands }
  expect(() => parseAdapter(adapter)).toThrow(/commands\[0\]\.body .*look-around/)
  expect(() => setUp({ adapters: [{ ...evilAdapter, commands: [command('a', body)] }] })).toThrow(/look-around/)
})
