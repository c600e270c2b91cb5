import { type Check, defineCheck } from '../define-check.ts'
import { assertBothEntries, cursorOf, decoded, entriesOf, headerOf, pageBehind } from '../discovery/link-entries.ts'
import { parseLinkCursor } from '../discovery/link-header.ts'
import { eventsPath, eventWalk, getLinkPage, groupsPath, legacyCredential, severalPages, urlOf } from '../discovery/link-pages.ts'
import { pageOf } from '../discovery/lists.ts'
import { fail, observed } from '../verdict.ts'

const common = { effect: 'read', needs: ['issueId', 'bearer'] } as const
const onEvents = { ...common, after: ['legacy.events.list'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const

/** What the Link header says (clause 4.10). */
export const linkChecks: readonly Check[] = [
  defineCheck({
    ...onEvents, id: 'link.both-entries.events', requirement: 'link.both-entries',
    description: 'Walks the events of samples.issueId by rel=next; every page, the first and the last included, carries a Link header with rel=previous and rel=next.',
    run: async (session) => assertBothEntries((await eventWalk(session)).pages),
  }),
  defineCheck({
    ...common, needs: ['projectId', 'bearer'], id: 'link.both-entries.groups', requirement: 'link.both-entries', after: ['legacy.groups.list'],
    description: 'Lists the groups of samples.projectId; the answer carries a Link header with rel=previous and rel=next.',
    run: async (session) => assertBothEntries([await getLinkPage(session, groupsPath(session))]),
  }),
  defineCheck({
    ...onEntries, id: 'link.both-entries.empty-page', requirement: 'link.both-entries',
    description: 'Requests rel=next of the last page, which is empty; it too carries both entries.',
    run: async (session) => assertBothEntries([(await pageBehind(session)).behind]),
  }),
  defineCheck({
    ...onEntries, id: 'link.results.values', requirement: 'link.results',
    description: 'Each entry of every page has the attribute results, and it is true or false.',
    run: async (session) => {
      for (const { page, entry, relation } of entriesOf((await eventWalk(session)).pages)) {
        const { results } = entry.parameters
        if (results !== 'true' && results !== 'false') fail(`results=true or results=false on rel=${relation}`, headerOf(page.exchange))
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.results.next-true', requirement: 'link.results', after: [...onEntries.after, 'link.results.values'],
    description: 'Where rel=next says results=true, the page it leads to has records.',
    run: async (session) => {
      const { pages } = await severalPages(session)
      for (const [index, page] of pages.entries()) {
        const following = pages[index + 1]
        if (page.next?.parameters['results'] === 'true' && following && following.ids.length === 0) fail('records on the page that rel=next promised with results=true', `an empty page at ${following.exchange.request.url}`)
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.results.next-false', requirement: 'link.results', after: [...onEntries.after, 'link.results.values'],
    description: 'Where rel=next says results=false, the page it leads to has no records.',
    run: async (session) => {
      const { last, behind } = await pageBehind(session)
      if (behind.ids.length > 0) fail('no records on the page that rel=next announced with results=false', `${behind.ids.length} records at ${behind.exchange.request.url}, after ${headerOf(last.exchange)}`)
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.results.previous', requirement: 'link.results', after: [...onEntries.after, 'link.results.values'],
    description: 'rel=previous says results=false on the first page and results=true on the second.',
    run: async (session) => {
      const [first, second] = (await severalPages(session)).pages
      if (first?.previous?.parameters['results'] !== 'false') fail('results=false on rel=previous of the first page, as no page is before it', headerOf(first!.exchange))
      if (second && second.previous?.parameters['results'] !== 'true') fail('results=true on rel=previous of the second page', headerOf(second.exchange))
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.cursor.attribute', requirement: 'link.cursor',
    description: 'Each entry has a cursor attribute and a URL with cursor=<value>, and the two are the same.',
    run: async (session) => {
      for (const { page, entry, relation } of entriesOf((await eventWalk(session)).pages)) {
        const inUrl = cursorOf(page, entry)
        const { cursor } = entry.parameters
        if (cursor === undefined) fail(`a cursor attribute on rel=${relation}`, headerOf(page.exchange))
        if (inUrl === undefined) fail(`cursor=<value> in the query of rel=${relation}`, headerOf(page.exchange))
        if (cursor !== inUrl && decoded(cursor) !== inUrl) fail(`the cursor attribute of rel=${relation} to equal the one in its URL (${inUrl})`, headerOf(page.exchange))
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.cursor-format.three-values', requirement: 'link.cursor-format',
    description: 'The cursor in the URL of each entry is identifier:offset:is_prev, integers with is_prev 0 or 1.',
    run: async (session) => {
      for (const { page, entry, relation } of entriesOf((await eventWalk(session)).pages)) {
        const cursor = cursorOf(page, entry)
        if (cursor !== undefined && !parseLinkCursor(cursor)) fail(`three colon-separated values, identifier, row offset and is_prev, on rel=${relation}`, cursor)
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.previous-example.cursor', requirement: 'link.previous-example', description: 'Records the cursor of rel=previous on the second page.',
    run: async (session) => {
      const second = (await severalPages(session)).pages[1]
      observed(`rel=previous of the second page is ${(second?.previous && cursorOf(second, second.previous)) ?? 'none'}`)
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.identifier.value', requirement: 'link.identifier', description: 'Records the cursor identifiers that were seen.',
    run: async (session) => {
      const seen = new Set(entriesOf((await eventWalk(session)).pages).map(({ page, entry }) => parseLinkCursor(cursorOf(page, entry) ?? '')?.identifier))
      observed(`cursor identifiers: ${[...seen].join(', ')}`)
    },
  }),
  defineCheck({
    ...onEvents, id: 'legacy.page-size.value', requirement: 'legacy.page-size', description: 'Records how many events the first page has.',
    run: async (session) => {
      const page = pageOf(session, await session.send({ path: eventsPath(session), as: legacyCredential(session) }))
      observed(`${page?.ids.length ?? 0} events on the first page`)
    },
  }),
]
