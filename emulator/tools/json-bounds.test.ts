import { expect, it } from 'vitest'
import { boundsFault, JsonBounds, mostValues, tooMany } from './json-bounds.ts'

const list = (length: number) => `[${Array<string>(length).fill('0').join()}]`
const members = (length: number) => `{${Array.from({ length }, (_, index) => `"m${index}":1`).join()}}`

it.each([
  ['items', list],
  ['members', members],
  ['lists in a list', (length: number) => `[${'[],'.repeat((length - 2) / 2)}[]]`],
])('accepts as many %s as are read at once, and not two more', (_what, make) => {
  expect(boundsFault(make(mostValues))).toBeUndefined()
  expect(boundsFault(make(mostValues + 2))).toBe(tooMany)
})

it('counts nothing in strings, however the text is cut', () => {
  const text = JSON.stringify([',[{'.repeat(mostValues), '\\",[', 'x'])
  for (const size of [1, 2, 7, text.length]) {
    const bounds = new JsonBounds()
    const faults = new Set<string | undefined>()
    for (let at = 0; at < text.length; at += size) faults.add(bounds.write(text.slice(at, at + size)))
    expect([faults, bounds.values]).toEqual([new Set([undefined]), 3])
  }
})
