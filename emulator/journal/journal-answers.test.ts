import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { notedResponse, readNote } from '../api/dialect/noted-response.ts'
import type { Journal } from './journal.ts'
import { openedRequest } from './opened-request.ts'

const request = new Request('http://a/')

function note(journal: Journal, length: number): number {
  const draft = journal.begin({ request, path: '/', search: '', baseUrl: '', sender: {} }, 0)
  journal.end(draft, 200, readNote(notedResponse('x'.repeat(length), 200, { a: 'b' })))
  return draft.index
}

const openedResponse = (journal: Journal, index: number) =>
  openedRequest(journal.draftAt(index)!, journal.view).response

it('drops the oldest answers first, and no request because of an answer', () => {
  const { requests: journal, worlds } = createEmulator({ requests: { bytes: 4_194_304 } })
  for (let index = 0; index < 900; index++) note(journal, 10_000)
  expect(journal.size).toBe(900)
  expect(worlds.default.log.bytes).toBeLessThan(900 * 700 + 1_048_576)
  expect(openedResponse(journal, 900)).toEqual({ status: 200, headers: { a: 'b' }, body: 'x'.repeat(10_000) })
  expect(openedResponse(journal, 1)).toMatchObject({ status: 200, headers: null })
})
