import { expect, it } from 'vitest'
import { ask } from '../../testing/suite/ask.ts'
import { createEmulator } from '../create-emulator.ts'

const eventKinds = ({ worlds }: ReturnType<typeof createEmulator>) => worlds.default.log.events.map(({ kind }) => kind)

it('contains everything that happens in a world, in order', async () => {
  const emulator = createEmulator()
  emulator.faults.add({ operation: 'projects.list', status: 503 })
  emulator.scenarios.set([])
  emulator.deviations.set([])
  emulator.setConventions({})
  emulator.clock.advance('1d')
  await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'A' } })
  await ask(emulator, 'POST', '/app/shop/prepare-connect')
  emulator.restore(emulator.snapshot())
  expect(eventKinds(emulator).join(' ')).toBe(
    'faults scenarios deviations conventions clock request ids record answer request secret ids record answer records ids clock',
  )
  emulator.reset()
  expect(eventKinds(emulator)).toEqual([])
})

it('goes as far back as the journal, and keeps changes when the journal is cleared', async () => {
  const emulator = createEmulator({ requests: { entries: 2 } })
  for (const name of ['A', 'B', 'C']) await ask(emulator, 'POST', '/1.13/projects', { json: { name } })
  const posted = ['request', 'ids', 'record', 'answer']
  expect(eventKinds(emulator)).toEqual([...posted, ...posted])
  emulator.requests.clear()
  expect(eventKinds(emulator)).toEqual(['ids', 'record', 'ids', 'record'])
})
