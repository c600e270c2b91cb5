import { expect, it } from 'vitest'
import { kinds, shapesOf, vocabulary, withSecrets } from '../../testing/conformance/named-like-the-report.ts'

const harmless = await withSecrets(Object.fromEntries(kinds.map((kind) => [kind, `harmless-${kind}-7f3a`])))
const expected = shapesOf(harmless)

it('concludes the same with each word of the report as each kind of secret', async () => {
  const words = vocabulary(harmless)
  // Each run uses one word for each kind. Together, the runs use every word for every kind.
  for (let at = 0; at < words.length; at++) {
    const secrets = Object.fromEntries(kinds.map((kind, index) => [kind, words[(at + index * 53) % words.length]!]))
    expect(shapesOf(await withSecrets(secrets)), JSON.stringify(secrets)).toEqual(expected)
  }
}, 300_000)
