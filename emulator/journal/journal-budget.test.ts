import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import { Journal } from './journal.ts'
import { JournalBudget } from './journal-budget.ts'

const request = (bytes: number) => new Request(`http://a/?${'x'.repeat(bytes / 2)}`)
const note = (journal: Journal, bytes = 1000) => {
  const { pathname, search } = new URL(request(bytes).url)
  journal.end(journal.begin(request(bytes), pathname, search, 0), 200)
}

it('drops the oldest requests of the largest journal first', () => {
  const budget = new JournalBudget(100_000)
  const [quiet, busy] = [new Journal({ budget }), new Journal({ budget })]
  for (let index = 0; index < 5; index++) note(quiet)
  for (let index = 0; index < 1000; index++) note(busy)
  note(quiet)
  expect(quiet.size).toBe(6)
  expect(busy.find().at(-1)!.index).toBe(1000)
  expect(busy.truncated).toBe(true)
  expect(budget.bytes).toBeLessThanOrEqual(100_000)
  expect(budget.bytes).toBeGreaterThan(70_000)
  expect(budget.bytes).toBe(quiet.bytes + busy.bytes)
})

it('stays within its size with 1000 journals', () => {
  const budget = new JournalBudget(1_000_000)
  const journals = Array.from({ length: 1000 }, () => new Journal({ budget }))
  for (let round = 0; round < 5; round++)
    for (const journal of journals) {
      note(journal)
      expect(budget.bytes).toBeLessThanOrEqual(1_000_000)
    }
  expect(budget.bytes).toBe(journals.reduce((sum, { bytes }) => sum + bytes, 0))
})

it('gives back what a cleared journal and a dropped world had', async () => {
  const budget = new JournalBudget(1_000_000)
  const [cleared, released] = [new Journal({ budget }), new Journal({ budget })]
  for (const journal of [cleared, released]) note(journal)
  cleared.clear()
  released.release()
  expect(budget.bytes).toBe(0)
  note(released)
  expect(budget.bytes).toBe(0)
})

it('is one for all worlds of an emulator', async () => {
  const emulator = createEmulator({ limits: { memory: 800_000 } })
  for (let round = 0; round < 20; round++)
    for (let world = 0; world < 20; world++) await ask(emulator, 'GET', `/~w${world}/0/?${'x'.repeat(500)}`)
  const bytes = emulator.worlds.names.map((name) => emulator.worlds.use(name).requests.bytes)
  const total = bytes.reduce((sum, byte) => sum + byte, 0)
  expect(total).toBeLessThanOrEqual(200_000)
  expect(total).toBeGreaterThan(100_000)
})

it('counts no bytes of a request that its own answer drops', () => {
  const budget = new JournalBudget(520)
  const journal = new Journal({ budget })
  const draft = journal.begin(request(10), '/', '', 0)
  draft.noteBody('{}')
  journal.end(draft, 200, { text: 'x'.repeat(1000), headers: {} })
  expect([journal.size, journal.bytes, budget.bytes]).toEqual([0, 0, 0])
})
