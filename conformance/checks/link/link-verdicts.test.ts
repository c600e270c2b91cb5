// Servers of the two lists with the Link header whose pages are few, odd, or change meanwhile.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../../testing/conformance/subject.ts'
import { writeReport } from '../../report/service-document.ts'
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import { type Entry, type LinkServer, openLinks, type Page } from '../../../testing/servers/link-server.ts'

type Answer = NonNullable<LinkServer['answer']>

const refusal = (): Response => Response.json({ error: 'unknown cursor' }, { status: 400 })
const eventsUrl = `http://target.test/0/issues/${'i'.repeat(27)}/events/`
/** Changes both entries of every page. */
const entries = (change: (entry: Entry) => Entry): LinkServer => ({
  answer: (_asked, page) => ({ ...page, previous: change(page.previous!), next: change(page.next!) }),
})

const toOther = ({ cursor, ...entry }: Entry): Entry => ({
  ...entry,
  cursor,
  url: `${eventsUrl.replace('target.test', 'other.test')}?cursor=${cursor}`,
})

/** A server whose events link to another origin. */
const elsewhere: LinkServer = {
  answer: ({ list }, page) =>
    list === 'events' ? { ...page, previous: toOther(page.previous!), next: toOther(page.next!) } : page,
}

/** The cursor is percent-encoded twice in the URL, and once in the attribute. */
const encodedTwice = ({ cursor, results }: Entry): Entry => {
  const encoded = encodeURIComponent(cursor!)
  return { results, cursor: encoded, url: `${eventsUrl}?cursor=${encodeURIComponent(encoded)}` }
}

const setNextResults = (page: Page, results: string): Page => ({ ...page, next: { ...page.next!, results } })

/** Shows the newest first, and creates a record before every answer. */
function restless(): Answer {
  let newest = 100
  return ({ cursor }, page) => {
    newest++
    if (cursor !== undefined && cursor > 0) return page
    const ids = [newest, newest - 1].map((count) => `events${String(count).padStart(21, '0')}`)
    return { ...page, ids, previous: { cursor: `0:0:1`, results: 'true' } }
  }
}

/** After the last page, the walk begins again. */
const round: Answer = ({ cursor = 0 }, _page, pageAt) => ({
  ...pageAt(cursor % 6),
  next: { cursor: `0:${cursor + 2}:0`, results: 'true' },
})

/** Serves a page of three records for every cursor, aligned to whole pages. */
const aligned = (round: (pages: number) => number): LinkServer => ({
  answer: ({ cursor = 0 }, _page, pageAt) => pageAt(round(cursor / 3) * 3),
  size: 3,
})

