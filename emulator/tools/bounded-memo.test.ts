import { expect, it } from 'vitest'
import { BoundedMemo } from './bounded-memo.ts'

function counted(most: number): { readonly recent: BoundedMemo<string>; readonly made: string[] } {
  const made: string[] = []
  return { recent: new BoundedMemo(most, (text) => (made.push(text), text.toUpperCase())), made }
}

it('makes a value once, and again when it was forgotten', () => {
  const { recent, made } = counted(2)
  expect(['a', 'b', 'a', 'c', 'a'].map((text) => recent.of(text))).toEqual(['A', 'B', 'A', 'C', 'A'])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

it('remembers that a text has no value', () => {
  const asked: string[] = []
  const recent = new BoundedMemo<undefined>(2, (text) => void asked.push(text))
  expect([recent.of('a'), recent.of('a'), asked]).toEqual([undefined, undefined, ['a']])
})

it('does not keep long texts', () => {
  const { recent, made } = counted(2)
  const long = 'x'.repeat(301)
  expect([recent.of(long), recent.of(long)]).toEqual([long.toUpperCase(), long.toUpperCase()])
  expect(made).toHaveLength(2)
})
