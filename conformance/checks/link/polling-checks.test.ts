import { expect, it } from 'vitest'
import { type AskedPage, type LinkServer, type Page, saysOf } from '../../../testing/servers/link-server.ts'

type Answer = NonNullable<LinkServer['answer']>

const refusal = (): Response => Response.json({ error: 'unknown cursor' }, { status: 400 })

/** Returns true if a cursor begins where a page begins. */
const isEven = ({ cursor = 0 }: AskedPage): boolean => cursor % 2 === 0

/** A page without the event that was created. */
const withoutNew = ({ isCreated, all }: AskedPage, page: Page): Page =>
  isCreated ? { ...page, ids: page.ids.filter((id) => id !== all.at(-1)) } : page

/** An empty page stays empty. */
const keepsEmpty = (): Answer => {
  const empty = new Set<number>()
  return (asked, page) => {
    const { cursor } = asked
    if (cursor !== undefined && empty.has(cursor)) return { ...page, ids: [] }
    if (cursor !== undefined && page.ids.length === 0) empty.add(cursor)
    return page
  }
}

/** The offset of rel=next of the last page counts its own records. */
const countsEven = ({ cursor = 0 }: AskedPage, page: Page): Page =>
  page.ids.length === 1 ? { ...page, next: { cursor: `0:${cursor + 1}:0`, results: 'false' } } : page

it.each<readonly [what: string, server: LinkServer, says: RegExp]>([
  ['full pages', {}, /^pass: ?$/],
  ['a last page that is not full', { events: 5 }, /^pass: by the offset of the next row/],
  [
    'a last page that is not full, and no other cursors than its own',
    { events: 5, answer: (asked, page) => (isEven(asked) ? page : refusal()) },
    /^insufficientEvidence: the new event went to the last page, which was not full/,
  ],
  [
    'a single page that is not full, and no other cursors than its own',
    {
      events: 1,
      answer: (asked, page) => (asked.isPrevious ? { ...page, ids: [] } : isEven(asked) ? page : refusal()),
    },
    /^insufficientEvidence: the new event went to the last page, which was not full/,
  ],
  [
    'no other cursors than its own, and no page that shows the event',
    { events: 5, answer: (asked, page) => (isEven(asked) ? withoutNew(asked, page) : refusal()) },
    /^fail: .*neither shows it/,
  ],
  [
    'a last page that is not full, and pages that stay empty',
    { events: 5, answer: keepsEmpty() },
    /^fail: .*neither shows it/,
  ],
  [
    'a last page that is not full, offsets that count rows, and pages that stay empty',
    { events: 5, answer: keepsEmptyRows() },
    /^fail: .*neither shows it/,
  ],
  [
    'an event that is deleted meanwhile',
    {
      events: 6,
      create: (events) => {
        events.splice(0, 1)
        events.push('n'.repeat(27))
      },
    },
    /^insufficientEvidence: events were deleted while this was looked at/,
  ],
])('given %s, says of the new event', async (_what, server, says) => {
  expect(await saysOf('link.polling.new-event', server)).toMatch(says)
})

function keepsEmptyRows(): Answer {
  const keep = keepsEmpty()
  return (asked, page, pageAt) => countsEven(asked, keep(asked, page, pageAt) as Page)
}
