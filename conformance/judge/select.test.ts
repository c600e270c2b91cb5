import { expect, it } from 'vitest'
import { checks } from '../checks/checks.ts'
import { isPassive } from './define-check.ts'
import { planRun } from './plan.ts'
import { assertSound, select } from './select.ts'

const target = { baseUrl: 'http://target.test' }
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)

it('has every check that another check depends on', () => {
  assertSound(checks)
  const known = new Set(ids(checks))
  expect(
    checks.flatMap((check) => ((isPassive(check) ? check.reads : check.after) ?? []).filter((id) => !known.has(id))),
  ).toEqual([])
  expect(checks.filter((check) => isPassive(check) && !check.reads)).toEqual([])
})

it('selects by the id of a check, by that of its requirement and by patterns, in the order of the kit', () => {
  expect(ids(select(checks, { only: ['legacy.root-allow.methods'] }).selected)).toEqual(['legacy.root-allow.methods'])
  expect(ids(select(checks, { only: ['legacy.root-allow'] }).selected)).toEqual(['legacy.root-allow.methods'])
  const several = ids(select(checks, { only: ['link.*', 'ids.*'], skip: ['link.polling*'] }).selected)
  expect(several.every((id) => /^(?:link|ids)\./.test(id) && !id.startsWith('link.polling'))).toBe(true)
  expect(several).toEqual(ids(checks).filter((id) => several.includes(id)))
})

it('runs the dependencies of a selected check, and their dependencies', () => {
  const { checks: run, selected } = select(checks, { only: ['legacy.root-allow.methods'] })
  expect(ids(selected)).toEqual(['legacy.root-allow.methods'])
  expect(ids(run)).toEqual(['legacy.root.version', 'legacy.root-allow.methods'])
})

it('runs no skipped check, and plans no check that depends on it', () => {
  const plan = planRun({ target, checks, only: ['legacy.root*'], skip: ['legacy.root.version'] })
  expect(plan.map(({ check }) => check.id)).not.toContain('legacy.root.version')
  expect(plan.find(({ check }) => check.id === 'legacy.root-allow.methods')?.ruledOut).toBe(
    'it builds on legacy.root.version, which --skip leaves out',
  )
})

it.each([
  [{ only: ['id.grammar'] }, 'did you mean ids.grammar'],
  [{ only: ['link'] }, 'did you mean link.*?'],
  [{ skip: ['no.such.thing.at.all'] }, 'conformance list'],
  [{ only: ['http.envelope'] }, 'has no check, as it is not shown'],
  [{ only: ['ids.timestamp'] }, 'has no check, as it is excluded: The encoding is not shown'],
  [{ only: ['ids.*'], skip: ['*'] }, 'no check is left'],
])('refuses %j', (options, message) => {
  expect(() => select(checks, options)).toThrow(
    expect.objectContaining({ name: 'KitError', code: 'invalid_selection' }),
  )
  expect(() => select(checks, options)).toThrow(message)
})

it('chooses one sampled check of a requirement by the seed for a quick run, and all of them within sixteen seeds', () => {
  const isSampled = (check: (typeof checks)[number]) => !isPassive(check) && check.inQuickRun === 'sampled'
  const sampled = ids(checks.filter(isSampled))
  const described = sampled.filter((id) => id.startsWith('http.options.'))
  const met = new Set<string>()
  for (let seed = 1; seed <= 16; seed++) {
    const chosen = ids(select(checks, { quick: true, seed }).selected).filter((id) => sampled.includes(id))
    expect(chosen.filter((id) => described.includes(id))).toHaveLength(1)
    for (const id of chosen) met.add(id)
  }
  expect([...met].sort()).toEqual(sampled.sort())
  expect(ids(select(checks).selected)).toEqual(ids(checks))
  const named = select(checks, { quick: true, only: ['http.options'] }).selected
  expect(ids(named)).toEqual(described)
})

it('chooses for a quick run only checks that the target file lets run, with those that decide in their place', () => {
  const legacy = /legacy|issue/
  const { selected } = select(checks, { quick: true }, ({ id }) => !id.startsWith('http.options.') || legacy.test(id))
  const described = ids(selected).filter((id) => id.startsWith('http.options.'))
  expect(described).toHaveLength(1)
  expect(described.filter((id) => !legacy.test(id))).toEqual([])
  for (let seed = 1; seed <= 20; seed++) {
    const chosen = select(checks, { quick: true, seed }).selected
    for (const check of chosen)
      if (!isPassive(check) && check.decidedBy !== undefined) expect(ids(chosen)).toContain(check.decidedBy)
  }
})

it('reports what every check of a quick run saw, also one that another check only reads', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { onlyRead, selected } = select(checks, { quick: true, seed })
    expect(onlyRead.size).toBe(0)
    expect(ids(selected)).toContain('auth.required.environments')
  }
  expect(select(checks, { only: ['http.json'] }).onlyRead.size).toBeGreaterThan(0)
})
