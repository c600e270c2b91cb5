import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'

it('answers an operation until it is removed, or a number of times', async () => {
  const emulator = createEmulator()
  const body = { data: [{ name: 'Mine' }], has_more: false }
  const remove = emulator.stub({ operation: 'environments.list', body })
  const answered = async (path = '/1.13/environments') => (await ask(emulator, 'GET', path)).json.data
  expect([await answered(), await answered()]).toEqual([body.data, body.data])
  expect((await answered('/~blue/1.13/environments')).length).toBeGreaterThan(1)
  remove()
  expect((await answered()).length).toBeGreaterThan(1)
  emulator.stub({ operation: 'environments.list', status: 202, body: { data: [] }, times: 1 })
  expect([await answered(), (await answered()).length > 1]).toEqual([[], true])
})

it('refuses what a fault refuses', () => {
  const emulator = createEmulator()
  // @ts-expect-error -- There is no such operation.
  expect(() => emulator.stub({ operation: 'environment.list', body: [] })).toThrow('did you mean environments.list?')
  // @ts-expect-error -- A stub has no drop.
  expect(() => emulator.stub({ operation: 'environments.list', drop: 'before' })).toThrow('got operation, drop. To ')
  // @ts-expect-error -- It says nothing of the answer.
  expect(() => emulator.stub({ operation: 'environments.list' })).toThrow('A stub needs body, status or answer')
  // @ts-expect-error -- It would answer everything.
  expect(() => emulator.stub({ body: [] })).toThrow('A stub needs the operation that it answers')
  for (const nothing of [undefined, null, 1])
    expect(() => emulator.stub(nothing as never)).toThrow('A fault is an object such as')
})

it('checks the types of bodies', () => {
  const { faults } = createEmulator()
  faults.stub({ operation: 'environments.list', body: [{ id: 'x' }] })
  faults.stub({ operation: 'environments.list', body: { items: [], next_cursor: null } })
  faults.stub({ operation: 'environments.list', body: { environments: [{ kind: 'staging' }] } })
  faults.stub({ operation: 'oauth.token', body: { access_token: 'a', token_type: 'Bearer' } })
  faults.stub({ operation: 'services.invoke', body: { anything: [1] } })
  faults.stub({ operation: 'connect.browser', body: '<p>Hello</p>' })
  faults.stub({ operation: 'environments.list', status: 502, body: '<html>' })
  // @ts-expect-error -- A misspelt member.
  faults.stub({ operation: 'environments.list', body: { data: [{ nam: 'x' }] } })
  // @ts-expect-error -- A value of the wrong type.
  faults.stub({ operation: 'environments.list', body: { data: [{ kind: 'unheard-of' }] } })
  // @ts-expect-error -- The envelope of another list.
  faults.stub({ operation: 'environments.list', body: { projects: [] } })
  // @ts-expect-error -- A misspelt member of an answer with 201.
  faults.stub({ operation: 'projects.create', status: 201, body: { nmae: 'x' } })
  // @ts-expect-error -- A token response has no text.
  faults.stub({ operation: 'oauth.token', body: 'a' })
  expect(faults.pending.length).toBe(12)
})
