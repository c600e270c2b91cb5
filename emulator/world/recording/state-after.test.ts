import { expect, it } from 'vitest'
import { controlClient } from '../../../testing/emulator/control-client.ts'

it('tells the world as it was after each request, whatever was done between them', async () => {
  const { emulator, api, control } = controlClient()
  const texts: string[] = []
  const note = () => texts.push(JSON.stringify(emulator.snapshot().toJSON().collections.projects))
  const [kept] = emulator.data.find('projects')
  for (let step = 0; step < 130; step++) {
    await api('/1.13/projects', { method: 'POST', body: JSON.stringify({ name: `Project ${step}` }) })
    note()
    if (step === 3) emulator.data.update('projects', kept!.id, { name: 'Another' })
    if (step === 5) emulator.data.remove('projects', kept!.id)
    if (step === 7) await control('PUT', '/snapshot', emulator.snapshot().toJSON())
    if (step === 9) emulator.clock.advance('3d')
    if (step === 11) expect(() => emulator.data.insertAll('projects', [{ name: 'A' }, { name: 7 as never }])).toThrow()
  }
  const world = emulator.worlds.default
  for (const [place, text] of texts.entries())
    expect(JSON.stringify(world.stateAfter(place + 1)!.toJSON().collections.projects) === text).toBe(true)
  expect(world.stateAfter(131)).toBeUndefined()
})

it('gives a world made so the ids and the time that the first one had', async () => {
  const { emulator, api, control } = controlClient({ clock: '2026-03-01T12:00:00Z' })
  const create = async (path: string) => {
    const body = JSON.stringify({ name: 'New' })
    const { body: made } = await api(path, { method: 'POST', body })
    return made as { readonly id: string; readonly created_at: string }
  }
  await create('/1.13/flows')
  const second = await create('/1.13/flows')
  emulator.clock.advance('8d')
  await create('/1.13/flows')
  expect((await control('POST', '/timeline/requests/1/fork', { name: 'past' })).status).toBe(201)
  expect(emulator.worlds.use('past').clock.now()).toBe(Date.parse('2026-03-01T12:00:00Z'))
  expect((await create('/~past/1.13/flows')).created_at).toBe(second.created_at)
  expect((await control('POST', '/timeline/requests/1/fork', { name: 'past' })).status).toBe(400)
  const { status, body } = await control('POST', '/timeline/requests/9/fork', { name: 'other' })
  expect([status, body.error.code]).toEqual([404, 'unknown_request'])
})
