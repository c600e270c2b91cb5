import { expect, it } from 'vitest'
import { shapesOf, vocabulary, withSecrets, kinds } from '../../testing/conformance/named-like-the-report.ts'

const harmless = await withSecrets(Object.fromEntries(kinds.map((kind) => [kind, `harmless-${kind}-7f3a`])))
const expected = shapesOf(harmless)
const words = vocabulary(harmless)

it('has enough words to try', () => {
  expect(words.length).toBeGreaterThan(400)
  for (const word of ['insufficientEvidence', 'results', 'requirement', 'pass', '200', 'GET', 'http', 'expected'])
    expect(words).toContain(word)
})

it('concludes the same, and reports in the same shape, whatever words all secrets are', async () => {
  for (let at = 0; at < words.length; at += 9) {
    const word = words[at]!
    const result = await withSecrets(Object.fromEntries(kinds.map((kind) => [kind, word])))
    expect(shapesOf(result), `every secret is ${word}`).toEqual(expected)
  }
})
