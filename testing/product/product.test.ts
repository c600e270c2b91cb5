import { expect, it } from 'vitest'
import { exclusions } from './exclusions.ts'
import type { Fault } from './law.ts'
import { product } from './product.ts'
import { checksOn, toProductTable, survivorsOn, withProductTable, productParts } from './product-table.ts'
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

it('gives each fault of the product a name of its own', () => {
  expect(new Set(product.map(({ name }) => name)).size).toBe(product.length)
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
  const faults = [fault('a', 'p', 'x'), fault('a', 'q', 'x'), fault('b', 'p', 'y')]
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
  const table = toProductTable(faults, trials)
  expect(table).toContain('3 faults of 2 laws, 2 killed (66.7 percent).')
  expect(table).toContain('| a | 1 of 2 | x 1 of 2 |')
  expect(table).toContain('| b | 1 | y 1 |')
  expect([...survivorsOn(table)]).toEqual(['a/q/x'])
  expect([...checksOn(`page\n\n${table}`)]).toEqual(['check.0', 'check.2'])
  const page = withProductTable('# Others\n\ntext\n', table)
  expect(withProductTable(page, table)).toBe(page)
  expect(productParts(page)).toEqual(['# Others\n\ntext\n', `\n${table}`])
})
