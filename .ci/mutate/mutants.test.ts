import { expect, it } from 'vitest'
import { sourceMutants } from './mutants.ts'

const source = `import { a } from './a.ts'
type Kind = 'one' | 'two'
export function judge(kind: Kind): number | undefined {
  if (kind === 'one' && a.isOpen) a.close('now')
  return a.isOpen ? 1 : undefined
}
export const named = (text: string): boolean => text === ''
`

it('changes one condition, call, result or literal at a time, and no type', () => {
  expect(sourceMutants('judge.ts', source).map(({ line, change }) => `${line}: ${change}`)).toEqual([
    "4: kind === 'one' && a.isOpen → !(kind === 'one' && a.isOpen)",
    "4: kind === 'one' && a.isOpen → !(kind === 'one' && a.isOpen)",
    "4: 'one' → ''",
    "4: a.close('now') → ;",
    "4: 'now' → ''",
    '5: return a.isOpen ? 1 : undefined → return undefined as never',
    '5: a.isOpen → !(a.isOpen)',
    '5: 1 → (1 + 1)',
    "7: text === '' → (undefined as never)",
    "7: '' → 'x'",
  ])
  for (const { code } of sourceMutants('judge.ts', source)) expect(code).toContain("type Kind = 'one' | 'two'")
})
