import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Queue } from './queue.ts'

it('is a list that removes items from its beginning', () => {
  const steps = fc.array(fc.oneof(fc.nat(900), fc.constantFrom(-1, -2, -900)), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (changes) => {
      const queue = new Queue<number>()
      const expected: number[] = []
      let next = 0
      for (const change of changes) {
        for (let count = 0; count < change; count++) {
          expected.push(++next)
          queue.push(next)
        }
        for (let count = 0; count < -change; count++) expect(queue.shift()).toBe(expected.shift())
        expect([queue.size, queue.at(0), queue.at(7)]).toEqual([expected.length, expected[0], expected[7]])
      }
      expect([queue.all, queue.at(-1), queue.at(queue.size)]).toEqual([expected, undefined, undefined])
      queue.clear()
      expect([queue.size, queue.all, queue.shift()]).toEqual([0, [], undefined])
    }),
    { numRuns: 50 },
  )
})