/** Counts each record so often in the offsets of cursors, and reads them so. */
const counting = (factor: number, server: LinkServer = {}): LinkServer => ({
  ...server,
  answer: ({ cursor = 0, all }, _page, pageAt) => {
    const offset = cursor / factor
    const page = pageAt(Number.isInteger(offset) ? offset : 0)
    return {
      ...page,
      previous: { cursor: `0:${Math.max(0, offset - 2) * factor}:1`, results: String(offset > 0) },
      next: { cursor: `0:${(offset + 2) * factor}:0`, results: String(offset + 2 < all.length) },
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

/** Of two pages the second shows no record. */
const emptySecond: LinkServer = {
  events: 2,
  answer: ({ cursor }, page) => (cursor === undefined ? setNextResults(page, 'true') : page),
}

/** Knows no cursor within a page. */
const ownCursors: Answer = ({ cursor = 0 }, page) => (cursor % 2 === 0 ? page : refusal())

/** An empty page stays empty. */
function keepsEmpty(): Answer {
  const empty = new Set<number>()
  return ({ cursor }, page) => {
    if (cursor !== undefined && empty.has(cursor)) return { ...page, ids: [] }
    if (cursor !== undefined && page.ids.length === 0) empty.add(cursor)
    return page
  }
}

itEnds(openLinks, [
  ['link.previous-example.cursor', 'observed: rel=previous of the second page is 0:', 'usual pages', {}],
  ['link.identifier.value', 'observed: cursor identifiers: 0', 'usual pages', {}],
  ['link.cursor.attribute', 'pass', 'the same cursor, with a percent sign, in both places', entries(encodedTwice)],
  [
    'link.cursor-format.three-values',
    'insufficientEvidence: no entry shows a cursor',
    'entries without any cursor',
    entries(({ results }) => ({ results })),
  ],
  [
    'link.next.same-resource',
    'insufficientEvidence: the links lead to http://other.test',
    'links to another origin',
    elsewhere,
  ],
  [
    'link.results.next-false',
    'insufficientEvidence: rel=next leads to another origin',
    'one page, whose links lead to another origin',
    { ...elsewhere, events: 2 },
  ],
  [
    'link.results.next-true',
    'insufficientEvidence: the last walked page',
    'a walk that begins again',
    { answer: round },
  ],
  [
    'link.results.previous',
    'pass',
    'an empty page in the middle, which rel=previous of the page after it tells',
    {
      answer: ({ cursor }, page) =>
        cursor === 2
          ? { ...page, ids: [] }
          : cursor === 4
            ? { ...page, previous: { ...page.previous!, results: 'false' } }
            : page,
    },
  ],
  [
    'link.results.previous',
    'insufficientEvidence: others create records all the time',
    'records that are created all the time',
    { answer: restless() },
  ],
  ['link.complete.no-group-left', 'notApplicable: the project of', 'more than five pages of groups', { groups: 12 }],
  [
    'link.complete.no-group-left',
    'insufficientEvidence: the walk did not reach a page',
    'a walk that did not end',
    { answer: ({ list }, page) => (list === 'groups' ? setNextResults(page, 'true') : page) },
  ],
  ['link.next.continues', 'insufficientEvidence: the issue', 'one page of events', { events: 2 }],
  ['link.next.groups', 'insufficientEvidence: the project', 'one page of groups', { groups: 2 }],
  [
    'link.next.continues',
    'pass',
    'an empty page in the middle of the walk',
    { answer: ({ cursor }, page) => (cursor === 2 ? { ...page, ids: [] } : page) },
  ],
  ['link.complete.once', 'pass: the first 40 pages were walked, not all', 'very many pages', { events: 500 }],
  [
    'link.complete.once',
    'blocked: no list at ',
    'a walk that shows a record twice, and then no list',
    {
      answer: ({ cursor, times }, page, pageAt) =>
        cursor === undefined && times > 1
          ? refusal()
          : cursor === 4
            ? { ...page, ids: [pageAt(0).ids[0]!, ...page.ids] }
            : page,
    },
  ],
  ['link.complete.nothing-skipped', 'insufficientEvidence: it takes two pages', 'pages of one record', { size: 1 }],
  [
    'link.complete.nothing-skipped',
    'insufficientEvidence: the target serves no cursor with an offset in the middle',
    'cursors within a page rounded down',
    aligned(Math.floor),
  ],
  [
    'link.complete.nothing-skipped',
    'insufficientEvidence: the target serves no cursor with an offset in the middle',
    'cursors within a page rounded up',
    aligned(Math.ceil),
  ],
  ['link.complete.groups', 'pass', 'groups that overlapped for a moment', overlapping((times) => times === 1)],
  ['link.complete.groups', 'pass', 'groups that overlap later', overlapping((times) => times > 1)],
  ['link.offset.grows', 'insufficientEvidence: it takes two pages with', 'a second page without records', emptySecond],
  [
    'link.offset.grows',
    'insufficientEvidence: the offset of rel=next grows by 4, while each page shows 2 records',
    'two pages, whose offsets count each record twice',
    counting(2, { events: 4 }),
  ],
  [
    'link.offset.grows',
    'fail: expected rel=next with the cursors 0:2:0, 0:4:0, 0:6:0, as the offset grows by the page size; got 0:4:0, 0:8:0, 0:12:0',
    'three pages, whose offsets count each record twice',
    counting(2),
  ],
  ['link.offset.grows', 'insufficientEvidence', 'pages that may hide one record each', counting(1.5)],
  ['link.previous.leads-back', 'insufficientEvidence: it takes two', 'a second page without records', emptySecond],
  [
    'link.previous.leads-back',
    'fail: expected page 2 (records 3 to 4) at rel=previous of page 3 of 3, which has 2 records; got records 4 to 5 at cursor=0:2:1',
    'rel=previous that leads elsewhere, to a page that cannot be asked for again',
    {
      answer: ({ cursor, isPrevious, times }, page, pageAt) =>
        cursor !== 2 ? page : isPrevious ? pageAt(3) : times > 1 ? refusal() : page,
    },
  ],
  ['link.polling.new-event', 'pass: by the offset of the next row', 'a last page that is not full', { events: 5 }],
  [
    'link.polling.new-event',
    'insufficientEvidence: the new event went to the last page, which was not full',
    'such a page, and no other cursors than its own',
    { events: 5, answer: ownCursors },
  ],
  [
    'link.polling.new-event',
    'insufficientEvidence: the new event went to the last page, which was not full',
    'a single page that is not full, and no other cursors than its own',
    {
      events: 1,
      answer: (asked, page, pageAt) => (asked.isPrevious ? { ...page, ids: [] } : ownCursors(asked, page, pageAt)),
    },
  ],
  [
    'link.polling.new-event',
    'fail',
    'no other cursors than its own, and no page that shows the event',
    {
      events: 5,
      answer: (asked, page, pageAt) =>
        ownCursors(
          asked,
          asked.isCreated ? { ...page, ids: page.ids.filter((id) => id !== asked.all.at(-1)) } : page,
          pageAt,
        ),
    },
  ],
  [
    'link.polling.new-event',
    'fail',
    'a last page that is not full, and empty pages that stay',
    { events: 5, answer: keepsEmpty() },
  ],
  [
    'link.polling.new-event',
    'insufficientEvidence: events were deleted while this was checked',
    'an event that is deleted meanwhile',
    {
      create: (events) => {
        events.shift()
        events.push('n'.repeat(27))
      },
    },
  ],
])

/** The server takes no groups. */
const noGroups = ['link.polling.new-group'] as const

checksBlameNothing(['link.*'], openLinks, [
  ['a last page that is not full', { events: 5, groups: 5 }, noGroups],
  [
    'a last page that is not full, whose next cursor counts its own records',
    {
      events: 5,
      answer: ({ cursor = 0 }, page) =>
        page.ids.length === 1 ? { ...page, next: { cursor: `0:${cursor + 1}:0`, results: 'false' } } : page,
    },
    noGroups,
  ],
  [
    'identifiers that are a time',
    entries(({ cursor, results }) => ({ results, cursor: cursor!.replace('0', '1420837590') })),
    noGroups,
  ],
])

it('sends nothing to another origin, wherever links lead', async () => {
  const { fetch, ...subject } = openLinks(elsewhere)
  const asked = new Set<string>()
  const watched: typeof fetch = (request) => {
    asked.add(new URL(request.url).origin)
    return fetch(request)
  }
  await runKit({ ...subject, fetch: watched }, { only: ['link.*'] })
  expect([...asked]).toEqual(['http://target.test'])
})

it('passes nothing given a server that answers every request with the same links', async () => {
  const { fetch: _right, ...subject } = openLinks({})
  const link = (url: string, rel: string, cursor: string) =>
    `<${url}>; rel="${rel}"; results="true"; cursor="${cursor}"`
  const same: typeof _right = async ({ url }) =>
    Response.json([{ id: 'a' }], {
      headers: { link: `${link(url, 'previous', '0:0:1')}, ${link(url, 'next', '0:100:0')}` },
    })
  const result = await runKit({ ...subject, fetch: same }, { only: ['link.*'] })
  expect(resultLines(result, 'pass')).toEqual([])
})

it('takes no member of a record for the reason why the last page is not counted', async () => {
  const answer: Answer = ({ cursor = 0 }, page) =>
    cursor === 6
      ? { ...page, next: { cursor: '0:10:0', results: 'false' } }
      : cursor === 10
        ? { ...page, ids: [] }
        : page
  const { fetch, ...subject } = openLinks({ events: 11, size: 6, answer })
  const withLevels: typeof fetch = async (request) => {
    const response = await fetch(request)
    const body: unknown = await response.json()
    const records = Array.isArray(body)
      ? body.map((record: object, index) => ({ ...record, level: index === 2 ? 'warning' : 'error' }))
      : body
    return Response.json(records, response)
  }
  const result = await runKit({ ...subject, fetch: withLevels }, { only: ['link.offset.grows'] })
  const report = writeReport('terminal', result)
  expect(report).toContain('the last page has 5 records, but its rel=next counts 4')
  expect(report).not.toContain('level')
})

it('counts how often a walk meets a record, and each record once', async () => {
  const answer: Answer = (_asked, page, pageAt) => ({
    ...page,
    ids: [...page.ids.slice(0, 2), ...pageAt(8).ids.slice(2)],
  })
  const { options, ...subject } = openLinks({ events: 12, size: 4, answer })
  const report = writeReport('terminal', await runKit(subject, { ...options, only: ['link.complete.once'] }))
  expect(report).toContain('a record 3 times, on page 1, on page 2 and on page 3 at')
  expect(report).toContain('got       2 records more than once')
})
