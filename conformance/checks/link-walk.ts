import { type Check, defineCheck } from '../define-check.ts'
import { cursorOf, decoded, entriesOf, headerOf, pageBehind } from '../discovery/link-entries.ts'
import { parseLinkCursor } from '../discovery/link-header.ts'
import { eventsPath, eventWalk, getLinkPage, severalPages, urlOf } from '../discovery/link-pages.ts'
import { summary } from '../exchange.ts'
import { blocked, fail, insufficient } from '../verdict.ts'

const common = { effect: 'read', needs: ['issueId', 'bearer'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const

/** Where the Link header leads (clause 4.10). */
export const linkWalkChecks: readonly Check[] = [
  defineCheck({
    ...onEntries, id: 'link.next.continues', requirement: 'link.next',
    description: 'The page that rel=next leads to has no record of the page before it.',
    run: async (session) => {
      const { pages } = await severalPages(session)
      if (pages.length < 2) insufficient('rel=next of the first page could not be followed')
      for (const [index, page] of pages.entries()) {
        const before = new Set(pages[index - 1]?.ids)
        const again = page.ids.filter((id) => before.has(id))
        if (again.length > 0) fail(`other records behind rel=next than on the page before`, `${again.length} of the same, as ${again[0]}, at ${page.exchange.request.url}`)
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.next.same-resource', requirement: 'link.next',
    description: 'The URLs of both entries stay on the path and the origin of the list.',
    run: async (session) => {
      const { pages } = await eventWalk(session)
      const normal = (url: URL) => `${url.origin}${decoded(url.pathname).replace(/\/+$/, '').replaceAll(/\/[a-z]{3}_(?=[0-9A-Za-z]{27}(?:\/|$))/g, '/')}`
      for (const { page, entry, relation } of entriesOf(pages)) {
        const url = urlOf(page, entry)!
        const own = new URL(pages[0]!.exchange.request.url)
        // A target behind a proxy may name its public origin; what counts is that the path is that of the list.
        if (normal(url).slice(url.origin.length) !== normal(own).slice(own.origin.length)) fail(`rel=${relation} to stay at ${own.pathname}`, entry.target)
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.complete.once', requirement: 'link.complete', after: [...onEntries.after, 'link.next.continues'],
    description: 'Following rel=next until results=false visits no record twice, and no page on the way is empty of records that a later one has.',
    run: async (session) => {
      const walk = await severalPages(session)
      const unique = new Set(walk.ids)
      if (unique.size !== walk.ids.length) fail('each record once on the walk by rel=next', `${walk.ids.length - unique.size} records more than once`)
      if (walk.end === 'repeats') fail('the walk by rel=next to end at results=false', `it comes back to pages it has been to, at ${walk.pages.at(-1)!.exchange.request.url}`)
      if (walk.end === 'bound') return `the first ${walk.pages.length} pages were walked, not all`
      return undefined
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.complete.nothing-skipped', requirement: 'link.complete', after: [...onEntries.after, 'link.next.continues', 'link.cursor-format.three-values'],
    description: 'Requests cursors half a page off the walk; every record they show is on the walk too, so none was skipped between two pages.',
    run: async (session) => {
      const walk = await severalPages(session)
      const [first, second] = walk.pages
      const cursor = first?.next && parseLinkCursor(cursorOf(first, first.next) ?? '')
      if (!first || !second || !cursor || first.ids.length < 2) insufficient('it takes two pages of events, the first with two records or more')
      const offset = Math.max(1, Math.floor(first.ids.length / 2))
      const between = await getLinkPage(session, `${eventsPath(session)}?cursor=${cursor.identifier}:${offset}:0`)
      const known = new Set([...first.ids, ...second.ids])
      const unknown = between.ids.filter((id) => !known.has(id))
      const expected = [...first.ids, ...second.ids].slice(offset, offset + first.ids.length)
      // Only where the offset counts records, as "row offset" says, does this prove anything.
      if (!between.ids.includes(first.ids[offset] ?? '')) return 'offsets between pages are not served; the walk alone was judged'
      if (unknown.length > 0) fail('every record around the border of the first two pages to be on one of them', `${unknown[0]} is on neither (of ${expected.length} expected)`)
      return undefined
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.offset.grows', requirement: 'link.offset', after: [...onEntries.after, 'link.cursor-format.three-values'],
    description: 'The offset in rel=next grows from page to page by the number of records of a full page.',
    run: async (session) => {
      const { pages } = await severalPages(session)
      const size = pages[0]!.ids.length
      const offsets = pages.map((page) => (page.next ? parseLinkCursor(cursorOf(page, page.next) ?? '')?.offset : undefined))
      if (offsets.length < 2) insufficient('it takes two pages of events')
      for (const [index, page] of pages.entries()) {
        const step = (offsets[index] ?? Number.NaN) - (offsets[index - 1] ?? Number.NaN)
        // The last page may be short; that its own length counts as its size is not ruled out.
        if (index > 0 && step !== size && !(page.ids.length < size && step === page.ids.length)) fail(`the offset of rel=next to grow by the page size, ${size}`, `offsets ${offsets.join(', ')}`)
      }
    },
  }),
  defineCheck({
    ...onEntries, id: 'link.previous.leads-back', requirement: 'link.previous', after: [...onEntries.after, 'link.next.continues'],
    description: 'rel=previous of the second page leads to the records of the first, and that of the third to those of the second.',
    run: async (session) => {
      const { pages } = await severalPages(session)
      for (const [before, page] of pages.slice(0, 3).map((one, index) => [pages[index - 1], one] as const)) {
        const url = page.previous && urlOf(page, page.previous)
        if (!before || !url || page.ids.length === 0) continue
        if (url.origin !== new URL(session.run.baseUrl).origin) return 'rel=previous names another origin and was not followed'
        const back = await getLinkPage(session, url.href)
        const missing = before.ids.filter((id) => !back.ids.includes(id))
        if (missing.length > 0 || back.ids.length !== before.ids.length) fail(`the ${before.ids.length} records of the page before behind rel=previous`, `${back.ids.length} records, ${missing.length} of them missing, at ${url.href}`)
      }
      return undefined
    },
  }),
  defineCheck({
    ...onEntries, effect: 'write', needs: ['issueId', 'bearer', 'hook:createEvent'], id: 'link.polling.new-event', requirement: 'link.polling',
    description: 'Creates an event by hooks.createEvent; it appears behind rel=next of the last page or behind rel=previous of the first, where there was nothing before.',
    run: async (session) => {
      const walk = await eventWalk(session)
      const { last } = await pageBehind(session)
      const ends = [[last, last.next], [walk.pages[0]!, walk.pages[0]!.previous]] as const
      const hook = session.run.target.hooks!.createEvent!
      const created = await session.send({ method: hook.method, path: hook.path, json: hook.body ?? {}, ...(hook.headers ? { headers: hook.headers } : {}) })
      if (created.response.status >= 300) blocked(`hooks.createEvent answered ${summary(created)}`)
      const known = new Set(walk.ids)
      for (const [page, entry] of ends) {
        const url = entry && urlOf(page, entry)
        if (!url || url.origin !== new URL(session.run.baseUrl).origin) continue
        if ((await getLinkPage(session, url.href)).ids.some((id) => !known.has(id))) return
      }
      fail('the new event behind rel=next of the last page, or rel=previous of the first', `neither shows it (${headerOf(last.exchange)})`)
    },
  }),
]
