import { expect, it } from 'vitest'
import { madeRun } from '../../../testing/clients/made-run.ts'
import { handedOut } from './ids.ts'

const id = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const [first, second] = madeRun([
  { line: 'GET /1.13/environments', answer: { data: [{ id }] } },
  { line: 'GET /1.13/environments' },
]).transcript.requests
const known = handedOut({ transcript: { requests: [first!, second!] } })

it('knows an id from the answer on in which it came', () => {
  expect([first!, second!].map((request) => known.has(id, request))).toEqual([false, true])
})

it('finds an id that differs at its end alone', () => {
  const counted = `${id.slice(0, -1)}E`
  expect(known.neighbourOf(counted, second!)).toBe(id)
  expect(known.neighbourOf(counted, first!)).toBe(undefined)
  expect(known.neighbourOf(id, second!)).toBe(undefined)
  expect(known.neighbourOf(`9${counted.slice(1)}`, second!)).toBe(undefined)
})

it('finds an id that was cut or extended', () => {
  for (const text of [id.slice(0, 20), `${id}x`]) {
    expect(known.longerOrShorter(text, second!)).toBe(id)
    expect(known.longerOrShorter(text, first!)).toBe(undefined)
  }
  expect(known.longerOrShorter(id, second!)).toBe(undefined)
  expect(known.longerOrShorter('9'.repeat(20), second!)).toBe(undefined)
})
