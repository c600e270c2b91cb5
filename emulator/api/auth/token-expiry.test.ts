import { expect, it } from 'vitest'
import { toIso } from '../../tools/time.ts'
import { readTokenExpiry, twoYearsAfter } from './token-expiry.ts'

const rfc3339 = { expiresAtFormat: 'rfc3339' } as const
const at = (text: string): number => Date.parse(text)

it.each([
  ['2026-03-01T12:00:00Z', '2028-03-01T12:00:00Z'],
  ['2024-02-29T23:59:59Z', '2026-02-28T23:59:59Z'],
  ['2026-02-28T00:00:00Z', '2028-02-28T00:00:00Z'],
  ['2026-12-31T23:59:59Z', '2028-12-31T23:59:59Z'],
])('adds two calendar years to %s, giving %s', (from, to) => {
  expect(toIso(twoYearsAfter(at(from)))).toBe(to)
})

it.each([
  ['2026-03-01T12:00:00Z', '2026-03-08T12:00:00Z', '2028-03-01T12:00:00Z'],
  ['2024-02-29T06:00:00Z', '2024-03-07T06:00:00Z', '2026-02-28T06:00:00Z'],
  ['2026-03-01T12:00:00.999Z', '2026-03-08T12:00:00Z', '2028-03-01T12:00:00Z'],
])('accepts both limits but nothing beyond them, given creation at %s', (now, earliest, latest) => {
  const read = (time: number) => readTokenExpiry(toIso(time), at(now), rfc3339)
  expect(read(at(earliest))).toBe(at(earliest))
  expect(read(at(latest))).toBe(at(latest))
  expect(() => read(at(earliest) - 1000)).toThrow(/too early.*2026-03-08T12:00:00Z|too early.*2024-03-07T06:00:00Z/)
  expect(() => read(at(latest) + 1000)).toThrow(/too late/)
  expect(() => read(at(earliest) - 1)).toThrow('too early')
  expect(() => read(at(latest) + 1)).toThrow('too late')
})

it('truncates an expiry to the second', () => {
  expect(readTokenExpiry('2026-06-01T00:00:00.999Z', at('2026-03-01T12:00:00Z'), rfc3339)).toBe(
    at('2026-06-01T00:00:00Z'),
  )
})

it.each([
  ['rfc3339', '2026-06-01T02:30:00+02:30'],
  ['rfc3339', '2026-05-31T19:00:00.5-05:00'],
  ['rfc3339', '2026-06-01t00:00:00z'],
  ['unix-seconds', 1_780_272_000],
  ['unix-seconds', '1780272000'],
  ['unix-milliseconds', 1_780_272_000_000],
  ['rfc3339-offset', '2026-06-01T02:00:00+02:00'],
  ['rfc3339-offset', '2026-06-01T00:00:00Z'],
  ['date', '2026-06-01'],
  ['http-date', 'Mon, 01 Jun 2026 00:00:00 GMT'],
  ['unix-seconds-text', '1780272000'],
  ['unix-milliseconds-text', '1780272000000'],
] as const)('reads %s %s as the same moment', (expiresAtFormat, value) => {
  expect(toIso(readTokenExpiry(value, at('2026-03-01T12:00:00Z'), { expiresAtFormat }))).toBe('2026-06-01T00:00:00Z')
})

it.each([
  [
    'rfc3339',
    [
      '2026-06-31T00:00:00Z',
      '2027-02-29T00:00:00Z',
      '2026-06-01',
      '2026-06-01T00:00:00',
      '2026-06-01T24:00:00Z',
      '2026-06-01T00:00:00+24:00',
      '2026-06-01T00:00:00+01:60',
      'tomorrow',
      '',
      1_780_272_000,
      null,
      {},
      ['2026-06-01T00:00:00Z'],
    ],
  ],
  ['unix-seconds', ['2026-06-01T00:00:00Z', 1_780_272_000.5, '1780272000.5', '', 'x', null, true, [1_780_272_000]]],
  ['unix-milliseconds', ['2026-06-01T00:00:00Z', 1.5, null]],
  ['rfc3339-offset', ['2026-06-01', 1_780_272_000]],
  ['date', ['2026-06-01T00:00:00Z', '2026-06-31', '2026-6-1', 1_780_272_000, null]],
  ['http-date', ['2026-06-01T00:00:00Z', 'Tue, 01 Jun 2026 00:00:00 GMT', 'Mon, 1 Jun 2026 00:00:00 GMT', 5]],
  ['unix-seconds-text', [1_780_272_000, '1780272000.5', '-5', 'x', '']],
  ['unix-milliseconds-text', [1_780_272_000_000, null]],
] as const)('refuses values that are not timestamps in the format %s', (expiresAtFormat, values) => {
  for (const value of values)
    expect(
      () => readTokenExpiry(value, at('2026-03-01T12:00:00Z'), { expiresAtFormat }),
      JSON.stringify(value),
    ).toThrow(/^\/expires_at must be/)
})

it.each([
  ['rfc3339', '9999-12-31T23:59:59Z', 'too late'],
  ['rfc3339', '0001-01-01T00:00:00Z', 'too early'],
  ['unix-seconds', 1e300, 'too late'],
  ['unix-seconds', -5, 'too early'],
  ['unix-seconds', 1_780_272_000_000, 'too late'],
  ['unix-milliseconds', 1_780_272_000, 'too early'],
  ['unix-milliseconds', Number.MAX_SAFE_INTEGER, 'too late'],
] as const)('says whether %s %s is too early or too late', (expiresAtFormat, value, fault) => {
  expect(() => readTokenExpiry(value, at('2026-03-01T12:00:00Z'), { expiresAtFormat })).toThrow(fault)
})
