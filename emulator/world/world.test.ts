import { expect, it } from 'vitest'
import { collectionNames } from './collections.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import type { World } from './world.ts'
import type { WorldState } from './seed.ts'

const start = '2026-03-01T00:00:00Z'
const startEmulator = (): Emulator => createEmulator({ clock: start })
const stateData = ({ collections, ids }: WorldState) => ({
  ids,
  ...Object.fromEntries(collectionNames.map((name) => [name, collections[name].all()])),
})
const addProject = (world: World, name: string) =>
  world.insert('projects', {
    id: world.nextId(),
    name,
    slug: '',
    workspace_id: null,
    status: 'active',
    created_at: world.timestamp(),
  })

it('restores data, ids, clock and credentials on reset, even after three years', async () => {
  const emulator = startEmulator()
  const before = stateData(emulator.snapshot())
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(200)
  emulator.clock.advance('1096d')
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(401)
  const world = emulator.worlds.default
  for (const credential of world.collection('credentials').all()) world.remove('credentials', credential.id)
  addProject(world, 'made')
  emulator.reset()
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(200)
  expect(stateData(emulator.snapshot())).toEqual(before)
  expect(emulator.clock.now()).toBe(Date.parse(start))
})

it('deletes all descendants of a record and nothing else', () => {
  const { data, worlds } = createEmulator({ clock: start })
  const other = data.insert('projects', { name: 'other', workspace_id: null })
  const environment = data.insert('environments', { name: 'kept', project_id: other.id })
  data.insert('configurations', { name: 'kept', scope_type: 'environment', scope_id: environment.id })
  for (const { id } of data.find('workspaces')) data.remove('workspaces', id)
  for (const { id } of data.find('projects')) if (id !== other.id) data.remove('projects', id)
  const names = ['flows', 'flow_runs', 'catalogs', 'catalog_products', 'issues', 'issue_events', 'groups'] as const
  expect(names.map((name) => data.count(name))).toEqual(names.map(() => 0))
  expect([data.find('projects'), data.find('environments')]).toEqual([[other], [environment]])
  expect(data.find('configurations').map(({ name }) => name)).toEqual(['kept'])
  const kinds = worlds.default.collection('credentials').all()
  const left = ['apiKey', 'dsn', 'oauthClient'].map((wanted) => kinds.some(({ kind }) => kind === wanted))
  expect(left).toEqual([false, false, true])
})
