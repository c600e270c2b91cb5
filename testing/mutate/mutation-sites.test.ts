import { expect, it } from 'vitest'
import { instrument, mutantsOf } from './mutation-sites.ts'
import { canNotice, MutationSwitch } from './mutation-switch.ts'

const source = `import { fail } from './verdict.ts'
export async function run(a: number, b?: { readonly c: number }): Promise<void> {
  if (a > 1 && (b?.c === 2 || a > 7)) fail('x', 'y')
  if (a > 5) return
  if (!b) {
    const text = 'none'
    insufficient(text)
  }
  await assertAll(b)
}
`

it('finds the conditions before verdicts, their operands, and calls that may end a check', () => {
  const { code, sites } = instrument(source, 'a.ts', 10)
  expect(sites.map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['guard', 3, 'a > 1 && (b?.c === 2 || a > 7)'],
    ['and', 3, 'a > 1'],
    ['and', 3, 'b?.c === 2 || a > 7'],
    ['or', 3, 'b?.c === 2'],
    ['or', 3, 'a > 7'],
    ['guard', 5, '!b'],
    ['call', 9, 'await assertAll(b)'],
  ])
  expect(code).toContain(
    'if (__site(10, (__site(11, (a > 1)) && (__site(12, (__site(13, (b?.c === 2)) || __site(14, (a > 7))))',
  )
  expect(code).toContain('if (__site(16, true)) await assertAll(b)')
  expect(mutantsOf(sites).map(({ site, change }) => `${site} ${change}`)).toEqual([
    '0 taken out',
    '0 turned round',
    '1 taken out',
    '2 taken out',
    '3 taken out',
    '4 taken out',
    '5 taken out',
    '5 turned round',
    '6 taken out',
  ])
})

it('changes one site at a time, and notes which values each had', () => {
  const { sites } = instrument(source, 'a.ts', 0)
  const control = new MutationSwitch(sites)
  control.begin({ site: 0, change: 'taken out' })
  expect([control.site(0, true), control.site(1, false)]).toEqual([false, false])
  expect([...control.seen]).toEqual([1, 2, 0, 0, 0, 0, 0])
  control.begin({ site: 0, change: 'turned round' })
  expect([control.site(0, true), control.site(0, false)]).toEqual([false, true])
  expect(control.seen[0]).toBe(3)
  control.begin({ site: 1, change: 'taken out' })
  expect(control.site(1, false)).toBe(true)
  control.begin()
  expect([control.site(0, 'text'), control.site(1, undefined)]).toEqual(['text', undefined])
})

it('tells which runs can notice a change: those in which it makes a difference', () => {
  const [guard, operand, , , , , call] = instrument(source, 'a.ts', 0).sites
  const able = (change: 'taken out' | 'turned round', site = guard!) =>
    [0, 1, 2, 3].filter((seen) => canNotice({ site: 0, change }, site, seen))
  expect(able('taken out')).toEqual([1, 3])
  expect(able('turned round')).toEqual([1, 2, 3])
  expect(able('taken out', operand)).toEqual([2, 3])
  expect(able('taken out', call)).toEqual([1, 3])
})
