import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonAssembly } from './json-assembly.ts'
import type { JsonPath } from './json-pieces.ts'

/** Reads a text in pieces of a size. */
function read(text: string, size: number, opens: (path: JsonPath) => boolean): unknown {
  const assembly = new JsonAssembly(opens)
  for (let at = 0; at < text.length; at += size) assembly.write(text.slice(at, at + size))
  return assembly.end()
}

it('reads what JSON.parse reads, however the text is cut and whatever is opened', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 4 }),
      fc.nat(3),
      (text, size, depth, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        expect(read(spaced, size, (path) => path.length < depth)).toEqual(JSON.parse(text))
      },
    ),
  )
})

it('refuses what JSON.parse refuses, however the text is cut and whatever is opened', () => {
  const change = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', 'x', '1', ' '),
  )
  fc.assert(
    fc.property(
      change,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 4 }),
      ([json, at, letter], size, depth) => {
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + letter + json.slice(place + 1)
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expect(() => read(text, size, (path) => path.length < depth)).toThrow(SyntaxError)
          return
        }
        expect(read(text, size, (path) => path.length < depth)).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})
