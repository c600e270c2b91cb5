import { expect } from 'vitest'
import { type Behaviour, behaviour, writable } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { configurationValue, suiteSeed } from '../suite-seed.ts'

const projectId = suiteSeed.samples.projectId!
const scopePath = (client: SuiteClient, scope = `prj_${projectId}`) => `${client.version}/configurations/${scope}`

async function getConfigurationValue(client: SuiteClient, dotted: string | undefined): Promise<unknown> {
  const reply = await client.get(scopePath(client), dotted === undefined ? {} : { path: dotted })
  expect(reply.status, `${dotted}: ${reply.text}`).toBe(client.conventions.successStatus)
  return client.reader.value(reply.json, 'configuration')
}

/** Dotted paths and their values. */
const values: readonly (readonly [string | undefined, unknown])[] = [
  [undefined, configurationValue],
  ['mail', configurationValue.mail],
  ['mail.from', 'shop@example.com'],
  ['mail.hosts', configurationValue.mail.hosts],
  ['mail.hosts.1', 'b.example.com'],
  ['mail.retries.0.1', 2],
  ['matrix.1.name', 'second'],
  ['feature\\.flags', { 'new.checkout': true }],
  ['feature\\.flags.new\\.checkout', true],
  ['back\\\\slash', 'kept'],
  ['empty', {}],
  ['list', []],
  ['nothing', null],
  ['zero', 0],
  ['no', false],
  ['text', ''],
]

const nowhere = [
  'absent',
  'mail.absent',
  'mail.from.0',
  'mail.from.length',
  'mail.hosts.2',
  'mail.hosts.-1',
  'mail.hosts.01',
  'mail.hosts.length',
  'mail.hosts.1 ',
  'feature.flags',
  'nothing.absent',
  'Mail',
  'zero.toFixed',
  '__proto__',
  'constructor',
  'mail.constructor.name',
  'mail.hosts.map',
  'empty.toString',
  'text.0',
]

export const configurationBehaviours: readonly Behaviour[] = [
  // holds: configurations.value, configurations.dotted-path
  behaviour(
    'answers the value at a dotted path: members, indexes, escaped dots, and the whole without one',
    async (client) => {
      for (const [dotted, value] of values) expect(await getConfigurationValue(client, dotted), dotted).toEqual(value)
    },
  ),
  behaviour('answers the status for unknown things at a path without a value', async (client) => {
    for (const dotted of nowhere)
      expect((await client.get(scopePath(client), { path: dotted })).status, dotted).toBe(
        client.conventions.unknownIdStatus,
      )
    const empty = client.seeded('flows')[0]!.id
    expect(client.reader.value((await client.get(scopePath(client, `flw_${empty}`))).json, 'configuration')).toEqual({})
    expect((await client.get(scopePath(client, `flw_${empty}`), { path: 'mail' })).status).toBe(
      client.conventions.unknownIdStatus,
    )
  }),
  behaviour('refuses a path that cannot be read', async (client) => {
    for (const dotted of ['.', '.mail', 'mail.', 'mail..from', 'mail\\from', 'mail\\', 'a.'.repeat(2000) + 'a'])
      client.expectRefused(await client.get(scopePath(client), { path: dotted }))
  }),
  // holds: ids.scope-prefix, ids.known-prefixes, configurations.value
  behaviour('wants the prefix of a project, an environment or a flow before a scope', async (client) => {
    const { bareScope, environmentPrefix, unknownIdStatus } = client.conventions
    const bare = await client.get(scopePath(client, projectId))
    if (bareScope === 'refuse') expect(client.expectRefused(bare).message).toContain('prj_')
    else expect(bare.status).toBe(client.conventions.successStatus)
    for (const prefix of ['cat_', 'wrk_', 'zzz_', 'flr_'])
      expect(
        client.expectRefused(await client.get(scopePath(client, `${prefix}${projectId}`))).allowed,
        prefix,
      ).toEqual(['prj_', environmentPrefix, 'flw_'])
    for (const [prefix, collection] of [
      ['prj_', 'projects'],
      [environmentPrefix, 'environments'],
      ['flw_', 'flows'],
    ] as const) {
      expect((await client.get(scopePath(client, `${prefix}${client.seeded(collection)[0]!.id}`))).status, prefix).toBe(
        client.conventions.successStatus,
      )
    }
    // The prefix names the type of the object, and no flow has the id of a project.
    for (const prefix of ['flw_', environmentPrefix])
      expect((await client.get(scopePath(client, `${prefix}${projectId}`))).status).toBe(unknownIdStatus)
  }),
  behaviour(
    'writes at a dotted path, merges without one, and removes',
    async (client) => {
      const put = (dotted: string | undefined, json: unknown) =>
        client.send('PUT', scopePath(client), { json, ...(dotted === undefined ? {} : { query: { path: dotted } }) })
      for (const [dotted, value] of [
        ['mail.from', 'new@example.com'],
        ['mail.hosts.0', 'c.example.com'],
        ['mail.hosts.2', 'd.example.com'],
        ['fresh.deep\\.key.x', [1]],
        ['nothing', 0],
        ['zero', null],
        ['__proto__', { own: 1 }],
      ] as const) {
        const reply = await put(dotted, value)
        expect(reply.status, `${dotted}: ${reply.text}`).toBe(client.conventions.successStatus)
        expect(await getConfigurationValue(client, dotted)).toEqual(value)
      }
      expect(await getConfigurationValue(client, 'mail.hosts')).toEqual([
        'c.example.com',
        'b.example.com',
        'd.example.com',
      ])
      expect(await getConfigurationValue(client, 'mail.retries')).toEqual([[1, 2], [3]])
      expect((await put(undefined, { text: 'merged', more: { a: 1 } })).status).toBe(client.conventions.successStatus)
      expect(await getConfigurationValue(client, 'text')).toBe('merged')
      expect(await getConfigurationValue(client, 'mail.from')).toBe('new@example.com')
      for (const [dotted, value] of [
        ['mail.from.deeper', 1],
        ['mail.hosts.9', 'x'],
        ['mail.hosts.name', 'x'],
        [undefined, [1]],
        [undefined, 'text'],
        ['fresh', JSON.parse('['.repeat(201) + ']'.repeat(201)) as unknown],
      ] as const)
        client.expectRefused(await put(dotted, value))
      for (const dotted of ['mail.hosts.1', 'more', 'zero'])
        expect((await client.send('DELETE', scopePath(client), { query: { path: dotted } })).status, dotted).toBe(
          client.conventions.deletedStatus,
        )
      expect(await getConfigurationValue(client, 'mail.hosts')).toEqual(['c.example.com', 'd.example.com'])
      for (const dotted of ['more', 'zero'])
        expect((await client.get(scopePath(client), { path: dotted })).status).toBe(client.conventions.unknownIdStatus)
      expect((await client.send('DELETE', scopePath(client))).status).toBe(client.conventions.deletedStatus)
      expect(await getConfigurationValue(client, undefined)).toEqual({})
      expect((await client.send('DELETE', scopePath(client), { query: { path: 'mail' } })).status).toBe(
        client.conventions.unknownIdStatus,
      )
    },
    writable,
  ),
]
