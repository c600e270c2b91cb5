import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

it('finds a record of any collection by its id, bare or prefixed, with what it belongs to', async () => {
  const { control, emulator } = controlClient({ fixtures: 'empty' })
  const { data } = emulator
  const project = data.insert('projects', { name: 'Shop' })
  const flow = data.insert('flows', { project_id: project.id })
  const runs = [1, 2, 3].map(() => data.insert('flow_runs', { flow_id: flow.id }))
  const configuration = data.insert('configurations', { scope_type: 'flow', scope_id: flow.id })
  for (const id of [flow.id, `flw_${flow.id}`]) {
    const { body } = await control('GET', `/records/${id}`)
    expect(body).toEqual({
      collection: 'flows',
      record: flow,
      references: [{ member: 'project_id', collection: 'projects', id: project.id, name: 'Shop' }],
      referrers: [
        { collection: 'flow_runs', member: 'flow_id', count: runs.length },
        { collection: 'configurations', member: 'scope_id', count: 1 },
      ],
    })
  }
  expect((await control('GET', `/records/${configuration.id}`)).body.references).toEqual([
    { member: 'scope_id', collection: 'flows', id: flow.id, name: flow.name },
  ])
  for (const id of ['nobody', '0'.repeat(27)])
    expect(await control('GET', `/records/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_record' } },
    })
})

it('finds records by a part of a text, in pages by offset and in both directions', async () => {
  const { control } = controlClient({ fixtures: 'empty' })
  const names = ['a needle', 'b', 'NEEDLE c', 'd', 'e needle']
  const made = (
    await control(
      'POST',
      '/data/flows',
      names.map((name) => ({ name })),
    )
  ).body
  const list = async (query: string) => {
    const { status, body } = await control('GET', `/data/flows?${query}`)
    expect([query, status]).toEqual([query, 200])
    return [body.data.map(({ name }: { name: string }) => name).join(), body.count, body.has_more]
  }
  expect(await list('search=needle')).toEqual(['e needle,NEEDLE c,a needle', 3, false])
  expect(await list('search=needle&limit=1&offset=1')).toEqual(['NEEDLE c', 3, true])
  expect(await list('limit=2&offset=3')).toEqual(['b,a needle', 5, false])
  expect(await list(`ending_before=${made[1].id}&limit=2`)).toEqual(['d,NEEDLE c', 5, true])
  expect(await list(`starting_after=flw_${made[2].id}`)).toEqual(['b,a needle', 5, false])
  for (const [query, message] of [
    ['offset=-1', 'The query does not fit: offset must be at least 0; got -1.'],
    ['starting_after=x', 'starting_after must be an id, bare or prefixed; got "x".'],
  ])
    expect(await control('GET', `/data/flows?${query}`)).toMatchObject({ status: 400, body: { error: { message } } })
})
