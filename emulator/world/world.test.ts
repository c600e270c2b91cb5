import { expect, it } from 'vitest'
import { defaultPack } from '../../fixtures/default-pack.ts'
import { collectionNames } from './collections.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import type { World } from './world.ts'
import type { WorldState } from './world-state.ts'

const start = '2026-03-01T00:00:00Z'
const emulatorAt = (): Emulator => createEmulator({ clock: start })
const dataOf = ({ collections, ids }: WorldState) => ({
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

it('reverts to an earlier state, including ids, and keeps the clock', () => {
  const world = emulatorAt().worlds.default
  const state = world.state
  const first = addProject(world, 'first')
  world.clock.advance('1d')
  world.revert(state)
  expect(dataOf(world.state)).toEqual(dataOf(state))
  expect(world.clock.now()).toBe(Date.parse(start) + 86_400_000)
  world.revert({ ...state, clock: { start: Date.parse(start), frozen: true } })
  expect(addProject(world, 'first')).toEqual(first)
})

it('restores data, ids, clock and credentials on reset, even after three years', async () => {
  const emulator = emulatorAt()
  const before = dataOf(emulator.snapshot())
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(200)
  emulator.clock.advance('1096d')
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(401)
  const world = emulator.worlds.default
  for (const credential of world.collection('credentials').all()) world.remove('credentials', credential.id)
  addProject(world, 'made')
  emulator.reset()
  expect((await ask(emulator, 'GET', '/1.13/projects')).status).toBe(200)
  expect(dataOf(emulator.snapshot())).toEqual(before)
  expect(emulator.clock.now()).toBe(Date.parse(start))
})

it('deletes all descendants of a record and nothing else', () => {
  const { default: world } = createEmulator({ clock: start, fixtures: defaultPack({ seed: 1, scale: 700 }) }).worlds
  const [other] = [addProject(world, 'other')]
  const environment = world.insert('environments', {
    id: world.nextId(),
    name: 'kept',
    project_id: other.id,
    kind: 'staging',
    created_at: start,
  })
  world.insert('configurations', {
    id: world.nextId(),
    name: 'kept',
    scope_type: 'environment',
    scope_id: environment.id,
    value: {},
    created_at: start,
  })
  for (const workspace of world.collection('workspaces').all()) world.remove('workspaces', workspace.id)
  for (const project of world.collection('projects').all())
    if (project.id !== other.id) world.remove('projects', project.id)
  const left = Object.fromEntries(collectionNames.map((name) => [name, world.collection(name).all()]))
  const credentials = world.collection('credentials').all()
  for (const name of [
    'flows',
    'flow_runs',
    'catalogs',
    'catalog_products',
    'issues',
    'issue_events',
    'groups',
    'connections',
  ] as const)
    expect(left[name], name).toEqual([])
  expect(left['projects']).toEqual([other])
  expect(left['environments']).toEqual([environment])
  expect(
    world
      .collection('configurations')
      .all()
      .map(({ name }) => name),
  ).toEqual(['kept'])
  expect(credentials.some(({ kind }) => kind === 'apiKey' || kind === 'dsn')).toBe(false)
  expect(credentials.some(({ kind }) => kind === 'oauthClient')).toBe(true)
})

it('makes all changes of a transaction, or none of them when it throws', () => {
  const { default: world } = emulatorAt().worlds
  const project = world.transact(() => addProject(world, 'kept'))
  expect(world.get('projects', project.id)).toBe(project)
  const before = world.state
  const change = () => {
    addProject(world, 'put back')
    throw new Error('stop')
  }
  expect(() => world.transact(change)).toThrow('stop')
  expect(dataOf(world.state)).toEqual(dataOf(before))
})
