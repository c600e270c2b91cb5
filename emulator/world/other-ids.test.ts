import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { clientForm } from '../../testing/emulator/token-requests.ts'
import { ask } from '../../testing/suite/ask.ts'

/** Takes the same steps in a world, and returns every id and secret that they issued. */
async function issueInWorld(emulator: Emulator, world: string): Promise<readonly string[]> {
  const base = `/~${world}`
  const form = { grant_type: 'client_credentials', ...clientForm(emulator) }
  const granted = (await ask(emulator, 'POST', `${base}/oauth/token`, { auth: null, form })).json
  const token = { name: 'New', scopes: ['projects:read'], expires_at: '2026-04-01T00:00:00Z' }
  const created = (await ask(emulator, 'POST', `${base}/access-tokens`, { json: token })).json
  const prepared = (await ask(emulator, 'POST', `${base}/app/shop/prepare-connect`)).json
  const project = (await ask(emulator, 'POST', `${base}/1.13/projects`, { json: { name: 'New' } })).json
  const all = [
    granted.access_token,
    granted.refresh_token,
    created.token,
    created.id,
    prepared.state,
    project.id,
  ] as readonly string[]
  expect(all.filter((id) => typeof id !== 'string' || id.length < 27)).toEqual([])
  return all
}

const setUp = () => createEmulator({ clock: '2026-03-01' })

it('issues other ids and secrets in a world of another name, and the same in one of the same name', async () => {
  const emulator = setUp()
  const [initial, blue, green] = [
    await issueInWorld(emulator, 'default'),
    await issueInWorld(emulator, 'blue'),
    await issueInWorld(emulator, 'green'),
  ]
  expect(new Set([...initial, ...blue, ...green]).size).toBe(3 * initial.length)
  expect(await issueInWorld(setUp(), 'blue')).toEqual(blue)
  emulator.worlds.use('blue').reset()
  expect(await issueInWorld(emulator, 'blue')).toEqual(blue)
})

it('keeps the ids of two worlds apart when both have the contents of one snapshot, and in forks', async () => {
  const emulator = setUp()
  await issueInWorld(emulator, 'default')
  const snapshot = JSON.parse(JSON.stringify(emulator.snapshot()))
  for (const world of ['blue', 'green']) emulator.worlds.use(world).restore(snapshot)
  const fork = emulator.fork()
  const [initial, blue, green] = [
    await issueInWorld(emulator, 'default'),
    await issueInWorld(emulator, 'blue'),
    await issueInWorld(emulator, 'green'),
  ]
  expect(new Set([...initial, ...blue, ...green]).size).toBe(3 * initial.length)
  // A fork repeats what its parent would have done, so that a test gives the same bytes after any other tests.
  expect(await issueInWorld(fork, 'default')).toEqual(initial)
  expect(await issueInWorld(fork, 'blue')).toEqual(blue)
  const twice = await issueInWorld(fork.fork(), 'default')
  expect(twice.filter((id) => initial.includes(id))).toEqual([])
})
