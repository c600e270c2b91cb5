import { expect, it } from 'vitest'
import { isPassive } from '../judge/define-check.ts'
import { checks } from './checks.ts'

/** The checks whose outcome each check may wait for. A passive one concludes when all others have. */
const waitsFor: ReadonlyMap<string, readonly string[]> = new Map(
  checks.map((check) => [check.id, isPassive(check) ? [] : [...(check.after ?? []), ...(check.sameFaultAs ?? [])]]),
)

/** The checks that a check waits for, and those that these wait for. */
function allBehind(id: string): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...(waitsFor.get(id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(waitsFor.get(next) ?? []))
  }
  return found
}

it('lets no check wait for its own outcome, by after and sameFaultAs: such a run would never end', () => {
  expect([...waitsFor.keys()].filter((id) => allBehind(id).has(id))).toEqual([])
})
