import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDottedPath, valueAt, withValueAt } from './dotted-path.ts'

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
        const next = withValueAt(whole, steps, value)
        expect(JSON.stringify(whole)).toBe(before)
        if (next === undefined) return
        expect(valueAt(next, steps)).toEqual(value)
        for (const name of Object.keys(whole))
          if (name !== steps[0]) expect(valueAt(next, [name])).toEqual(valueAt(whole, [name]))
      },
    ),
    { seed: 1 },
  )
})

it('appends to an array, and closes the gap when an element is removed', () => {
  expect(withValueAt({ list: [1, 2] }, ['list', '2'], 3)).toEqual({ list: [1, 2, 3] })
  expect(withValueAt({ list: [1, 2] }, ['list', '3'], 4)).toBeUndefined()
  expect(withValueAt({ list: [1, 2] }, ['list', '0'], undefined)).toEqual({ list: [2] })
})

it('sees only own members', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined()
  expect(valueAt([1], ['length'])).toBeUndefined()
  expect(valueAt('text', ['0'])).toBeUndefined()
  expect(valueAt({ a: null }, ['a'])).toBeNull()
})
