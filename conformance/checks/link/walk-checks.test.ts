import { expect, it } from 'vitest'
import { type LinkServer, type Page, saysOf } from '../../../testing/servers/link-server.ts'

const refusal = () => Response.json({ error: 'no' }, { status: 400 })

/** Serves a page of two records for every cursor, aligned to whole pages. */
const aligned = (round: (pages: number) => number): LinkServer => ({
  answer: ({ cursor = 0 }, _page, pageAt) => pageAt(round(cursor / 3) * 3),
  size: 3,
})

/** Counts the offsets of cursors its own way, and reads them so. */
const counting = (write: (offset: number) => number, server: LinkServer = {}): LinkServer => ({
  ...server,
  answer: ({ cursor = 0, all }, _page, pageAt) => {
    const { size = 2 } = server
    const offset =
      [...Array(20).keys()].map((page) => page * size).find((candidate) => write(candidate) === cursor) ?? 0
    const page = pageAt(offset)
    return {
      ...page,
      previous: { cursor: `0:${write(Math.max(0, offset - size))}:1`, results: String(offset > 0) },
      next: { cursor: `0:${write(offset + size)}:0`, results: String(offset + size < all.length) },
    }
  },
})

/** Begins the third page of groups with the last group of the second, where this is asked for so often. */
const overlapping = (isWrong: (times: number) => boolean): LinkServer => ({
  answer: ({ list, cursor, isPrevious, times }, page, pageAt) =>
    list === 'groups' && cursor === 4 && !isPrevious && isWrong(times)
      ? { ...page, ids: [pageAt(3).ids[0]!, ...page.ids] }
      : page,
})

/** A page in the middle of the walk shows no record. */
const emptyPage = (page: Page, cursor: number | undefined): Page => (cursor === 2 ? { ...page, ids: [] } : page)

it.each<readonly [what: string, check: string, server: LinkServer, says: RegExp]>([
  [
    'one page of events',
    'link.next.continues',
    { events: 2 },
    /^insufficientEvidence: the issue .* has one page of events; declare one with more/,
  ],
  [
    'one page of groups',
    'link.next.groups',
    { groups: 2 },
    /^insufficientEvidence: the project .* has one page of groups; declare one with more/,
  ],
  [
    'links to another origin',
    'link.next.continues',
    {
      answer: (_asked, page) => ({
        ...page,
        next: { ...page.next!, url: `http://other.test/0/issues/${'i'.repeat(27)}/events/?cursor=0:2:0` },
      }),
    },
    /^insufficientEvidence: rel=next leads to another origin, .* declare as baseUrl/,
  ],
  [
    'an empty page in the middle of the walk',
    'link.next.continues',
    { answer: ({ cursor }, page) => emptyPage(page, cursor) },
    /^pass/,
  ],
  [
    'empty pages without end',
    'link.complete.once',
    { answer: (_asked, page) => ({ ...page, next: { ...page.next!, results: 'true' } }) },
    /^fail: .*a walk that continues with empty pages/,
  ],
  [
    'a walk that shows a record twice, and then no list',
    'link.complete.once',
    {
      answer: ({ cursor, times }, page, pageAt) =>
        cursor === undefined && times > 1
          ? refusal()
          : cursor === 4
            ? { ...page, ids: [pageAt(0).ids[0]!, ...page.ids] }
            : page,
    },
    /^blocked: no list at /,
  ],
  ['pages of one record', 'link.complete.nothing-skipped', { size: 1 }, /^insufficientEvidence: it takes two pages/],
  [
    'cursors within a page rounded down',
    'link.complete.nothing-skipped',
    aligned(Math.floor),
    /^insufficientEvidence: the target serves no cursor with an offset in the middle of a page/,
  ],
  [
    'cursors within a page rounded up',
    'link.complete.nothing-skipped',
    aligned(Math.ceil),
    /^insufficientEvidence: the target serves no cursor with an offset in the middle of a page/,
  ],
  ['groups that overlapped for a moment', 'link.complete.groups', overlapping((times) => times === 1), /^pass/],
  ['groups that overlap later', 'link.complete.groups', overlapping((times) => times > 1), /^pass/],
  ['groups that overlap', 'link.complete.groups', overlapping(() => true), /^fail: .*got 1 more than once/],
  [
    'offsets and a second page without records',
    'link.offset.grows',
    { events: 2, answer: ({ cursor }, page) => (cursor === undefined ? withNext(page, 'true') : page) },
    /^insufficientEvidence: it takes two pages with records/,
  ],
  ['offsets that grow by the page size', 'link.offset.grows', counting((offset) => offset), /^pass/],
  [
    'two pages, whose offsets count each record twice',
    'link.offset.grows',
    counting((offset) => offset * 2, { events: 4 }),
    /^insufficientEvidence: the offset of rel=next grows by 4, while the pages show 2 records/,
  ],
  [
    'three pages, whose offsets count each record twice',
    'link.offset.grows',
    counting((offset) => offset * 2),
    /^fail: .*the offset of rel=next to grow by the page size, 2; got offsets 4, 8, 12/,
  ],
  [
    'pages that may hide one record each',
    'link.offset.grows',
    counting((offset) => offset * 1.5),
    /^insufficientEvidence: the offset of rel=next grows by 3/,
  ],
  [
    'offsets that grow by 3 and then by 2',
    'link.offset.grows',
    counting((offset) => (offset <= 4 ? offset * 1.5 : offset + 2), { events: 8 }),
    /^fail: .*the offset of rel=next to grow by the page size/,
  ],
  [
    'a page with more records than the offset grows by',
    'link.offset.grows',
    {
      events: 8,
      answer: ({ cursor = 0, all }, page) => (cursor === 2 ? { ...page, ids: all.slice(2, 5) } : page),
    },
    /^fail: .*the offset of rel=next to grow by the page size, 3/,
  ],
  [
    'a second page without records',
    'link.previous.leads-back',
    { events: 2, answer: ({ cursor }, page) => (cursor === undefined ? withNext(page, 'true') : page) },
    /^insufficientEvidence: it takes two pages with records/,
  ],
  [
    'rel=previous that leads elsewhere, to a page that cannot be asked for again',
    'link.previous.leads-back',
    {
      answer: ({ cursor, isPrevious, times }, page, pageAt) =>
        cursor !== 2 ? page : isPrevious ? pageAt(3) : times > 1 ? refusal() : page,
    },
    /^fail: expected the 2 records of page 2 at rel=previous of page 3 of 3; got 2 records, .* place 4 of the list/,
  ],
])('given %s, says of %s', async (_what, check, server, says) => {
  expect(await saysOf(check, server)).toMatch(says)
})

function withNext(page: Page, results: string): Page {
  return { ...page, next: { ...page.next!, results } }
}
