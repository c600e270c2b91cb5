import { expect, it } from 'vitest'
import { JsonBounds, mostValues } from './json-bounds.ts'

it('counts nothing in strings, however the text is cut', () => {
  const text = JSON.stringify([',[{'.repeat(mostValues), '\\",[', 'x'])
  for (const size of [1, 2, 7, text.length]) {
    const bounds = new JsonBounds()
    const faults = new Set<string | undefined>()
    for (let at = 0; at < text.length; at += size) faults.add(bounds.write(text.slice(at, at + size)))
    expect([faults, bounds.values]).toEqual([new Set([undefined]), 3])
  }
})
