import { expect, it } from 'vitest'
import { resourceCollections } from '../model/resources/resources.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'

it('creates a record in every collection from an empty body', async () => {
  const { control, emulator } = controlClient()
  for (const collection of resourceCollections) {
    for (const body of [undefined, {}]) {
      const before = emulator.data.count(collection)
      const reply = await control('POST', `/data/${collection.replaceAll('_', '-')}`, body)
      expect([collection, reply.status]).toEqual([collection, 201])
      expect(reply.body.name).not.toBe('')
      expect(emulator.data.count(collection)).toBe(before + 1)
    }
  }
})

it('creates all records of an array or none', async () => {
  const { control, emulator } = controlClient()
  const before = emulator.data.count('issue_events')
  const created = await control('POST', '/data/events', [{ message: 'one' }, {}, { message: 'three' }])
  expect(created.body.map(({ message }: { message: string }) => message)).toEqual(['one', expect.any(String), 'three'])
  const refused = await control('POST', '/data/issue_events', [{}, { level: 'loud' }])
  expect([refused.status, refused.body.error.details[0].at]).toEqual([400, '/1/level'])
  expect(emulator.data.count('issue_events')).toBe(before + 3)
})

it('refuses unknown members, wrong values and references to unknown records, and creates nothing', async () => {
  const { control, emulator } = controlClient()
  const before = emulator.snapshot()
  const member = await control('POST', '/data/flows', { statuss: 'active' })
  expect([member.status, member.body.error.message]).toEqual([400, expect.stringContaining('did you mean status')])
  const value = await control('POST', '/data/flows', { status: 'stopped' })
  expect([value.status, value.body.error.details[0]]).toEqual([
    400,
    expect.objectContaining({ at: '/status', allowed: ['draft', 'active', 'paused'] }),
  ])
  const reference = await control('POST', '/data/flows', { project_id: '0'.repeat(27) })
  expect([reference.status, reference.body.error.message]).toEqual([400, expect.stringContaining('projects')])
  expect((await control('POST', '/data/flows?name=a', { name: 'b' })).status).toBe(400)
  expect(emulator.snapshot()).toEqual(before)
})

it('lists records newest first, in pages, filtered by any member', async () => {
  const { control } = controlClient()
  await control('POST', '/data/flows', [
    { name: 'A', status: 'paused' },
    { name: 'B', status: 'paused' },
    { name: 'C', status: 'active', project_id: null },
  ])
  const all = (await control('GET', '/data/flows?status=paused')).body
  expect([all.data[0].name, all.data[1].name, all.data.length]).toEqual(['B', 'A', all.count])
  const page = (await control('GET', `/data/flows?status=paused&limit=1&starting_after=${all.data[0].id}`)).body
  expect([page.data.map(({ name }: { name: string }) => name), page.count]).toEqual([['A'], all.count])
  expect(
    (await control('GET', '/data/flows?project_id=null')).body.data.map(({ name }: { name: string }) => name),
  ).toEqual(['C'])
  expect((await control('GET', '/data/flows?statuss=paused')).body.error.details).toMatchObject([{ at: '/statuss' }])
  const never = await control('GET', '/data/flows?status=pausd')
  expect(never.body.error).toMatchObject({
    message: expect.stringContaining('No record of flows can match: status must be one of draft, active, paused'),
    details: [{ at: '/status' }],
  })
})

it('retrieves, changes and removes a record by its bare or prefixed id', async () => {
  const { control } = controlClient()
  const { body: flow } = await control('POST', '/data/flows', { name: 'Before' })
  const { body: run } = await control('POST', '/data/flow-runs', { flow_id: flow.id })
  expect((await control('GET', `/data/flows/flw_${flow.id}`)).body).toEqual(flow)
  expect((await control('PUT', `/data/flows/${flow.id}?status=active`, { name: 'After' })).body).toEqual({
    ...flow,
    name: 'After',
    status: 'active',
  })
  expect((await control('PUT', `/data/flows/${flow.id}`, { id: run.id })).status).toBe(400)
  expect((await control('DELETE', `/data/flows/${flow.id}`)).status).toBe(204)
  for (const path of [`/data/flows/${flow.id}`, `/data/flow-runs/${run.id}`])
    expect(await control('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'unknown_record' } } })
})

it('shows personal access tokens without their secrets and refuses to write them', async () => {
  const { control, emulator } = controlClient()
  const { body } = await control('GET', '/data/access-tokens')
  expect(body.data[0]).toMatchObject({ name: 'Default token' })
  expect(JSON.stringify(body)).not.toContain(emulator.credentials.token)
  const refused = await control('POST', '/data/access-tokens', {})
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect((await control('DELETE', `/data/access-tokens/${body.data[0].id}`)).status).toBe(405)
  for (const hidden of ['credentials', 'connect_codes'])
    expect((await control('GET', `/data/${hidden}`)).status).toBe(404)
})

it('sorts by a member, in both directions, over all pages', async () => {
  const { control } = controlClient()
  const prices = async (query: string) =>
    (await control('GET', `/data/catalog_products?${query}`)).body.data.map(({ price }: { price: number }) => price)
  const up = await prices('sort=price')
  expect(up).toEqual(up.toSorted((left: number, right: number) => left - right))
  expect(await prices('sort=-price&limit=3&offset=1')).toEqual(up.toReversed().slice(1, 4))
  expect((await control('GET', '/data/catalog_products?sort=prcie')).body.error.message).toMatch(/^sort must be one of/)
})
