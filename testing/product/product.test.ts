import { expect, it } from 'vitest'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { committed } from '../committed.ts'
import { everyDeviation } from '../faults/faults.ts'
import { findExclusion, exclusions } from './exclusions.ts'
import type { Fault } from './law.ts'
import { product } from './product.ts'
import { killMatrixPath, listedSurvivors, toProductTable } from './product-table.ts'
import { chooseFaults } from './run-product.ts'

const fault = (law: string, place: string, condition: string): Fault => ({
  name: `${law}/${place}/${condition}`,
  law,
  place,
  condition,
  requirement: 'http.json',
  description: 'It is wrong.',
  wrap: (next) => next,
})

it('gives each deviation and each fault of the product a name of its own', () => {
  for (const faults of [everyDeviation, product])
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
})

it('has a deviation or a fault for every requirement that is judged', () => {
  const covered = new Set<string>([...everyDeviation, ...product].map(({ requirement }) => requirement))
  const open = requirements.filter(
    ({ kind, id, ...rest }) => kind === 'stated' && !('excluded' in rest) && !covered.has(id),
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

it('kills 99 of 100 faults according to the page, which names only existing faults', () => {
  const survivors = listedSurvivors(committed(killMatrixPath))
  const counted = product.filter((fault) => findExclusion(fault) === undefined).map(({ name }) => name)
  expect([...survivors].filter((name) => !counted.includes(name))).toEqual([])
  expect(survivors.size).toBeLessThanOrEqual(counted.length * 0.01)
})

it('has no rule that excludes nothing', () => {
  expect(exclusions.filter(({ excludes }) => !product.some(excludes)).map(({ id }) => id)).toEqual([])
})

it('chooses by law, condition and a sample that the seed decides', () => {
  const all = ['a', 'b'].flatMap((law) => ['x', 'y', 'z'].map((condition) => fault(law, 'p', condition)))
  const names = (choice: Parameters<typeof chooseFaults>[0]) => chooseFaults(choice, all).map(({ name }) => name)
  expect(names({ law: 'a', condition: 'y' })).toEqual(['a/p/y'])
  expect(names({ sample: 3, seed: 7 })).toEqual(names({ sample: 3, seed: 7 }))
  expect(new Set([1, 2, 3, 4, 5].map((seed) => names({ sample: 2, seed }).join())).size).toBeGreaterThan(1)
  expect(names({ sample: 9 })).toHaveLength(6)
  expect(() => names({ law: 'aa' })).toThrow('There is no law "aa"')
  expect(() => names({ condition: 'q' })).toThrow('There is no condition "q"')
})

it('writes what was killed by law and condition, and names what survived', () => {
  const faults = [fault('a', 'p', 'x'), fault('a', 'q', 'x'), fault('a', 'p', 'always'), fault('b', 'p', 'always')]
  const trials = new Map(
    faults.map(({ name }, index) => [
      name,
      {
        name,
        killedBy: index === 1 ? ('none' as const) : ('its requirement' as const),
        checks: index === 1 ? [] : [`check.${index}`],
        errors: [],
      },
    ]),
  )
  const page = toProductTable(faults, trials)
  expect(page).toContain('4 faults of 2 laws in 2 ways, 3 killed (75.0 percent).')
  expect(page).toContain('| a | 1 | 2 | 2 of 3 | x 1 of 2 |')
  expect(page).toContain('| b | 1 | 1 | 1 |  |')
  expect(page).toContain('| always | 2 |\n| of a single law | 1 of 2 |')
  expect([...listedSurvivors(page)]).toEqual(['a/q/x'])
})
