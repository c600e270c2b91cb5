// The right servers by product: clauses 2 to 9 leave each choice open, so that the kit may blame none of them.
import { expect, it } from 'vitest'
import { expectRight } from './expect-right.ts'
import { combinations, described } from './product.ts'
import { type UndecidedRule, undecidedRules } from './undecided.ts'

const taken = new Set<UndecidedRule>()

for (const [index, combination] of combinations.entries())
  it(`blames nothing by combination ${index}: ${described(combination) || 'the usual'}`, async () => {
    for (const rule of await expectRight(combination)) taken.add(rule)
  })

it('has no rule that tells of nothing', () => {
  expect(undecidedRules.filter((rule) => !taken.has(rule)).map(({ reason }) => reason)).toEqual([])
})
