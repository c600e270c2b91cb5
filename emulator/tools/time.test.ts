import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDuration, parseRfc3339, parseTime, toIso } from './time.ts'

it.each([
  ['8d', 691_200_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['1d12h30m15s250ms', 131_415_250],
  ['0s', 0],
  ['1.0005s', 1001],
  [1500, 1500],
  [1.4, 1],
])('reads the duration %s as %i ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

it.each(['', '8', '8 d', '-8d', '1d-2h', '８d', `${'9'.repeat(400)}d`, -1, Number.NaN, Number.POSITIVE_INFINITY, 1n])(
  'refuses the duration %s',
  (text) => {
    expect(() => parseDuration(text as string)).toThrow(/^Expected a duration/)
  },
)

it.each([
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['2026-03-01t00:00:00z', '2026-03-01T00:00:00Z'],
  ['2026-03-01T00:00:00+05:30', '2026-02-28T18:30:00Z'],
  ['2026-03-01T00:00:00-23:59', '2026-03-01T23:59:00Z'],
  ['2026-03-01T00:00:00.1Z', '2026-03-01T00:00:00.100Z'],
  ['2026-03-01T23:59:59.99999999999999999999Z', '2026-03-01T23:59:59.999Z'],
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
  ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00Z'],
])('reads %s', (text, expected) => {
  expect(toIso(parseRfc3339(text)!)).toBe(expected)
})

it.each([
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '+002026-01-01T00:00:00Z',
  '2026-01-01T00:00:00+0100',
  ' 2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00Z\n',
  '',
])('refuses the timestamp %j', (text) => {
  expect(parseRfc3339(text)).toBeUndefined()
})

it('reads back every time that it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9899, 11, 31) }), (time) => {
      expect(parseRfc3339(toIso(time))).toBe(time)
      expect(parseTime(toIso(time))).toBe(time)
      expect(parseTime(new Date(time))).toBe(time)
    }),
  )
})
