import { expect, it } from 'vitest'
import { durationOption, readOption, sizeOption } from './option.ts'

it.each([
  ['1048576', 1_048_576],
  ['512M', 536_870_912],
  ['2g', 2_147_483_648],
  ['2048KB', 2_097_152],
])('reads the size %s', (parsed, bytes) => {
  expect(readOption(sizeOption('Size'), '--max-memory', parsed)).toBe(bytes)
})

it('reads a duration', () => {
  expect(readOption(durationOption('Duration'), '--world-ttl', '1h30m')).toBe(5_400_000)
})

it.each(['0', '100', '1023K', '-1', '1.5G', '1T', 'much', '0s', '-1h'])(
  'rejects %j as a size and as a duration',
  (parsed) => {
    expect(() => readOption(sizeOption('Size'), '--max-memory', parsed)).toThrow(
      '--max-memory takes a size of at least 1M, such as 512M or 2G; got',
    )
    expect(() => readOption(durationOption('Duration'), '--world-ttl', parsed)).toThrow('--world-ttl takes a duration')
  },
)
