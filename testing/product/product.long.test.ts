import { expect, it } from 'vitest'
import { committed } from '../committed.ts'
import { killTablePath } from '../selftest/kill-table.ts'
import { exclusionOf, exclusions } from './exclusions.ts'
import { product } from './product.ts'
import { survivorsOn } from './product-table.ts'
import { chooseFaults, tryFaults } from './run-product.ts'

const counted = product.filter((fault) => exclusionOf(fault) === undefined)
const sample = chooseFaults({ sample: 400, seed: 1 }, counted)
const excluded = product.filter((fault) => exclusionOf(fault) !== undefined)

// All at once, as each pool of threads loads the kit anew.
const tried = tryFaults([...sample, ...excluded])

it('kills a sample of 400 faults as the table says, without an error of the kit', async () => {
  const survivors = survivorsOn(committed(killTablePath))
  const done = await tried
  const trials = sample.map(({ name }) => done.get(name)!)
  const survived = trials.filter(({ killedBy }) => killedBy === 'none').map(({ name }) => name)
  expect(survived.filter((name) => !survivors.has(name))).toEqual([])
  expect(trials.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`))).toEqual([])
}, 600_000)

// The goal is 99 percent. Most of what is missing are near values of filters on pages before a cursor, which would take
// a request each.
it('kills 98 of 100 faults of the product by the table', () => {
  const survivors = survivorsOn(committed(killTablePath))
  expect(survivors.size).toBeLessThanOrEqual(counted.length * 0.02)
})

it.each(exclusions.map(({ id }) => id))('excludes by the rule %s no fault that a check catches', async (id) => {
  const { excludes } = exclusions.find((rule) => rule.id === id)!
  const done = await tried
  const trials = product.filter(excludes).map(({ name }) => done.get(name)!)
  expect(trials.length).toBeGreaterThan(0)
  expect(
    trials.filter(({ killedBy }) => killedBy !== 'none').map(({ name, checks }) => `${name}: ${checks[0]}`),
  ).toEqual([])
})
