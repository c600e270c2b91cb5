import { expect, it } from 'vitest'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { committed } from '../committed.ts'
import { everyDeviation } from '../faults/faults.ts'
import { findExclusion, exclusions } from './exclusions.ts'
import { product } from './product.ts'
import { killMatrixPath, listedSurvivors } from './product-table.ts'

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
