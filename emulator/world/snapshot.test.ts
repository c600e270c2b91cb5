import { expect, it } from 'vitest'
import { works } from '../../testing/emulator/access-tokens.ts'
import { createEmulator } from '../create-emulator.ts'
import { parseSnapshot, type Snapshot } from './snapshot.ts'

const start = '2026-03-01T12:00:00Z'

it('authenticates with the credentials of the exported world after a restore', async () => {
  const source = createEmulator({ seed: 5, clock: start })
  const target = createEmulator({ seed: 6, clock: start })
  target.worlds.default.restore(parseSnapshot(JSON.parse(JSON.stringify(source.worlds.default.snapshot()))))
  expect([await works(target, source.credentials.token), await works(target, target.credentials.token)]).toEqual([
    200, 401,
  ])
})

it('issues ids above every record given a snapshot whose ids were edited', () => {
  const world = createEmulator({ clock: start }).worlds.default
  const snapshot = structuredClone(world.snapshot().toJSON())
  const edited = { ...snapshot, ids: { ...snapshot.ids, last: '0'.repeat(27) } }
  world.restore(parseSnapshot(edited))
  const newest = world.collection('access_tokens').all().at(-1)!.id
  expect(world.nextId() > newest).toBe(true)
})

it.each([
  ['a clock without a valid time', { clock: { time: 'noon', frozen: true } }, /^clock\.time: .*noon/],
  ['an unknown collection', { collections: { flow: [] } }, /"flow"; did you mean flows\?/],
  ['a record without an id', { collections: { flows: [{ name: 'x' }] } }, /^flows\[0\]\/id is required/],
  [
    'a credential without scopes',
    {
      collections: {
        credentials: [{ id: 'bearer:x', kind: 'dsn', user_id: 'u', expires_at: null, owner_id: 'o', project_id: null }],
      },
    },
    /^credentials\[0\]\/scopes is required/,
  ],
])('refuses %s and says what is wrong', (_name, change, message) => {
  const snapshot = createEmulator({ clock: start }).worlds.default.snapshot().toJSON()
  expect(() => parseSnapshot(Array.isArray(change) ? change : { ...snapshot, ...change })).toThrow(message)
})

it('restores data, ids and time from a snapshot or from its JSON', () => {
  const emulator = createEmulator({ clock: start })
  emulator.data.insert('catalogs', { name: 'Kept' })
  const snapshot = emulator.snapshot()
  const text = JSON.stringify(snapshot)
  const seen: unknown[] = []
  for (const form of [snapshot, JSON.parse(text) as Snapshot]) {
    const { id } = emulator.data.insert('catalogs', { name: 'Not kept' })
    emulator.clock.advance('400d')
    emulator.restore(form)
    seen.push([
      id,
      emulator.data.find('catalogs', { limit: 1 })[0]?.name,
      emulator.clock.now(),
      JSON.stringify(emulator.snapshot()) === text,
    ])
  }
  expect(seen[0]).toEqual([expect.any(String), 'Kept', Date.parse(start), true])
  expect(seen[1]).toEqual(seen[0])
})

it.each([
  ['nothing', undefined, /a snapshot has the member "format"/],
  ['a text', '{}', /a snapshot is an object; got a string\. Pass it to JSON\.parse first\./],
])('changes nothing and says what a snapshot is, given %s', (_name, input, message) => {
  const emulator = createEmulator({ clock: start })
  const before = JSON.stringify(emulator.snapshot())
  expect(() => emulator.restore(input as never)).toThrow(message)
  expect(JSON.stringify(emulator.snapshot())).toBe(before)
})
