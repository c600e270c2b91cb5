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
