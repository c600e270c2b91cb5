import { expect, it } from 'vitest'
import { catalogueDigest } from './kit.ts'
import { requirements } from './requirements.ts'

it('gives the catalogue a digest that changes with any statement', () => {
  const digest = catalogueDigest(requirements)
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(catalogueDigest(requirements.map((requirement) => ({ ...requirement })))).toBe(digest)
  expect(
    catalogueDigest(
      requirements.map((requirement, index) =>
        index === 7 ? { ...requirement, statement: `${requirement.statement} Always.` } : requirement,
      ),
    ),
  ).not.toBe(digest)
  expect(catalogueDigest(requirements.slice(1))).not.toBe(digest)
})
