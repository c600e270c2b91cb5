// The twins of right servers with one thing of their own. testing/corpus/verdicts/learn.txt has how each differs.
import { expect, it } from 'vitest'
import { partOf } from '../../sample.ts'
import { byHand } from './by-hand.ts'
import { learnedTwin } from './learned-twins.ts'
import { alone, described, openCombination } from './product/product.ts'

const servers = [
  ...byHand,
  ...alone.map((combination) => ({ name: described(combination), make: () => openCombination(combination) })),
]

it.each(partOf(servers, 7))('learns $name, and names each difference of its twin', async (server) => {
  const { differences, wrong } = await learnedTwin(server)
  expect(wrong).toEqual([])
  // Each difference is named by its question and by what differs.
  expect(differences.filter((difference) => difference.differences.length === 0)).toEqual([])
})
