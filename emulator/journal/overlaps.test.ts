import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import type { JournalDraft } from './journal-draft.ts'

const request = new Request('http://emulator.test/')

it('names the requests that were under way at the same time', async () => {
  const emulator = createEmulator({ faults: [{ operation: 'projects.list', delay: 5, times: 2 }] })
  await ask(emulator, 'GET', '/0/')
  await Promise.all([ask(emulator, 'GET', '/1.13/projects'), ask(emulator, 'GET', '/1.13/projects')])
  await ask(emulator, 'GET', '/0/')
  expect(emulator.requests.find().map(({ overlapped }) => overlapped)).toEqual([[], [3], [2], []])
})

it('finds what a comparison of all pairs finds, whatever the order of arrivals and answers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (steps, entries) => {
      const journal = createEmulator({ requests: { entries } }).requests
      const open: JournalDraft[] = []
      for (const step of steps) {
        if (step % 3 === 0 && open.length > 0) journal.end(open.splice(step % open.length, 1)[0]!, 200)
        else open.push(journal.begin({ request, path: '/', search: '', baseUrl: '', sender: {} }, 0))
      }
      const drafts = Array.from({ length: journal.size }, (_none, place) => journal.draftAt(journal.oldest + place)!)
      const endOf = (draft: JournalDraft) => draft.answered ?? Number.POSITIVE_INFINITY
      for (const draft of drafts)
        expect(journal.view.overlapped(draft)).toEqual(
          drafts
            .filter((other) => other !== draft && other.arrived < endOf(draft) && draft.arrived < endOf(other))
            .map(({ index }) => index),
        )
    }),
  )
})
