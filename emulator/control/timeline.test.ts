import { expect, it } from 'vitest'
import { faultsOf } from '../tools/schema-validator.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { timelineEndpoints } from './timeline.ts'

const [list] = timelineEndpoints

it('lists requests and what was changed between them, and forks the world as it was', async () => {
  const { emulator, control, api } = controlClient()
  await api('/1.13/projects')
  await api('/1.13/resources?status=odd')
  await control('POST', '/clock', { advance: '8d' })
  await control('POST', '/faults', { operation: 'flows.list', status: 503, headers: { 'x-token': 'secret' } })
  await api('/1.13/flows')
  await control('POST', '/data/projects', { name: 'Late' })
  await control('GET', '/faults')
  expect((await control('POST', '/conventions/sample', { name: 'listEnvelope', value: 'items' })).status).toBe(200)
  await control('POST', '/clock', { advance: 'soon' })
  const { body } = await control('GET', '/timeline')
  expect(faultsOf(list!.answers[0]!.schema!, body)).toEqual([])
  expect(body.moments).toMatchObject([
    { kind: 'requests', from: 1, to: 2, problems: 1, faulted: 0, marked: [{ index: 2, status: 400, problem: true }] },
    { kind: 'change', number: 1, operation: 'clock.change', detail: '{"advance":"8d"}', at: '2026-03-09T12:00:00Z' },
    { kind: 'change', number: 2, operation: 'faults.add', detail: expect.stringContaining('"status":503') },
    { kind: 'requests', from: 3, to: 3, faulted: 1, marked: [{ index: 3, status: 503, faulted: true }] },
    { kind: 'change', number: 3, operation: 'data.create', detail: 'projects {"name":"Late"}' },
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
  const forked = await control('POST', '/timeline/2/fork', { name: 'before' })
  expect(forked.status).toBe(201)
  const before = emulator.worlds.use('before')
  const count = emulator.data.find('projects').length
  expect([before.data.find('projects').length, before.clock.now()]).toEqual([count - 1, emulator.clock.now()])
  expect((await api('/~before/1.13/projects')).status).toBe(200)
  expect((await control('POST', '/timeline/2/fork', { name: 'before' })).status).toBe(400)
  expect((await control('POST', '/timeline/9/fork', { name: 'other' })).status).toBe(404)
  expect(emulator.worlds.names).not.toContain('other')
})

it('keeps the latest hundred changes of a world, and creates no world by looking', async () => {
  const { emulator, control } = controlClient()
  for (let step = 0; step < 105; step++) await control('POST', '/clock', { advance: '1s' })
  const { moments } = (await control('GET', '/timeline')).body
  expect([moments.length, moments[0].number]).toEqual([100, 6])
  expect(moments.filter(({ canFork }: { readonly canFork: boolean }) => canFork).length).toBe(20)
  await control('PUT', '/snapshot', (await control('GET', '/snapshot')).body)
  const later = (await control('GET', '/timeline')).body.moments
  expect(later.filter(({ canFork }: { readonly canFork: boolean }) => canFork).length).toBe(1)
  expect((await control('GET', '/timeline', undefined, { 'x-emulator-world': 'nope' })).body.moments).toEqual([])
  expect(emulator.worlds.names).toEqual(['default'])
})
