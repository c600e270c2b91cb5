import { expect, it } from 'vitest'
import { aroundChanges, diffLines } from './diff.ts'

const text = (lines: ReturnType<typeof aroundChanges>) => lines.map((line) => (line ? `${line.sign}${line.text}` : '…'))

it('marks the lines that only one text has, and leaves out what is far from a change', () => {
  expect(text(diffLines('a\nb\nc', 'a\nx\nc\nd'))).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(text(diffLines('a', 'a'))).toEqual([' a'])
  const before = Array.from({ length: 9 }, (_none, index) => String(index))
  const lines = diffLines(before.join('\n'), before.with(4, 'x').join('\n'))
  expect(text(aroundChanges(lines))).toEqual(['…', ' 2', ' 3', '-4', '+x', ' 5', ' 6', '…'])
  expect(aroundChanges(diffLines('a\nb', 'a\nb'))).toEqual([undefined])
})

it('does not compare texts of thousands of lines line by line', () => {
  const long = Array.from({ length: 2000 }, (_none, index) => index).join('\n')
  expect(diffLines(long, 'a').at(-1)).toEqual({ sign: '+', text: 'a' })
})
