import { expect, it } from 'vitest'
import { everyDeviation } from '../../testing/faults/faults.ts'
import { decidedRequirement } from '../catalogue/requirements.ts'
import { checks } from './checks.ts'

const ids: ReadonlySet<string> = new Set(checks.map(({ id }) => id))

it.each(checks)('$id is the only check of its name, decides its requirement, and names checks that exist', (check) => {
  expect(checks.filter(({ id }) => id === check.id)).toHaveLength(1)
  expect(decidedRequirement(check.id)).toBe(check.requirement)
  const named = 'observe' in check ? (check.reads ?? []) : [...(check.after ?? []), ...(check.mayBeOpen ?? [])]
  expect(named.filter((id) => !ids.has(id))).toEqual([])
})

it('has the checks that deviations name', () => {
  expect(everyDeviation.filter(({ caughtBy }) => !ids.has(caughtBy)).map(({ name }) => name)).toEqual([])
})
