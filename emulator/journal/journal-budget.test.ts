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

it('is one for all worlds of an emulator', async () => {
  const emulator = createEmulator({ limits: { memory: 800_000 } })
  for (let round = 0; round < 20; round++)
    for (let world = 0; world < 20; world++) await ask(emulator, 'GET', `/~w${world}/0/?${'x'.repeat(500)}`)
  const bytes = emulator.worlds.names.map((name) => emulator.worlds.use(name).requests.bytes)
  const total = bytes.reduce((sum, byte) => sum + byte, 0)
  expect(total).toBeLessThanOrEqual(200_000)
  expect(total).toBeGreaterThan(100_000)
})
