import { expect, it } from 'vitest'
import type { Exchange } from '../../conclusions/exchange.ts'
import { sameAnswer } from './same-answer.ts'
import type { Word } from './shell-words.ts'

const text = (word: Word): string => word.map((part) => (typeof part === 'string' ? part : part.shell)).join('')

/** A list of records with the times at which they end, in a run that begins at nine o'clock. */
function listOf(times: Readonly<Record<string, string>>): Exchange {
  const data = Object.entries(times).map(([id, end]) => ({ id, end }))
  return {
    request: { method: 'GET', url: 'http://target.test/access-tokens', headers: {} },
    response: { status: 200, headers: {}, text: JSON.stringify({ data }), json: { data } },
    startedAt: Date.parse('2027-03-01T09:00:00Z'),
    durationMs: 0,
  }
}

const list = listOf({ first: '2027-03-01T09:41:17Z', second: '2027-03-01T09:17:17Z' })

it.each([
  ['first', 2477],
  ['second', 1037],
])('counts the hour of the %s record from its own time, where others lie within the same hour', (id, ahead) => {
  const condition = sameAnswer(list, 4, (word) => [word], text, [id])
  expect(condition).toBe(`[ "$(record_of 4 ${id})" = "id":"${id}","end":"$(hour ${ahead})" ]`)
})

it.each(['{"scopes":[{"on":"a"}],"end":1,"id":"first"}', '{"id":"first","scopes":[{"on":"a"}]}'])(
  'compares the whole answer given a record that holds other objects: %s',
  (record) => {
    const exchange = { ...list, response: { ...list.response, text: `{"data":[${record}]}` } }
    const condition = sameAnswer(exchange, 4, (word) => [word], text, ['first'])
    expect(condition).not.toContain('record_of')
    expect(condition).toContain(record)
  },
)

it('counts each hour of a whole answer from its own time', () => {
  expect(
    [...sameAnswer(list, 4, (word) => [word], text).matchAll(/\$\(hour (\d+)\)/g)].map(([, ahead]) => ahead),
  ).toEqual(['2477', '1037'])
})

it('counts the records of a long answer unless only its head was kept, whatever its text says', () => {
  const { response, ...rest } = list
  const text = JSON.stringify({
    data: Array.from({ length: 90 }, (_, id) => ({ id: `2rIS3vh4XwYuy1aTEf7ZptA${1000 + id}`, note: ' (cut: ' })),
  })
  const conditionOf = (length?: number) =>
    sameAnswer(
      { ...rest, response: { ...response, text, length } },
      4,
      (word) => [word],
      (word) => word.join(''),
    )
  expect(conditionOf()).toContain('[ "$(members 4 id | grep -c .)" -eq 90 ]')
  expect(conditionOf(9000)).not.toContain('members')
})
