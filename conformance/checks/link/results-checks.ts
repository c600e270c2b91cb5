import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { groupsAsFound } from './groups-as-found.ts'
import { noListCause } from '../lists/pages.ts'
import { linkHeaderOf, pageAt, pageBeyond } from './link-entries.ts'
import { eventWalk, findLinkPage, type LinkPage, type LinkWalk, severalPages, linkUrlOf } from './link-pages.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const afterValues = {
  ...common,
  after: ['legacy.events.list', 'link.both-entries.events', 'link.results.values'],
} as const
const onWalk = { ...common, after: [...afterValues.after, 'link.next.continues'] } as const

function assertNextTrue({ pages, end }: LinkWalk): void {
  // A walk follows rel=next only where it does not say results=false.
  const empty = pages.findIndex(({ ids }, index) => index > 0 && ids.length === 0)
  if (empty > 0) {
    const at = pages[empty]!.exchange
    fail({
      expected: phrase`records on the page that rel=next promised with results=true`,
      got: phrase`an empty page at ${at.request.url}`,
      fact: { kind: 'link', relation: 'next', from: pages[empty - 1]!.exchange, at },
    })
  }
  if (end === 'repeats')
    insufficient(
      because.data,
      phrase`the last page that was walked shows records of others again, so its rel=next was not followed`,
    )
}

async function assertNextFalse(session: Session, walk: Promise<LinkWalk>): Promise<void> {
  const { last, beyond, exchange } = await pageBeyond(session, walk)
  if (!beyond) insufficient(noListCause(exchange), phrase`rel=next of the last page does not lead to a list`)
  if (beyond.ids.length > 0)
    fail({
      expected: phrase`no records on the page that rel=next announced with results=false`,
      got: phrase`${beyond.ids.length} records at ${beyond.exchange.request.url}, after ${linkHeaderOf(last.exchange)}`,
      fact: { kind: 'link', relation: 'next', from: last.exchange, at: beyond.exchange },
    })
}

function failFirst(first: LinkPage): never {
  return fail({
    expected: phrase`results=false on rel=previous of the first page, as no page is before it`,
    got: linkHeaderOf(first.exchange),
    fact: { kind: 'link', relation: 'previous', at: first.exchange },
  })
}

/** How often the first page is asked for, where others create records. */
const attempts = 4

/**
 * Asks for the first page, and at once for rel=previous, where that led to records that were created since: it must not
 * promise records before others create them.
 */
async function assertPromiseKept(session: Session, { exchange }: LinkPage, known: Set<string>): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const first = await findLinkPage(session, exchange.request.url)
    if (!first?.previous || first.previous.parameters['results'] === 'false') return
    const before = await findLinkPage(session, linkUrlOf(first, first.previous)?.href ?? '')
    // A record that was there before the first page was asked for is on that page, or behind it.
    if (!before?.ids.some((id) => !first.ids.includes(id) && !known.has(id))) failFirst(first)
    for (const id of before.ids) known.add(id)
  }
  insufficient(
    because.changed,
    phrase`others create records all the time: rel=previous of the first page always leads to new ones`,
  )
}

/** Asserts that rel=previous of the first page, however it was come to, leads to no record that was there before. */
async function assertNoneBefore(session: Session, walk: LinkWalk, first: LinkPage): Promise<void> {
  if (first.previous?.parameters['results'] === 'false') return
  const known = new Set(walk.ids)
  const before = await pageAt(session, first, first.previous)
  if (!before?.ids.some((id) => !known.has(id))) failFirst(first)
  await assertPromiseKept(session, first, new Set([...known, ...before.ids]))
}

/**
 * Asserts of the pages that rel=previous led to what is asserted of the pages of the walk that show the same records.
 */
export async function assertPreviousOfBack(
  session: Session,
  walk: LinkWalk,
  pages: readonly LinkPage[],
): Promise<void> {
  for (const page of pages) {
    const index = walk.pages.findIndex(({ ids }) => ids.length > 0 && ids.join() === page.ids.join())
    if (index === 0) await assertNoneBefore(session, walk, page)
    else if (index > 0 && walk.pages[index - 1]!.ids.length > 0) assertPreviousTrue(page, index)
  }
}

