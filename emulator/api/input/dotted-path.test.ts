import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDottedPath, followSteps, copyWithValue } from './dotted-path.ts'

const escaped = (step: string) => step.replaceAll(/[.\\]/g, '\\$&')
const step = fc.string({ minLength: 1, maxLength: 8 })

it('parses any steps that are joined with escaped dots and backslashes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      expect(parseDottedPath(steps.map(escaped).join('.'))).toEqual(steps)
    }),
    { seed: 1 },
  )
})

it('finds the value that it has set, and changes nothing else', () => {
  const letters = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'x.y')
  fc.assert(
    fc.property(
      fc.dictionary(letters, fc.dictionary(letters, fc.jsonValue())),
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      fc.jsonValue(),
      (whole, steps, value) => {
        const before = JSON.stringify(whole)
        const next = copyWithValue(whole, steps, value)
        expect(JSON.stringify(whole)).toBe(before)
        if (next === undefined) return
        expect(followSteps(next, steps)).toEqual(value)
        for (const name of Object.keys(whole))
          if (name !== steps[0]) expect(followSteps(next, [name])).toEqual(followSteps(whole, [name]))
      },
    ),
    { seed: 1 },
  )
})
