import { expect, it } from 'vitest'
import { type Entry, type LinkServer, type Page, saysOf } from '../../../testing/servers/link-server.ts'

/** Changes both entries of every page. */
const entries = (change: (entry: Entry) => Entry, server: LinkServer = {}): LinkServer => ({
  ...server,
  answer: (_asked, page) => ({ ...page, previous: change(page.previous!), next: change(page.next!) }),
})

const eventsUrl = `http://target.test/0/issues/${'i'.repeat(27)}/events/`
const elsewhere = (url: string): string => url.replace('target.test', 'other.test')

/** The cursor is percent-encoded twice in the URL, and once in the attribute. */
const encodedTwice = ({ cursor, results }: Entry): Entry => {
  const encoded = encodeURIComponent(cursor!)
  return { results, cursor: encoded, url: `${eventsUrl}?cursor=${encodeURIComponent(encoded)}` }
}

const withNext = (page: Page, results: string | undefined): Page => ({ ...page, next: { ...page.next!, results } })

/** Shows the newest first, and creates a record before every answer. */
const restless = (): LinkServer => {
  let newest = 100
  return {
    answer: ({ cursor }, page) => {
      newest++
      if (cursor !== undefined && cursor > 0) return page
      return {
        ...page,
        ids: [newest, newest - 1].map((count) => `events${String(count).padStart(21, '0')}`),
        previous: { cursor: `0:0:1`, results: 'true' },
      }
    },
  }
}

/** After the last page, the walk begins again. */
const round: LinkServer = {
  answer: ({ cursor = 0 }, _page, pageAt) => {
    const page = pageAt(cursor % 6)
    return { ...page, next: { cursor: `0:${cursor + 2}:0`, results: 'true' } }
  },
}

it.each<readonly [what: string, check: string, server: LinkServer, says: RegExp]>([
  [
    'entries without a cursor attribute',
    'link.cursor.attribute',
    entries(({ cursor, results }) => ({ results, url: `${eventsUrl}?cursor=${cursor}` })),
    /^fail: .*a cursor attribute on rel=previous/,
  ],
  [
    'entries without a cursor in their URLs',
    'link.cursor.attribute',
    entries((entry) => ({ ...entry, url: eventsUrl })),
    /^fail: .*cursor=<value> in the query of rel=previous/,
  ],
  ['usual pages', 'link.previous-example.cursor', {}, /^observed: rel=previous of the second page is 0:/],
  ['usual pages', 'link.identifier.value', {}, /^observed: cursor identifiers: 0$/],
  ['the same cursor, with a percent sign, in both places', 'link.cursor.attribute', entries(encodedTwice), /^pass/],
  [
    'entries without any cursor',
    'link.cursor-format.three-values',
    entries(({ results }) => ({ results })),
    /^insufficientEvidence: no entry shows a cursor/,
  ],
  [
    'links to another origin',
    'link.next.same-resource',
    {
      answer: ({ list }, page) =>
        list === 'events' ? { ...page, next: { ...page.next!, url: elsewhere(eventsUrl) } } : page,
    },
    /^insufficientEvidence: the links lead to http:\/\/other.test/,
  ],
  [
    'one page, whose links lead to another origin',
    'link.results.next-false',
    entries((entry) => ({ ...entry, url: `${elsewhere(eventsUrl)}?cursor=${entry.cursor}` }), { events: 2 }),
    /^insufficientEvidence: rel=next leads to another origin/,
  ],
  [
    'a walk that begins again',
    'link.results.next-true',
    round,
    /^insufficientEvidence: the last page that was walked shows records of others again/,
  ],
  [
    'an empty page in the middle, which rel=previous of the page after it tells',
    'link.results.previous',
    {
      answer: ({ cursor }, page) =>
        cursor === 2
          ? { ...page, ids: [] }
          : cursor === 4
            ? { ...page, previous: { ...page.previous!, results: 'false' } }
            : page,
    },
    /^pass/,
  ],
  [
    'records that are created all the time',
    'link.results.previous',
    restless(),
    /^insufficientEvidence: others create records all the time/,
  ],
  [
    'a last page of groups that promises more',
    'link.results.groups',
    { answer: ({ list, cursor }, page) => (list === 'groups' && cursor === 4 ? withNext(page, 'true') : page) },
    /^fail: .*records on the page that rel=next promised/,
  ],
  [
    'more than five pages of groups',
    'link.complete.no-group-left',
    { groups: 12 },
    /^notApplicable: the project of samples.projectId has more than 5 pages of groups/,
  ],
  [
    'a walk that did not end',
    'link.complete.no-group-left',
    { answer: ({ list }, page) => (list === 'groups' ? withNext(page, 'true') : page) },
    /^insufficientEvidence: the walk did not come to a page whose rel=next says results=false/,
  ],
])('given %s, says of %s', async (_what, check, server, says) => {
  expect(await saysOf(check, server)).toMatch(says)
})
