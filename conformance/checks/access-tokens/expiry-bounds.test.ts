import { expect, it } from 'vitest'
import { momentsOf, readTime } from '../../reading/times.ts'
import { expiryInWords, isAsSent, twoYears } from './expiry-bounds.ts'

const day = 86_400_000
const sent = '2027-03-01T10:17:00Z'

it.each([
  ['the same moment', '2027-03-01T10:17:00Z', true],
  ['the same moment elsewhere', '2027-03-01T12:17:00+02:00', true],
  ['a moment cut to the minute', '2027-03-01T10:16:01Z', true],
  ['two minutes less', '2027-03-01T10:15:00Z', false],
  ['the full hour', '2027-03-01T10:00:00Z', false],
  ['Unix seconds', Date.parse(sent) / 1000, true],
  ['Unix milliseconds', Date.parse(sent), true],
  ['its day', '2027-03-01', true],
  ['the day after', '2027-03-02', true],
  ['the day before yesterday', '2027-02-27', false],
  ['a time without a zone', '2027-03-01 10:17:00', true],
  ['the time of a place without its zone', '2027-03-01T15:47:00', true],
  ['another time without a zone', '2027-03-01T15:40:00', false],
  ['midnight', '2027-03-01T00:00:00Z', false],
])('tells whether %s is the expiry that was sent', (_what, reported, expected) => {
  expect(isAsSent(reported, sent)).toBe(expected)
})

it('finds no time in a value that is not a time', () => {
  expect(isAsSent(null, sent)).toBeUndefined()
  expect(isAsSent('never', sent)).toBeUndefined()
  expect(momentsOf({})).toBeUndefined()
})

it('reads a time without a zone as one in UTC', () => {
  expect(readTime('2027-03-01T10:17:00')).toBe(Date.parse(sent))
  expect(readTime('2027-03-01 10:17:00.5')).toBe(Date.parse(sent) + 500)
})

it.each([
  ['from a leap day', Date.UTC(2028, 1, 29, 12), 731],
  ['with a leap day', Date.UTC(2027, 2, 1), 731],
  ['without one', Date.UTC(2029, 2, 1), 730.5],
])('gives two years %s their days', (_what, from, longest) => {
  expect(twoYears(from)).toEqual({ shortest: 730 * day, longest: longest * day })
})

it.each([
  [7 * day + 65_000, 'expires in 7 days and 65 s'],
  [7 * day - 60_000, 'expires in 6 days and 23 h 59 min'],
  [day, 'expires in 1 day and 0 s'],
  [59_000, 'expires in 59 s'],
  [-5 * day, 'expired 5 days and 0 s ago'],
])('tells an expiry %d ms from now in words', (span, words) => {
  expect(expiryInWords(span)).toBe(words)
})
