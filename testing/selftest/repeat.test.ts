import { expect, it } from 'vitest'
import { jittering, verdictsOf } from './jitter.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

it('gives the same verdicts in the same order when run twice', async () => {
  expect(await verdictsOf(emulatorSubject())).toBe(await verdictsOf(emulatorSubject()))
})

// repeat.long.test.ts has a hundred orders.
it('gives the same verdicts over a network that jitters', async () => {
  expect(await verdictsOf(jittering(emulatorSubject(), 1), 1)).toBe(await verdictsOf(emulatorSubject()))
})

// Products that a hook makes have brand, category and status in step, and numbers as names.
it.each([40, 240])('tells filters apart where the hooks of earlier runs have made %d products', async (made) => {
  const subject = emulatorSubject()
  const { method, path } = subject.target.hooks!.createProduct!
  const url = `${subject.target.baseUrl}${path}`
  for (let count = 0; count < made; count++) await subject.fetch(new Request(url, { method, body: '{}' }))
  const result = await runKit(subject, { only: ['filters.and.enum', 'filters.and.search', 'filters.and.search-enum'] })
  expect(resultLines(result, 'pass')).toHaveLength(result.results.length)
})
