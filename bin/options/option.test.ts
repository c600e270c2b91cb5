import { expect, it } from 'vitest'
import {
  duration,
  decimal,
  flag,
  integer,
  patternsOption,
  positional,
  readOptions,
  size,
  textOption,
  textsOption,
} from './option.ts'

const table = {
  host: textOption('Host'),
  convention: textsOption('NAME=VALUE'),
  json: flag('JSON'),
  port: integer('Port', 0, 65_535),
  rate: decimal('Rate', 0.001, 100),
}

it('reads each option as its own kind, and what was not given as nothing', () => {
  expect(readOptions(table, { host: 'a', convention: ['b', 'c'], json: true, port: '80', rate: '0.5', _: [] })).toEqual(
    {
      host: 'a',
      convention: ['b', 'c'],
      json: true,
      port: 80,
      rate: 0.5,
    },
  )
  const none = { host: undefined, convention: [], json: false, port: undefined, rate: undefined }
  expect(readOptions(table, {})).toEqual(none)
  expect(readOptions(table, { convention: 'b', json: [true, true] })).toEqual({
    ...none,
    convention: ['b'],
    json: true,
  })
})

it.each([
  [{ host: ['a', 'b'] }, '--host was given 2 times; give it once.'],
  [{ host: '' }, '--host has an empty value; give it one, or leave it out.'],
  [{ convention: ['a=b', ''] }, '--convention has an empty value; give it one, or leave it out.'],
  [{ port: '-1' }, '--port takes a whole number from 0 to 65535; got "-1".'],
  [{ port: '65536' }, '--port takes a whole number from 0 to 65535; got "65536".'],
  [{ rate: '1e3' }, '--rate takes a number from 0.001 to 100; got "1e3".'],
])('refuses %j', (parsed, message) => {
  expect(() => readOptions(table, parsed)).toThrow(message)
})

it('reads several patterns by commas, and refuses an empty one', () => {
  const read = (only: unknown) => readOptions({ only: patternsOption('PATTERN') }, { only } as never)
  expect(read(['ids.*, mcp', 'link.next'])).toEqual({ only: ['ids.*', 'mcp', 'link.next'] })
  expect(() => read('ids.*,')).toThrow('--only has an empty value')
})

it('reads a positional as text', () => {
  expect([positional({ url: 4113 }, 'url'), positional({}, 'url')]).toEqual(['4113', undefined])
})

it.each([
  ['1048576', 1_048_576],
  ['512M', 536_870_912],
  ['2g', 2_147_483_648],
  ['2048KB', 2_097_152],
])('reads the size %s', (parsed, bytes) => {
  expect(size('Size').read(parsed, '--max-memory')).toBe(bytes)
})

it.each(['0', '100', '1023K', '-1', '1.5G', '1T', '', 'much'])('refuses the size %j', (parsed) => {
  expect(() => size('Size').read(parsed, '--max-memory')).toThrow(
    '--max-memory takes a size of at least 1M, such as 512M or 2G; got',
  )
})

it('reads a duration', () => {
  expect(duration('Duration').read('1h30m', '--world-ttl')).toBe(5_400_000)
})

it.each(['0', '0s', 'soon', '-1h', ''])('refuses the duration %j', (parsed) => {
  expect(() => duration('Duration').read(parsed, '--world-ttl')).toThrow('--world-ttl takes a duration')
})