function assertPreviousTrue(page: LinkPage, index: number): void {
  if (page.previous?.parameters['results'] === 'true') return
  fail({
    expected: phrase`results=true on rel=previous of page ${index + 1}, as the page before has records`,
    got: linkHeaderOf(page.exchange),
    fact: { kind: 'link', relation: 'previous', at: page.exchange },
  })
}

async function assertPrevious(session: Session, walk: LinkWalk): Promise<void> {
  await assertNoneBefore(session, walk, walk.pages[0]!)
  for (const [index, page] of walk.pages.entries())
    if (index > 0 && walk.pages[index - 1]!.ids.length > 0) assertPreviousTrue(page, index)
}

/**
 * Follows both entries of an empty page: each leads to records by results=true, and to none by false.
 */
export async function assertEntriesOfEmptyPage(
  session: Session,
  { pages }: LinkWalk,
  beyond: LinkPage | undefined,
): Promise<void> {
  for (const relation of ['previous', 'next'] as const) {
    const entry = beyond?.[relation]
    const results = entry?.parameters['results']
    if (!beyond || !entry || results === undefined) continue
    // An entry that leads to its own page need not be asked again.
    const page =
      linkUrlOf(beyond, entry)?.href === beyond.exchange.request.url ? beyond : await pageAt(session, beyond, entry)
    const isPromised = results === 'true'
    if (page && page.ids.length > 0 !== isPromised) {
      const first = isPromised ? await findLinkPage(session, pages[0]!.exchange.request.url) : undefined
      if (first?.ids.length === 0) insufficient(because.changed, phrase`all records were deleted meanwhile`)
      fail({
        expected: phrase`rel=${relation} of the empty page after the last to lead to ${isPromised ? phrase`records` : phrase`none`}, as it says results=${results}`,
        got: phrase`${page.ids.length} records at ${page.exchange.request.url}`,
        fact: { kind: 'link', relation, from: beyond.exchange, at: page.exchange },
      })
    }
  }
}

/** The checks of the attribute results, which describes the pages that the entries lead to (clause 4.10). */
export const linkResultChecks: readonly Check[] = [
  defineCheck({
    ...onWalk,
    id: 'link.results.next-true',
    description: 'If rel=next says results=true, the page that it leads to has records.',
    run: async (session) => assertNextTrue(await severalPages(session)),
  }),
  defineCheck({
    ...afterValues,
    id: 'link.results.next-false',
    mayRepeat: true,
    description: 'If rel=next says results=false, the page that it leads to has no records.',
    run: async (session) => assertNextFalse(session, eventWalk(session)),
  }),
  defineCheck({
    ...onWalk,
    id: 'link.results.previous',
    description:
      'rel=previous says results=false on the first page, or leads to records that are newer than the walk; it says results=true on every other page.',
    run: async (session) => assertPrevious(session, await severalPages(session)),
  }),
  defineCheck({
    ...afterValues,
    id: 'link.results.empty-page',
    after: [...afterValues.after, 'link.both-entries.empty-page', 'link.results.next-false'],
    mayRepeat: true,
    description:
      'On the empty page after the last, an entry that says results=true leads to records, and one that says results=false leads to none.',
    run: async (session) => {
      const { beyond } = await pageBeyond(session)
      await assertEntriesOfEmptyPage(session, await eventWalk(session), beyond)
    },
  }),
  defineCheck({
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.results.groups',
    after: ['legacy.groups.list', 'link.both-entries.groups'],
    mayRepeat: true,
    description:
      'The same on the groups of samples.projectId: results=true on rel=next leads to records and results=false to none; rel=previous says false on the first page and true on later ones.',
    run: async (session) => {
      const walk = groupsAsFound(session)
      assertNextTrue(await walk)
      await assertPrevious(session, await walk)
      if ((await walk).end === 'resultsFalse') await assertNextFalse(session, walk)
    },
  }),
]
