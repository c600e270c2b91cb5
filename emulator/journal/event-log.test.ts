import { expect, it } from 'vitest'
import { ask } from '../../testing/suite/ask.ts'
import { createEmulator } from '../create-emulator.ts'
import { mostEvents } from './event-log.ts'

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

it('keeps the requests when there are too many changes, and begins after them', async () => {
  const emulator = createEmulator()
  await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'A' } })
  const { log } = emulator.worlds.default
  for (let count = 0; count < mostEvents; count++) log.note({ kind: 'secret', random: count })
  expect([emulator.requests.size, emulator.requests.dropped]).toEqual([1, 0])
  expect(new Set(eventKinds(emulator))).toEqual(new Set(['secret']))
  await ask(emulator, 'GET', '/0/')
  expect(eventKinds(emulator).slice(-2)).toEqual(['request', 'answer'])
  expect(emulator.requests.find().map(({ index }) => index)).toEqual([1, 2])
})
