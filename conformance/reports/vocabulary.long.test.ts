import { expect, it } from 'vitest'
import { kinds, shapesOf, vocabulary, withSecrets } from '../../testing/conformance/named-like-the-report.ts'

const secrets = Object.fromEntries(kinds.map((kind) => [kind, `harmless-${kind}-7f3a`]))
const harmless = await withSecrets(secrets)
const expected = shapesOf(harmless)

it.each(kinds)('concludes the same with each word of the report as %s', async (kind) => {
  for (const word of vocabulary(harmless))
    expect(shapesOf(await withSecrets({ ...secrets, [kind]: word })), `${kind} is ${word}`).toEqual(expected)
})
