import { fail, insufficient, observed } from '../../catalogue/verdict.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import { summary } from '../../wire/exchange.ts'
import { legacyAnswer } from '../answers.ts'
import { eventsPath } from '../paths.ts'
import { allEntries, assertBothEntries, cursorOf, headerOf, pageBeyond } from './link-entries.ts'
import { decoded, eventWalk, groupWalk, isOwn, severalPages, staysAt, toLinkPage, urlOf } from './link-pages.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const onEvents = { ...common, after: ['legacy.events.list'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const

/** The contents of the Link header (clause 4.10). */
export const linkChecks: readonly Check[] = [
  defineCheck({
    ...onEvents,
    id: 'link.both-entries.events',
    requirement: 'link.both-entries',
    description:
      'Walks the events of samples.issueId by rel=next: every page, including the first and the last, carries a Link ' +
      'header with rel=previous and rel=next.',
    run: async (session) => assertBothEntries((await eventWalk(session)).pages),
  }),
  defineCheck({
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.both-entries.groups',
    requirement: 'link.both-entries',
    after: ['legacy.groups.list'],
    description:
      'Walks at most five pages of the groups of samples.projectId: each carries a Link header with rel=previous and ' +
      'rel=next.',
    run: async (session) => assertBothEntries((await groupWalk(session)).pages),
  }),
  defineCheck({
    ...onEntries,
    id: 'link.both-entries.empty-page',
    requirement: 'link.both-entries',
    description: 'Requests rel=next of the last page, which is empty: it is a list too, and carries both entries.',
    run: async (session) => {
      const { beyond, exchange } = await pageBeyond(session)
      if (!beyond) fail('an empty list with a Link header at rel=next of the last page', summary(exchange))
      assertBothEntries([beyond])
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.results.values',
    requirement: 'link.results',
    description: 'Each entry of every page has the attribute results, which is true or false.',
    run: async (session) => {
      for (const { page, entry, relation } of await allEntries(session)) {
        const { results } = entry.parameters
        if (results !== 'true' && results !== 'false')
          fail(`results=true or results=false on rel=${relation}`, headerOf(page.exchange))
      }
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.cursor.attribute',
    requirement: 'link.cursor',
    description: 'Each entry has a cursor attribute and a URL with cursor=<value>, and both are the same.',
    run: async (session) => {
      for (const { page, entry, relation } of await allEntries(session)) {
        const inUrl = cursorOf(page, entry)
        const { cursor } = entry.parameters
        if (cursor === undefined) fail(`a cursor attribute on rel=${relation}`, headerOf(page.exchange))
        if (inUrl === undefined) fail(`cursor=<value> in the query of rel=${relation}`, headerOf(page.exchange))
        if (cursor !== inUrl && decoded(cursor) !== inUrl)
          fail(
            `the cursor attribute of rel=${relation} to equal the one in its URL (${inUrl})`,
            headerOf(page.exchange),
          )
      }
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.cursor-format.three-values',
    requirement: 'link.cursor-format',
    description: 'The cursor of each entry is identifier:offset:is_prev, all integers, and is_prev is 0 or 1.',
    run: async (session) => {
      const shown = (await allEntries(session)).map(({ page, entry, relation }) => ({
        cursor: cursorOf(page, entry) ?? decoded(entry.parameters['cursor'] ?? ''),
        relation,
      }))
      const cursors = shown.filter(({ cursor }) => cursor !== '')
      if (cursors.length === 0) insufficient('no entry shows a cursor')
      for (const { cursor, relation } of cursors)
        if (!parseLinkCursor(cursor))
          fail(`three colon-separated values, identifier, row offset and is_prev, on rel=${relation}`, cursor)
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.next.same-resource',
    requirement: 'link.next',
    description: 'The URLs of both entries, of events and of groups, have the path of their list.',
    run: async (session) => {
      let elsewhere: string | undefined
      for (const { page, entry, relation } of await allEntries(session)) {
        const url = urlOf(page, entry)!
        if (!staysAt(session, page, url))
          fail(`rel=${relation} to stay at ${new URL(page.exchange.request.url).pathname}`, entry.target)
        if (!isOwn(session, url)) elsewhere = url.origin
      }
      if (elsewhere !== undefined)
        insufficient(
          `the links lead to ${elsewhere}, to which no credentials are sent; ` +
            'declare as baseUrl the address that the links name',
        )
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.previous-example.cursor',
    requirement: 'link.previous-example',
    description: 'Records the cursor of rel=previous on the second page.',
    run: async (session) => {
      const second = (await severalPages(session)).pages[1]
      observed(
        `rel=previous of the second page is ${(second?.previous && cursorOf(second, second.previous)) ?? 'none'}`,
      )
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.identifier.value',
    requirement: 'link.identifier',
    description: 'Records the cursor identifiers that were seen.',
    run: async (session) => {
      const seen = new Set(
        (await allEntries(session)).map(
          ({ page, entry }) => parseLinkCursor(cursorOf(page, entry) ?? '')?.identifier ?? 'none',
        ),
      )
      observed(`cursor identifiers: ${[...seen].join(', ')}`)
    },
  }),
  defineCheck({
    ...onEvents,
    id: 'legacy.page-size.value',
    requirement: 'legacy.page-size',
    description: 'Records how many events the first page has.',
    run: async (session) =>
      observed(
        `${toLinkPage(session, await legacyAnswer(session, eventsPath(session)))?.ids.length ?? 0} events on the ` +
          'first page',
      ),
  }),
]
