import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { noListCause } from '../lists/pages.ts'
import {
  amongPages,
  assertBothEntries,
  cursorName,
  declaredLinkLists,
  events,
  failLink,
  findLinkPage,
  groups,
  type LinkList,
  type LinkPage,
  type LinkRelation,
  linkRelations,
  resolveLink,
  swappedEntries,
  type LinkWalk,
  followLink,
  pageBeyond,
} from './link-list.ts'
import { surroundings, initialWalk, severalPages } from './surroundings.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const afterValues = {
  ...common,
  after: ['legacy.events.list', 'link.both-entries.events', 'link.results.values'],
} as const
const onWalk = { ...common, after: [...afterValues.after, 'link.next.continues'] } as const
const onGroups = {
  ...common,
  needs: ['projectId', 'legacy'],
  after: ['legacy.groups.list', 'link.both-entries.groups'],
  mayRepeat: true,
} as const
const onBack = { ...common, after: ['legacy.events.list', 'link.previous.leads-back'] } as const

/** The words for a page that an entry with this attribute leads to. */
const promised = (isTrue: boolean): Phrase => (isTrue ? phrase`records` : phrase`none`)

/** Asserts that an entry of a page says results=true, as the page that it leads to has records. */
function assertTrue(page: LinkPage, relation: LinkRelation, similar: readonly LinkPage[] = []): void {
  const isWrong = (other: LinkPage) => other[relation]?.parameters['results'] !== 'true'
  if (isWrong(page))
    failLink(relation, [page], phrase`results=true on rel=${relation}, as it leads to records`, undefined, {
      ...amongPages(similar, [page, ...similar.filter(isWrong)]),
      symptom: phrase`results=false on rel=${relation}, which leads to records`,
    })
}

/** Asserts that an entry leads to records with results=true, and to none with results=false. */
function assertLed(
  relation: LinkRelation,
  from: LinkPage,
  to: LinkPage,
  isTrue: boolean,
  walked: readonly LinkPage[] = [],
): void {
  if (to.ids.length > 0 !== isTrue)
    failLink(
      relation,
      [from, to],
      phrase`rel=${relation} to lead to ${promised(isTrue)}, as it says results=${String(isTrue)}`,
      phrase`${countPhrase(to.ids.length, 'record')} at ${cursorName(to)}${to.next ? phrase`, whose own rel=next says results=${to.next.parameters['results'] ?? 'nothing'}` : ''}`,
      {
        ...amongPages(walked, [from]),
        symptom: phrase`results=${String(isTrue)} on rel=${relation}, which leads to ${countPhrase(to.ids.length, 'record')}`,
      },
    )
}

function assertNextTrue({ pages, end }: LinkWalk): void {
  // A walk does not follow rel=next with results=false.
  for (const [index, page] of pages.slice(1).entries()) assertLed('next', pages[index]!, page, true, pages)
  if (end === 'repeats')
    insufficient(
      because.data,
      phrase`the last walked page repeats records of earlier pages, so its rel=next was not followed`,
    )
}

async function assertNextFalse(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const { last, beyond, exchange } = await pageBeyond(session, list, walk)
  if (!beyond) insufficient(noListCause(exchange), phrase`rel=next of the last page does not lead to a list`)
  assertLed('next', last, beyond, false, walk.pages)
}

function failFirst(first: LinkPage): never {
  return failLink(
    'previous',
    [first],
    phrase`results=false on rel=previous of the first page, as no page is before it`,
    undefined,
    {
      symptom: phrase`results=true on rel=previous of the first page`,
      ...amongPages([], [first]),
      ...swappedEntries([], first),
    },
  )
}

/** The number of attempts for the first page while other clients create records. */
const attempts = 4

/**
 * Requests the first page, and immediately afterwards its rel=previous, if that led to records created since: it must
 * not promise records before they exist.
 */
async function assertPromiseKept(session: Session, { exchange }: LinkPage, known: Set<string>): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const first = await findLinkPage(session, exchange.request.url)
    if (!first?.previous || first.previous.parameters['results'] === 'false') return
    const before = await findLinkPage(session, resolveLink(first, first.previous)?.href ?? '')
    // A record that existed before the request for the first page is on that page, or after it.
    if (!before?.ids.some((id) => !first.ids.includes(id) && !known.has(id))) failFirst(first)
    for (const id of before.ids) known.add(id)
  }
  insufficient(
    because.changed,
    phrase`others create records all the time: rel=previous of the first page always leads to new ones`,
  )
}

/** Asserts that rel=previous of the first page, reached in any way, leads to no record that already existed. */
async function assertNoEarlierRecord(session: Session, walk: LinkWalk, first: LinkPage): Promise<void> {
  if (first.previous?.parameters['results'] === 'false') return
  const known = new Set(walk.ids)
  const before = await followLink(session, first, first.previous)
  if (!before?.ids.some((id) => !known.has(id))) failFirst(first)
  await assertPromiseKept(session, first, new Set([...known, ...before.ids]))
}

/**
 * Makes the same assertions for the pages that rel=previous led to as for the pages of the walk with the same records.
 */
async function assertPreviousOfBack(session: Session, list: LinkList): Promise<void> {
  const walk = await initialWalk(session, list)
  for (const page of (await surroundings(session, list)).back) {
    const index = walk.pages.findIndex(({ ids }) => ids.length > 0 && ids.join() === page.ids.join())
    if (index === 0) await assertNoEarlierRecord(session, walk, page)
    else if (index > 0 && walk.pages[index - 1]!.ids.length > 0) assertTrue(page, 'previous', walk.pages.slice(1))
  }
}

