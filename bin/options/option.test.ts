import { expect, it } from 'vitest'
import { duration, size } from './option.ts'

it.each([
  ['1048576', 1_048_576],
  ['512M', 536_870_912],
  ['2g', 2_147_483_648],
  ['2048KB', 2_097_152],
])('reads the size %s', (parsed, bytes) => {
  expect(size('Size').read(parsed, '--max-memory')).toBe(bytes)
})

it('reads a duration', () => {
  expect(duration('Duration').read('1h30m', '--world-ttl')).toBe(5_400_000)
})

it.each(['0', '100', '1023K', '-1', '1.5G', '1T', 'much', '0s', '-1h'])(
  'takes %j for no size and no duration',
  (parsed) => {
    expect(() => size('Size').read(parsed, '--max-memory')).toThrow(
      '--max-memory takes a size of at least 1M, such as 512M or 2G; got',
    )
    expect(() => duration('Duration').read(parsed, '--world-ttl')).toThrow('--world-ttl takes a duration')
  },
)
