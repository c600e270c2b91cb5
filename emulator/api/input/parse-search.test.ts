import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSearch } from './read-parameters.ts'

it('reads a query as URLSearchParams does, with and without anything to decode', () => {
  const part = fc.constantFrom('a', 'b', '=', '&', '?', '/', '#', ':', '1', '-', '~', '!', '%20', '%', '+', 'é', '"')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const search = `?${parts.join('')}`
      const read = [...parseSearch(search)].flatMap(([name, values]) => values.map((value) => [name, value]))
      const names = [...new Set(new URLSearchParams(search).keys())]
      const wanted = names.flatMap((name) => new URLSearchParams(search).getAll(name).map((value) => [name, value]))
      expect(read).toEqual(wanted)
    }),
    { numRuns: 1000 },
  )
})
