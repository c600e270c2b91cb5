import { expect, it } from 'vitest'
import { Grams } from './grams.ts'

it('finds what has a piece of a text, wherever it stands', () => {
  const grams = new Grams<string>()
  for (let index = 0; index < 1000; index++) grams.add(`thing ${index}`, [`piece${String(index).padStart(6, '0')}`])
  expect([...grams.in('piece000007')]).toEqual(['thing 7'])
  expect([...grams.in(`${'x'.repeat(5000)} piece000999, piece000001`)].sort()).toEqual(['thing 1', 'thing 999'])
  expect([...grams.in('piece00000')]).toEqual([])
})

it('finds in every text what has no piece that is long enough', () => {
  const grams = new Grams<string>()
  grams.add('short', ['ab'])
  grams.add('none', [undefined])
  expect([...grams.in('any text')]).toEqual(['short', 'none'])
})
