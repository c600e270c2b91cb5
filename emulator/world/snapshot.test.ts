import { expect, it } from 'vitest'
import { works } from '../../testing/emulator/access-tokens.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
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

it('shares nothing that a caller can change: a snapshot and samples are frozen, and JSON is copied', () => {
  const packed = parseSeed({ projects: [{ name: 'Mine' }], flows: [{ name: 'A' }] })
  const emulator = createEmulator({ fixtures: packed })
  const json = emulator.snapshot().toJSON()
  expect(() => Object.assign(json.collections.flows![0]!, { name: 'changed' })).toThrow(TypeError)
  expect(() => Object.assign(json.ids, { last: 'changed' })).toThrow(TypeError)
  expect(() => (json.collections.flows as unknown[]).pop()).toThrow(TypeError)
  expect(() => Object.assign(emulator.samples, { catalogId: 'changed' })).toThrow(TypeError)
  emulator.reset()
  expect(createEmulator({ fixtures: packed }).data.find('flows')).toMatchObject([{ name: 'A' }])
})

it('copies the JSON of a snapshot or of a fixture file', () => {
  const id = '0'.repeat(27)
  const configurations = [{ scope_type: 'project', scope_id: id, value: { deep: { list: [1] } } }]
  const file = { projects: [{ id, name: 'Mine' }], configurations }
  const emulator = createEmulator({ fixtures: parseSeed(file) })
  configurations[0]!.value.deep.list.push(2)
  const json = structuredClone(emulator.snapshot().toJSON())
  emulator.restore(json)
  Object.assign(json.collections.projects![0]!, { name: 'changed' })
  Object.assign(json.ids, { last: 'changed' })
  expect([emulator.data.find('projects'), emulator.data.find('configurations')]).toMatchObject([
    [{ name: 'Mine' }],
    [{ value: { deep: { list: [1] } } }],
  ])
  expect(emulator.data.insert('flows').id).toHaveLength(27)
})
