import { expect, it } from 'vitest'
import { packHeaders, toHeaderRecord } from './raw-headers.ts'

it('joins repeated headers as Headers does, ignoring the case of their names', () => {
  const raw = ['X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'cookie', 'b=2', '__proto__', 'x', 'x-empty', '']
  const headers = toHeaderRecord(packHeaders(raw))
  expect(Object.entries(headers)).toEqual([
    ['x-a', '1, 2'],
    ['cookie', 'a=1; b=2'],
    ['__proto__', 'x'],
    ['x-empty', ''],
  ])
  expect(
    toHeaderRecord(
      packHeaders(
        [
          ...new Headers([
            ['X-A', '1'],
            ['x-a', '2'],
          ]),
        ].flat(),
      ),
    ),
  ).toEqual({ 'x-a': '1, 2' })
})