async function assertPrevious(session: Session, walk: LinkWalk): Promise<void> {
  await assertNoEarlierRecord(session, walk, walk.pages[0]!)
  const later = walk.pages.filter((_, index) => index > 0 && walk.pages[index - 1]!.ids.length > 0)
  for (const page of later) assertTrue(page, 'previous', later)
}

/**
 * Follows both entries of an empty page: an entry leads to records with results=true, and to none with results=false.
 */
async function assertEntriesOfEmptyPage(session: Session, list: LinkList): Promise<void> {
  const walk = await initialWalk(session, list)
  const { beyond } = await pageBeyond(session, list, walk)
  for (const relation of linkRelations) {
    const entry = beyond?.[relation]
    const results = entry?.parameters['results']
    if (!beyond || !entry || results === undefined) continue
    // An entry that leads to its own page need not be requested again.
    const page =
      resolveLink(beyond, entry)?.href === beyond.exchange.request.url
        ? beyond
        : await followLink(session, beyond, entry)
    if (!page) continue
    const isLost = results === 'true' && page.ids.length === 0
    const first = isLost ? await findLinkPage(session, walk.pages[0]!.exchange.request.url) : undefined
    if (first?.ids.length === 0) insufficient(because.changed, phrase`all records were deleted meanwhile`)
    assertLed(relation, beyond, page, results === 'true')
  }
}

interface Back {
  /** The page whose rel=previous was followed. */
  readonly from: LinkPage
  readonly back: LinkPage
}

/** The pages that rel=previous of the second page leads to, for events, and for groups if they have two pages. */
async function pagesBack(session: Session): Promise<readonly Back[]> {
  await severalPages(session, events)
  const found: Back[] = []
  for (const list of declaredLinkLists(session)) {
    const [first, from] = (await initialWalk(session, list)).pages
    const back = from && from.ids.length > 0 ? await followLink(session, from, from.previous) : undefined
    // If it leads elsewhere, link.previous reports that.
    if (from && back && first!.ids.join() === back.ids.join()) found.push({ from, back })
  }
  return found.length > 0
    ? found
    : insufficient(because.data, phrase`rel=previous of no second page leads to the first page`)
}

/** The checks of the attribute results, which describes the pages that the entries lead to (clause 4.10). */
export const linkResultChecks: readonly DeclaredCheck[] = [
  {
    ...onWalk,
    id: 'link.results.next-true',
    description: 'If rel=next says results=true, the page that it leads to has records.',
    run: async (session) => assertNextTrue(await severalPages(session, events)),
  },
  {
    ...afterValues,
    id: 'link.results.next-false',
    mayRepeat: true,
    description: 'If rel=next says results=false, the page that it leads to has no records.',
    run: async (session) => assertNextFalse(session, events, await initialWalk(session, events)),
  },
  {
    ...onWalk,
    id: 'link.results.previous',
    description:
      'rel=previous says results=false on the first page, or leads to records that are newer than the walk; it says results=true on every other page.',
    run: async (session) => assertPrevious(session, await severalPages(session, events)),
  },
  {
    ...afterValues,
    id: 'link.results.empty-page',
    after: [...afterValues.after, 'link.both-entries.empty-page', 'link.results.next-false'],
    mayRepeat: true,
    description:
      'On the empty page after the last, an entry that says results=true leads to records, and one that says results=false leads to none.',
    run: (session) => assertEntriesOfEmptyPage(session, events),
  },
  {
    ...onGroups,
    id: 'link.results.groups',
    description:
      'The same on the groups of samples.projectId: results=true on rel=next leads to records and results=false to none; rel=previous says false on the first page and true on later ones.',
    run: async (session) => {
      const walk = await initialWalk(session, groups)
      assertNextTrue(walk)
      await assertPrevious(session, walk)
      if (walk.end === 'resultsFalse') await assertNextFalse(session, groups, walk)
    },
  },
  {
    ...onGroups,
    id: 'link.results.empty-page-of-groups',
    after: [...onGroups.after, 'link.results.groups'],
    description:
      'On the empty page after the last page of groups, an entry that says results=true leads to records, and one that says results=false leads to none.',
    run: (session) => assertEntriesOfEmptyPage(session, groups),
  },
  {
    ...onBack,
    id: 'link.both-entries.back',
    description: 'The page that rel=previous of the second page leads to carries both entries.',
    run: async (session) => assertBothEntries((await pagesBack(session)).map(({ back }) => back)),
  },
  {
    ...onBack,
    id: 'link.results.back',
    after: [...onBack.after, 'link.both-entries.back'],
    description:
      'On the page that rel=previous of the second page leads to, rel=next says results=true, as the second page has records; and rel=previous of each page that rel=previous leads to says what it says on the walk.',
    run: async (session) => {
      for (const { back } of await pagesBack(session)) assertTrue(back, 'next')
      for (const list of declaredLinkLists(session)) await assertPreviousOfBack(session, list)
    },
  },
  {
    ...onBack,
    id: 'link.next.back',
    after: [...onBack.after, 'link.both-entries.back'],
    description:
      'On the page that rel=previous of the second page leads to, rel=next leads to the records of the second page again.',
    run: async (session) => {
      for (const { from, back } of await pagesBack(session)) {
        const again = await followLink(session, back, back.next)
        const lacks = from.ids.filter((id) => !again?.ids.includes(id))
        if (lacks.length > 0)
          failLink(
            'next',
            [back, again],
            phrase`the records of the second page at rel=next of ${back.exchange.request.url}`,
            phrase`a page without ${lacks.length} of them${again ? phrase` at ${cursorName(again)}` : ''}`,
            { symptom: phrase`rel=next of the page that rel=previous leads to does not lead back` },
          )
      }
    },
  },
]
