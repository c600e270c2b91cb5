import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCommandForms } from '../../../conformance/learn/command-forms.ts'
import { createEmulator, type Emulator } from '../../../emulator/create-emulator.ts'
import { parseAdapter } from '../../../emulator/api/services/json-adapter.ts'
import { readTwin } from '../../../emulator/serve/twin/read-twin.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { twinAdapters } from '../../judges/twin/twin-adapters.ts'
import { twinRecords } from '../../judges/twin/twin-records.ts'
import { twinFiles, writeTwin } from './twin-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'adapters-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const warehouse = parseAdapter({
  name: 'warehouse',
  title: 'Warehouse',
  kind: 'logistics',
  commands: [
    {
      name: 'ship',
      description: 'Ships goods.\u001B[31m',
      body: {
        type: 'object',
        properties: {
          to: { $ref: '#/$defs/address' },
          speed: { enum: ['slow', 'fast'], default: 'canary-default' },
          label: { type: 'string', pattern: '^[A-Z]+$', examples: ['canary-example'] },
        },
        required: ['to'],
        $defs: { address: { type: 'object', properties: { city: { type: 'string' } } } },
      },
      does: { create: 'shipments' },
    },
    { name: 'stock', description: 'Lists stock.', result: { type: 'array' }, does: { returns: [] } },
  ],
})

async function capabilitiesOf(emulator: Emulator): Promise<{ commands: Record<string, unknown>[] }> {
  const { samples, credentials, fetch } = emulator
  const answer = await fetch(`http://a.test/services/${samples.adapterConnectionId}/capabilities`, {
    headers: { authorization: `Bearer ${credentials.token}` },
  })
  return (await answer.json()) as { commands: Record<string, unknown>[] }
}

it('writes an adapter for each connection whose capabilities it saw, and the twin shows the same', async () => {
  const fixtures = parseSeed({
    pack: 'default',
    adapter_connections: [{ adapter: 'warehouse' }, { adapter: 'mailer' }],
  })
  const { emulator, learned, document } = await learnEmulator(
    { adapters: [warehouse], fixtures },
    { allowWrites: false },
  )
  const adapters = twinAdapters(learned.commands, { adapter: emulator.samples.adapter! })
  expect(adapters.files.map(({ name }) => name)).toEqual(['warehouse'])
  expect(adapters.connections).toEqual(['warehouse', 'mailer'])
  const twin = join(directory, 'twin')
  writeTwin(twin, twinFiles(document, twinRecords({}, {}, adapters), { adapters: adapters.files }))
  const text = readFileSync(join(twin, 'adapters', 'warehouse.yaml'), 'utf8')
  for (const hidden of ['canary', '\u001B', '$ref']) expect(text).not.toContain(hidden)
  expect(readFileSync(join(twin, 'emulator.config.yaml'), 'utf8')).toContain('"adapter": ["adapters/warehouse.yaml"]')

  const made = createEmulator({ twin: await readTwin(twin) })
  expect(made.samples.adapter).toBe('warehouse')
  const { commands } = await capabilitiesOf(made)
  expect(commands).toMatchObject([
    {
      name: 'ship',
      inputSchema: {
        properties: { to: { properties: { city: { type: 'string' } } }, speed: { enum: ['slow', 'fast'] } },
        required: ['to'],
      },
    },
    { name: 'stock', outputSchema: { type: 'array' } },
  ])
  const sent = await made.fetch(`http://a.test/services/${made.samples.adapterConnectionId}/ship`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.credentials.token}`, 'content-type': 'application/json' },
    body: '{"to": {"city": 7}}',
  })
  expect(sent.status).toBe(400)

  const others = join(twin, 'adapters', 'mine.yaml')
  writeFileSync(others, 'name: mine')
  expect(() => writeTwin(twin, twinFiles(document, twinRecords({})))).toThrow('its adapters have mine.yaml')
  rmSync(others)
  writeTwin(twin, twinFiles(document, twinRecords({})))
  expect(readdirSync(twin)).not.toContain('adapters')
})

const body = { type: 'object', properties: { a: { type: 'string' } } }

it.each<[unknown, readonly string[]]>([
  [{ send: body, stop: { type: 'object' } }, ['send', 'stop']],
  [{ data: { actions: { send: { input: body } } } }, ['send']],
  [
    [
      { name: '../../etc', s: body },
      { name: 'capabilities', s: body },
      { name: 'ok', s: body },
    ],
    ['ok'],
  ],
  [{ ok: true }, []],
  ['commands', []],
  [undefined, []],
])('finds the commands in %j', (capabilities, names) => {
  expect(readCommandForms(capabilities).map(({ name }) => name)).toEqual(names)
})

it('survives hostile schemas', () => {
  const endless: Record<string, unknown> = { type: 'object' }
  endless['properties'] = { again: endless }
  const hostile = {
    loop: { type: 'object', properties: { again: { $ref: '#/loop' } } },
    deep: endless,
    wide: { type: 'object', properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`m${at}`, {}])) },
    proto: JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}, "a\\u001b": {}}}'),
    slow: { type: 'object', properties: { a: { type: 'string', pattern: '(?<=a)b' } } },
    wrong: { type: 'object', required: 'all', minimum: 'none' },
  }
  const forms = readCommandForms(hostile)
  expect(forms.map(({ name }) => name)).toEqual(Object.keys(hostile))
  const { files } = twinAdapters({ 'services.capabilities': forms }, { adapter: '../outside' })
  expect(files.map(({ name }) => name)).toEqual(['service'])
  expect(JSON.stringify(files)).not.toMatch(/__proto__|u001b|\?<=/)
  expect(JSON.stringify(files).length).toBeLessThan(100_000)
  expect(parseAdapter(files[0]).commands).toHaveLength(6)
})
