import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { ask } from '../../testing/suite/ask.ts'

const project = { name: 'Storefront', region: 'eu-west', owner: { team: ['a'] } }
const open = () => parseSeed({ members: 'open', projects: [project] })

it('keeps and serves members that no resource has, and checks them against an open schema', async () => {
  const faults: unknown[] = []
  const emulator = createEmulator({ fixtures: open(), checkResponses: true, onError: (error) => faults.push(error) })
  const { id } = emulator.data.find('projects')[0]!
  expect((await ask(emulator, 'GET', `/1.13/projects/${id}`)).json).toMatchObject(project)
  expect((await ask(emulator, 'GET', '/1.13/projects')).json.data).toMatchObject([project])
  const renamed = await ask(emulator, 'PUT', `/1.13/projects/${id}`, { json: { name: 'Shop' } })
  expect([renamed.status, renamed.json]).toEqual([200, expect.objectContaining({ ...project, name: 'Shop' })])
  expect((await ask(emulator, 'PUT', `/1.13/projects/${id}`, { json: { region: 'us' } })).status).toBe(400)
  expect(emulator.data.update('projects', id, { name: 'Store' })).toMatchObject({ ...project, name: 'Store' })
  expect(() => emulator.data.update('projects', id, { region: 'us' } as never)).toThrow('region')
  expect(faults).toEqual([])
})

it('finds records by such members, and refuses an unknown one that resembles another', () => {
  const { data } = createEmulator({ fixtures: open() })
  expect(data.find('projects', { where: { region: 'eu-west' } as object })).toMatchObject([project])
  expect(data.count('projects', { region: 'eu' } as object)).toBe(0)
  expect(() => data.count('projects', { regoin: 'eu-west' } as object)).toThrow(
    'projects has no member "regoin"; did you mean region? The members are id, name, slug, workspace_id, status, created_at, region',
  )
  expect(() => createEmulator().data.count('projects', { region: 'eu' } as object)).toThrow('has no member "region"')
})

it('exports such members and imports them again, into a world that was closed', async () => {
  const snapshot = JSON.parse(JSON.stringify(createEmulator({ fixtures: open() }).snapshot()))
  expect(snapshot).toMatchObject({ members: 'open', collections: { projects: [project] } })
  const { control, api, emulator } = controlClient({ checkResponses: true })
  expect((await control('PUT', '/snapshot', snapshot)).status).toBe(204)
  expect((await api('/1.13/projects')).body.data).toMatchObject([project])
  expect((await control('GET', '/snapshot')).body).toMatchObject({
    members: 'open',
    collections: { projects: [project] },
  })
  const again = createEmulator({ fixtures: parseSeed(snapshot) })
  expect(again.data.find('projects')).toMatchObject([project])
  emulator.reset()
  expect((await control('GET', '/snapshot')).body).not.toHaveProperty('members')
})

it.each([
  [{ projects: [project] }, 'projects[0]/region'],
  [{ members: 'closed', projects: [project] }, 'projects[0]/region'],
  [{ members: 'all', projects: [] }, 'members must be open or closed, or values such as'],
  [{ members: { project: { status: ['a'] } } }, 'members/project/status is not a member whose values can be chosen'],
  [{ members: { projects: ['a'] } }, 'members/projects/ is not a member whose values can be chosen'],
  [{ members: { projects: { workspace_id: ['a'] } } }, 'in projects these are: slug, status.'],
  [{ members: { configurations: { scope_type: ['a'] } } }, 'in configurations these are: none.'],
  [{ members: { projects: { status: ['a', 'a'] } } }, 'members/projects/status must be a list of different strings'],
  [{ members: { projects: { status: ['a'] } }, projects: [{ status: 'active' }] }, 'projects[0]/status'],
  [{ members: 'open', projects: [{ status: 'gone' }] }, 'projects[0]/status'],
  [{ members: 'open', projects: [JSON.parse('{"__proto__": {}}')] }, '__proto__'],
])('refuses %j', (fixture, message) => {
  expect(() => parseSeed(fixture)).toThrow(message)
})
