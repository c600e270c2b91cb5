import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import {
  conventionNames,
  defaultConventions,
  describeConventions,
  withConventions,
} from '../../emulator/api/dialect/conventions.ts'
import { conventionCombinations } from './combinations.ts'

const combinations = conventionCombinations(30)
const all = combinations.map((combination) => withConventions(defaultConventions, combination))

it('gives at least 30 valid combinations, the defaults first, the same every time', () => {
  expect(combinations.length).toBeGreaterThanOrEqual(30)
  expect(combinations[0]).toEqual({})
  expect(conventionCombinations(30)).toEqual(combinations)
})

it('lets every two alternatives of two conventions meet', () => {
  const choices = describeConventions(defaultConventions).filter(({ alternatives }) => Array.isArray(alternatives))
  for (const [index, left] of choices.entries()) {
    for (const right of choices.slice(index + 1)) {
      for (const a of [left.default, ...(left.alternatives as unknown[])]) {
        for (const b of [right.default, ...(right.alternatives as unknown[])]) {
          const met = all.some((conventions) => conventions[left.name] === a && conventions[right.name] === b)
          expect(met, `${left.name}=${String(a)} with ${right.name}=${String(b)}`).toBe(true)
        }
      }
    }
  }
})

it('changes every convention at least once', () => {
  const unchanged = conventionNames.filter((name) =>
    all.every((conventions) => isDeepStrictEqual(conventions[name], all[0]![name])),
  )
  expect(unchanged, 'Add another value in openValues of testing/suite/combinations.ts.').toEqual([])
})
