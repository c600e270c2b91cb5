import { expect, it } from 'vitest'
import { faultsOf } from '../tools/schema-validator.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { timelineEndpoints } from './timeline.ts'

const project = (name: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name }),
})

const [list] = timelineEndpoints

interface Moment {
  readonly kind: string
  readonly number: number
  readonly operation: string
  readonly detail: string
  readonly count: number
  readonly canFork: boolean
}

it('lists requests and what was changed between them, and forks the world as it was', async () => {
  const { emulator, control, api } = controlClient()
  await api('/1.13/projects')
  await api('/1.13/resources?status=odd')
  await control('POST', '/clock', { advance: '8d' })
  await control('POST', '/conventions/sample', { name: 'listEnvelope', value: 'items' })
  await control('POST', '/faults', { operation: 'flows.list', status: 503, headers: { 'x-token': 'secret' } })
  await api('/1.13/flows')
  await control('POST', '/data/projects', { name: 'Late' })
  await control('GET', '/faults')
  await control('POST', '/clock', { advance: 'soon' })
  const { body } = await control('GET', '/timeline')
  expect(faultsOf(list!.answers[0]!.schema!, body)).toEqual([])
  expect(body.moments).toMatchObject([
    { kind: 'requests', from: 1, to: 2, problems: 1, faulted: 0, marked: [{ index: 2, status: 400, problem: true }] },
    { kind: 'change', operation: 'clock.change', detail: '{"advance":"8d"}', at: '2026-03-09T12:00:00Z' },
    { kind: 'change', operation: 'faults.add', detail: expect.stringContaining('"status":503') },
    { kind: 'requests', from: 3, to: 3, faulted: 1, marked: [{ index: 3, status: 503, faulted: true }] },
    { kind: 'change', operation: 'data.create', detail: 'projects {"name":"Late"}', canFork: true },
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
  const { number } = body.moments[2] as Moment
  const forked = await control('POST', `/timeline/${number}/fork`, { name: 'before' })
  expect(forked.status).toBe(201)
  const before = emulator.worlds.use('before')
  const count = emulator.data.find('projects').length
  expect([before.data.find('projects').length, before.clock.now()]).toEqual([count - 1, emulator.clock.now()])
  expect((await api('/~before/1.13/projects')).status).toBe(200)
  expect((await control('POST', `/timeline/${number}/fork`, { name: 'before' })).status).toBe(400)
  expect((await control('POST', '/timeline/999999/fork', { name: 'other' })).status).toBe(404)
  expect(emulator.worlds.names).not.toContain('other')
})

it('lists what a test changed in process as the control API would have, and not what requests changed', async () => {
  const { emulator, control, api } = controlClient()
  const [first] = emulator.data.find('flows')
  emulator.data.update('flows', first!.id, { name: 'Renamed' })
  await api('/1.13/projects', project('By a request'))
  emulator.data.insertAll('flows', [{ name: 'A' }, { name: 'B' }])
  emulator.data.remove('flows', first!.id)
  emulator.clock.advance('8d')
  emulator.faults.add({ operation: 'flows.list', status: 503, headers: { authorization: 'Bearer s3cret' } })
  emulator.scenarios.set(['slow-answer=50'])
  emulator.setConventions({ defaultLimit: 7 })
  await control('PUT', '/deviations', ['reference-prefixed'])
  await api('/1.13/environments')
  emulator.restore(emulator.snapshot())
  const { moments } = (await control('GET', '/timeline')).body as { readonly moments: readonly Moment[] }
  expect(moments).toMatchObject([
    { operation: 'data.update', detail: `flows ${first!.id} {"name":"Renamed"}` },
    { kind: 'requests', from: 1, to: 1 },
    { operation: 'data.create', count: 2, detail: expect.stringMatching(/^flows .*"name":"B"/) },
    { operation: 'data.remove', detail: `flows ${first!.id}` },
    { operation: 'clock.change', detail: '{"now":"2026-03-09T12:00:00.000Z","frozen":true}' },
    { operation: 'faults.add', detail: expect.stringContaining('"status":503') },
    { operation: 'scenarios.set', detail: 'slow-answer=50' },
    { operation: 'conventions.change', detail: '{"defaultLimit":7}' },
    { operation: 'deviations.set' },
    { kind: 'requests', from: 2, to: 2 },
    { operation: 'snapshot.import' },
  ])
  expect(JSON.stringify(moments)).not.toContain('s3cret')
  const created = moments.find(({ operation }) => operation === 'data.create')!
  expect((await control('POST', `/timeline/${created.number}/fork`, { name: 'then' })).status).toBe(201)
  expect(emulator.worlds.use('then').data.get('flows', first!.id)?.name).toBe('Renamed')
  emulator.reset()
  const after = (await control('GET', '/timeline')).body.moments as readonly Moment[]
  expect(after.at(-1)).toMatchObject({ operation: 'reset' })
  expect(after.filter(({ operation }) => operation === 'snapshot.import').length).toBe(1)
})

it('forks the world as it was before and after a request', async () => {
  const { emulator, control, api } = controlClient()
  await api('/1.13/projects', project('First'))
  emulator.clock.advance('8d')
  await api('/1.13/projects', project('Second'))
  const named = (world: string, name: string) => emulator.worlds.use(world).data.find('projects', { where: { name } })
  await control('POST', '/timeline/requests/2/fork', { name: 'before', when: 'before' })
  await control('POST', '/timeline/requests/2/fork', { name: 'after', when: 'after' })
  expect(['First', 'Second'].map((name) => [named('before', name).length, named('after', name).length])).toEqual([
    [1, 1],
    [0, 1],
  ])
  expect(emulator.worlds.use('before').clock.now()).toBe(emulator.clock.now())
  expect((await control('POST', '/timeline/requests/3/fork', { name: 'x', when: 'before' })).status).toBe(404)
})
