import fc from 'fast-check'
import KSUID from 'ksuid'
import { expect, it } from 'vitest'
import { highestId, IdSource, parseId, timeOfId } from './ids.ts'

const lowest = '0'.repeat(27)
const now = Date.UTC(2026, 2, 1, 12)
/** Any time that the layout can hold, and any movement from it, also backwards. */
const times = fc.array(
  fc.oneof(
    fc.integer({ min: 1_400_000_000_000, max: 5_000_000_000_000 }),
    fc.constantFrom(0, now, now + 1, now + 999, now - 1, 9e15),
  ),
  { minLength: 1, maxLength: 60 },
)
const seeds = fc.integer()
const wellFormed = fc.stringMatching(/^[0-9A-Za-z]{27}$/)

// holds: ids.order
it('issues ids in creation order under any movement of the clock', () => {
  fc.assert(
    fc.property(seeds, times, (random, moments) => {
      const ids = new IdSource({ last: lowest, random })
      let last = lowest
      for (const moment of moments) {
        const id = ids.next(moment)
        expect(parseId(id)).toEqual({ bare: id, prefix: '' })
        expect(id > last).toBe(true)
        last = id
      }
    }),
  )
})

// holds: ids.timestamp
it('issues ids that a KSUID library reads, with their second, while the clock moves forward', () => {
  fc.assert(
    fc.property(seeds, times, (random, moments) => {
      const ids = new IdSource({ last: lowest, random })
      const forward = moments
        .filter((moment) => moment > 1_400_000_000_000 && moment < 5e12)
        .sort((left, right) => left - right)
      for (const moment of forward) {
        const id = ids.next(moment)
        const second = Math.floor(moment / 1000)
        const read = KSUID.parse(id)
        expect(read.string).toBe(id)
        expect(read.date.getTime()).toBe(second * 1000)
        expect(timeOfId(id)).toBe(second * 1000)
      }
    }),
  )
})

it('continues from its state with the same ids and texts', () => {
  fc.assert(
    fc.property(seeds, times, times, (random, before, after) => {
      const ids = new IdSource({ last: lowest, random })
      for (const moment of before) ids.next(moment)
      const copy = new IdSource(JSON.parse(JSON.stringify(ids.state)))
      expect(after.map((moment) => [copy.next(moment), copy.nextText(5)])).toEqual(
        after.map((moment) => [ids.next(moment), ids.nextText(5)]),
      )
    }),
  )
})

it('issues only higher ids after raiseTo, and never falls back', () => {
  fc.assert(
    fc.property(
      seeds,
      fc.array(
        wellFormed.filter((id) => id <= highestId),
        { minLength: 1 },
      ),
      (random, raised) => {
        const ids = new IdSource({ last: lowest, random })
        let highest = lowest
        for (const id of raised) {
          ids.raiseTo(id)
          if (id > highest) highest = id
          const next = ids.next(now)
          expect(next > highest).toBe(true)
          highest = next
        }
      },
    ),
  )
})
