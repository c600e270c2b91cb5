// A sample of the right servers by product, in this process. product.long.test.ts runs all of them.
import { expect, it } from 'vitest'
import { expectRight } from './expect-right.ts'
import { combinations, described, factors } from './product.ts'

it('has 60 combinations and more, in which each value of each factor comes', () => {
  expect(combinations.length).toBeGreaterThanOrEqual(60)
  for (const [name, factor] of Object.entries(factors))
    expect(new Set(combinations.map((combination) => combination[name]))).toEqual(new Set(Object.keys(factor)))
})

const sample = combinations
  .filter(({ transports }) => ['in process', 'headers of a balancer'].includes(transports!))
  .slice(1, 4)

it.each(sample.map((combination) => [described(combination), combination] as const))(
  'blames nothing, and tells what is open by rules, given %s',
  async (_what, combination) => {
    await expectRight(combination)
  },
)
