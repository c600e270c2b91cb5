import { expect, it } from 'vitest'
import { type AnswerShape, toAnswerShape } from './answer-shape.ts'
import { compareAnswers } from './compare-answers.ts'

function answer(json: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): AnswerShape {
  return toAnswerShape({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    json,
    text: JSON.stringify(json),
  })
}

const id = '0ujsszwN8NRY24YaXiTIE2VWDTS'
const page = { data: [{ id, name: 'One', tags: ['a'] }], has_more: true }

it('finds no difference where only values, ids and the number of records differ', () => {
  const other = {
    data: [
      { id, name: 'Two', tags: ['b', 'c'] },
      { id, name: 'Three', tags: [] },
    ],
    has_more: false,
  }
  expect(compareAnswers(answer(page), answer(other))).toEqual([])
  expect(compareAnswers(answer({ [id]: { name: 'a' } }), answer({ [id.replace('0', '1')]: { name: 'b' } }))).toEqual([])
})

it.each([
  ['a status', answer(page), answer(page, {}, 201), [{ kind: 'status', left: 200, right: 201 }]],
  [
    'a type',
    answer({ expires_at: 1 }),
    answer({ expires_at: '2026-01-01' }),
    [{ kind: 'type', path: 'expires_at', left: ['number'], right: ['string'] }],
  ],
] as const)('reports %s', (_what, left, right, differences) => {
  expect(compareAnswers(left, right)).toEqual(differences)
})

it('treats null and an empty list as unknown', () => {
  expect(compareAnswers(answer({ data: [], next: null }), answer({ data: page.data, next: id }))).toEqual([])
  expect(compareAnswers(answer({ a: null }), answer({ a: { b: 1 } }))).toEqual([])
  expect(compareAnswers(answer({ a: {} }), answer({ a: { b: 1 } }))).toHaveLength(1)
})

it('survives hostile answers', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as unknown
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, index]))
  const odd = JSON.parse('{"__proto__": {"polluted": 1}, "toString": null, "a.b": 1, "": 2}') as unknown
  expect(Object.keys(answer(deep).members).length).toBeLessThan(20)
  expect(Object.keys(answer(wide).members).length).toBeLessThan(3000)
  expect(Object.keys(answer(odd).members)).toEqual(['', '""', '"a.b"', '__proto__', '__proto__.polluted', 'toString'])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(compareAnswers(answer(odd), answer(odd))).toEqual([])
})
