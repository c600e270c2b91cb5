import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'

const emulate = () => createEmulator({ checkResponses: true, clock: '2026-03-01T12:00:00Z' })

it('returns frozen records', () => {
  const { data } = emulate()
  const value = { a: [1] }
  const project = data.insert('projects').id
  const record = data.insert('configurations', { scope_type: 'project', scope_id: project, value })
  value.a.push(2)
  expect(record.value).toEqual({ a: [1] })
  expect(() => (record.value as typeof value).a.push(3)).toThrow(TypeError)
})

it('refuses what JSON does not have, and stores nothing', () => {
  const { data } = emulate()
  const before = data.total
  const circle: { self?: unknown } = {}
  circle.self = circle
  let deep: unknown = 0
  for (let depth = 0; depth < 201; depth++) deep = [deep]
  for (const value of [() => 1, { a: () => 1 }, 1n, [Number.NaN], { a: -Infinity }, Symbol('a'), circle, deep]) {
    expect(() => data.insert('configurations', { value: value as object })).toThrow(
      expect.objectContaining({ code: 'invalid_record', message: expect.stringMatching(/^value must be JSON/) }),
    )
  }
  for (const price of [Number.NaN, Infinity])
    expect(() => data.insert('catalog_products', { price })).toThrow(/price must be JSON.*; got (NaN|Infinity)/)
  expect(data.total).toBe(before)
})

it('sets created_at by the virtual clock unless it is given', () => {
  const { data } = emulate()
  expect(data.insert('flows').created_at).toBe('2026-03-01T12:00:00Z')
  expect(data.insert('flows', { created_at: '2020-01-01T00:00:00Z' }).created_at).toBe('2020-01-01T00:00:00Z')
  expect(() => data.insert('flows', { created_at: 'yesterday' })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'invalid_record' }),
  )
})

it('continues after an id, bare or prefixed, also among records with a null member, and refuses an invalid id', () => {
  const { data } = emulate()
  const [newest, , ...older] = [1, 2, 3, 4].map(() => data.insert('issues', { project_id: null }).id).toReversed()
  const below = data
    .find('issues', { where: { project_id: null } })
    .slice(2)
    .map(({ id }) => id)
  expect(below.slice(0, 2)).toEqual(older)
  for (const startingAfter of [newest!, `xyz_${newest}`])
    expect(data.find('issues', { where: { project_id: null }, startingAfter })).toHaveLength(below.length + 1)
  for (const limit of [0, -1, 1.5, Number.NaN])
    expect(() => data.find('issues', { limit })).toThrow('limit must be a whole number from 1')
  expect(() => data.find('issues', { startingAfter: 'x' })).toThrow('startingAfter must be an id')
})

it.each<[object, string]>([
  [{ name: 5 }, 'No record of flows can match: name must be a text; got 5.'],
  [{ status: 'drfat' }, 'status must be one of draft, active, paused; got "drfat"; did you mean draft?'],
  [{ project_id: 'prj' }, 'project_id must be an id, bare or prefixed; got "prj".'],
  [{ project_id: 7 }, 'project_id must be an id, bare or prefixed; got 7.'],
  [{ name: ['a'] }, 'got ["a"]. Filter the found records instead.'],
  [{ created_at: new Date(0) }, 'created_at must be a string, a number, true, false or null; got'],
])('refuses where %j, which no record can match', (where, message) => {
  const { data } = emulate()
  for (const find of [() => data.find('flows', { where }), () => data.count('flows', where)]) {
    expect(find).toThrow(expect.objectContaining({ code: 'invalid_record' }))
    expect(find).toThrow(message)
  }
})

it('refuses a where that is not an object, and an id that is not text, also for read-only records', () => {
  const { data } = emulate()
  for (const where of [null, 'name', ['name'], new Map([['name', 'Mine']])])
    expect(() => data.find('flows', { where: where as never })).toThrow('where must be an object')
  expect(() => data.find('access_tokens', { where: { nmae: 'x' } as object })).toThrow('did you mean name?')
  expect(() => data.count('access_tokens', { expires_at: '2026' as never })).toThrow('expires_at must be a number')
  expect(() => data.count('flows', { name: 5n as never })).toThrow('name must be a text; got 5.')
  expect(() => data.get('flows', 5 as never)).toThrow('get takes the id of a record, a string; got 5.')
})

it('filters configurations by the id of their scope, bare or prefixed, and refuses no id', async () => {
  const emulator = createEmulator()
  const { scopeId } = emulator.samples
  const bare = scopeId!.slice(4)
  const list = (id: string) => ask(emulator, 'GET', `/1.13/configurations?scope_id=${id}`)
  expect((await list(bare)).json.data).toMatchObject([{ scope_id: bare }])
  expect((await list(scopeId!)).json.data).toMatchObject([{ scope_id: bare }])
  expect([(await list('bad')).status, (await list(`${bare}x`)).status]).toEqual([400, 400])
})

it('refuses null instead of the members of a record', () => {
  const { data } = createEmulator()
  const before = data.total
  expect(() => data.insert('environments', null as never)).toThrow('must be an object; got null')
  expect(data.total).toBe(before)
})
