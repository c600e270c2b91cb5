import { expect, it } from 'vitest'
import { notedResponse, noteOf } from '../api/dialect/noted-response.ts'
import { Journal } from './journal.ts'
import { JournalBudget } from './journal-budget.ts'
import { openedRequest } from './opened-request.ts'

const request = new Request('http://a/')

function note(journal: Journal, length: number): number {
  const draft = journal.begin(request, '/', '', 0)
  journal.end(draft, 200, noteOf(notedResponse('x'.repeat(length), 200, { a: 'b' })))
  return draft.index
}

const answerAt = (journal: Journal, index: number) => openedRequest(journal.draftAt(index)!, journal.view).response

it('drops the oldest answers first, and no request because of an answer', () => {
  const journal = new Journal({ bytes: 4_194_304 })
  for (let index = 0; index < 900; index++) note(journal, 10_000)
  expect(journal.size).toBe(900)
  expect(journal.bytes).toBeLessThan(900 * 700 + 1_048_576)
  expect(answerAt(journal, 900)).toEqual({ status: 200, headers: { a: 'b' }, body: 'x'.repeat(10_000) })
  expect(answerAt(journal, 1)).toMatchObject({ status: 200, headers: null })
})

it('keeps no more than a part of small limits, and only the headers of a long answer', () => {
  const small = new Journal({ bytes: 40_000 })
  for (let index = 0; index < 30; index++) note(small, 2000)
  expect(small.bytes).toBeLessThan(50_000)
  const journal = new Journal()
  expect(answerAt(journal, note(journal, 70_000))).toEqual({
    status: 200,
    headers: { a: 'b' },
    body: '(too long to keep)',
  })
})

it('gives the memory of answers back', () => {
  const budget = new JournalBudget(10_000_000)
  const journal = new Journal({ budget, entries: 5 })
  for (let index = 0; index < 50; index++) note(journal, 3000)
  expect(budget.bytes).toBe(journal.bytes)
  expect(journal.bytes).toBeLessThan(5 * 7000)
  journal.shrinkTo(1000)
  expect(budget.bytes).toBe(journal.bytes)
  journal.clear()
  expect([budget.bytes, journal.bytes]).toEqual([0, 0])
  for (let index = 0; index < 50; index++) note(journal, 3000)
  journal.release()
  expect(budget.bytes).toBe(0)
})

it('forgets the answers of the requests that it drops, and no others, whatever the order of answers', () => {
  const journal = new Journal({ entries: 2 })
  const [first, second] = [journal.begin(request, '/', '', 0), journal.begin(request, '/', '', 0)]
  for (const draft of [second, first]) journal.end(draft, 200, noteOf(notedResponse('{}', 200, {})))
  const third = note(journal, 10)
  expect(first.answer).toBeUndefined()
  expect(answerAt(journal, second.index)).toMatchObject({ body: {} })
  expect(answerAt(journal, third)).toMatchObject({ body: 'x'.repeat(10) })
})
