// Twins of right servers that differ from the usual one in several ways at once.
import { expect, it } from 'vitest'
import { learnedTwin } from './learned-twins.ts'
import { type Combination, openCombination } from './product/product.ts'

it.each<readonly [what: string, Combination]>([
  [
    'page links that other clients move while it is learned',
    { envelopes: 'OData', lists: 'one paged, three a page', writers: 'create at every third request' },
  ],
  ['a token that ends the previous token, whose refusal is 402', { refusals: 'rare', tokens: 'the last alone' }],
  [
    'empty lists without a member, and a count that no template has',
    { envelopes: 'the name of the kind, left out where no record is', lists: 'one paged, three a page' },
  ],
])('answers alike, given %s', async (_what, combination) => {
  const { differences, wrong } = await learnedTwin({ name: 'combined', make: () => openCombination(combination) })
  expect({ differences, wrong }).toEqual({ differences: [], wrong: [] })
})
