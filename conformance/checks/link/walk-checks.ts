import { because } from '../../conclusions/cause.ts'
import { type Failure, fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import { andList, answerPhrase, countPhrase, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { noListCause } from '../lists/pages.ts'
import { assertNoGap, nextCursor } from './between-pages.ts'
import { assertContinues, assertNextPages, assertNoExtraRecord, assertNothingLeft, similarPages } from './continues.ts'
import {
  amongPages,
  cursorName,
  cursorPath,
  swappedEntries,
  walkEndCause,
  walkEndPhrase,
  events,
  failLink,
  findLinkPage,
  groups,
  isOfTarget,
  cachedLinkAnswer,
  linkHeaderPhrase,
  type LinkList,
  type LinkPage,
  resolveLink,
  type LinkWalk,
  followLink,
  pageBeyond,
  pagesToLeave,
  walkAgain,
} from './link-list.ts'
import { assertFirstOffset, assertOffsetsGrow } from './offsets.ts'
import { initialWalk, severalPages } from './surroundings.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const
const onWalk = { ...common, after: [...onEntries.after, 'link.next.same-resource', 'link.next.continues'] } as const
const onGroups = { ...common, needs: ['projectId', 'legacy'], after: ['link.next.groups'] } as const

const repeatedIds = ({ ids }: LinkWalk): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

/** Asserts that a walk visits each record once. Resolves to the walk that shows this. */
async function assertVisitsOnce(session: Session, list: LinkList, first: LinkWalk): Promise<LinkWalk> {
  // If the newest come first, a record created during a walk moves all others by one.
  const walk = repeatedIds(first).length > 0 ? await walkAgain(session, list) : first
  const [id, ...others] = repeatedIds(walk)
  if (id === undefined) return walk
  const numbers = walk.pages.flatMap(({ ids }, index) => (ids.includes(id) ? [index + 1] : []))
  const placeOn = (number: number) => {
    const { ids } = walk.pages[number - 1]!
    const place = ids[0] === id ? 'the first of' : ids.at(-1) === id ? 'the last of' : 'on'
    return phrase`${place} page ${number}${ids.indexOf(id) === ids.lastIndexOf(id) ? '' : ', twice'}`
  }
  const places: Phrase = phrase`${andList(numbers.map(placeOn))}`
  const times = walk.ids.filter((other) => other === id).length
  const count = new Set([id, ...others]).size
  const at = walk.pages.findLast(({ ids }) => ids.includes(id))!.exchange
  return fail({
    expected: phrase`each of the ${list.name} once on the walk by rel=next`,
    got: phrase`${countPhrase(count, 'record')} more than once, such as ${id}, ${places}`,
    symptom: phrase`a record ${times === 2 ? 'twice' : phrase`${times} times`}, ${places}`,
    fact: { kind: 'repeated', id, pages: walk.pages.map(({ exchange }) => exchange), at },
  })
}

/** The records of a page by their numbers on the walk: `page 2 (records 101 to 200)`. */
function walkedRecords({ pages, ids: all }: LinkWalk, ids: readonly string[]): Phrase {
  if (ids.length === 0) return phrase`no records`
  const numbers = ids.map((id) => all.indexOf(id) + 1)
  const first = numbers[0]!
  const unknown = ids.filter((_, index) => numbers[index] === 0)
  if (unknown.length > 0)
    return phrase`${countPhrase(ids.length, 'record')}, with ${someIds(unknown)}, which the walk leaves out,`
  if (numbers.some((number, index) => number !== first + index))
    return phrase`${countPhrase(ids.length, 'record')} in another order`
  const page = pages.findIndex((other) => sameRecords(other.ids, ids))
  const records = ids.length === 1 ? phrase`record ${first}` : phrase`records ${first} to ${numbers.at(-1)!}`
  return page < 0 ? records : phrase`page ${page + 1} (${records})`
}

/** The place of the first of some records, if it is not the expected one: `record 141 instead of record 101`. */
function wrongBegin(walk: LinkWalk, ids: readonly string[], wanted: readonly string[]): Phrase | undefined {
  const page = walk.pages.findIndex((other) => sameRecords(other.ids, ids))
  if (ids.length === 0) return phrase`no records`
  if (page >= 0) return phrase`page ${page + 1}`
  const [from, right] = [ids, wanted].map(([id = '']) => walk.ids.indexOf(id) + 1)
  return from === 0 || from === right ? undefined : phrase`record ${from!} instead of record ${right!}`
}

/** The pages whose rel=previous is right where that of another page is wrong. */
async function leadsBackBeside(
  session: Session,
  { pages }: LinkWalk,
  wrong: LinkPage,
): Promise<Pick<Failure, 'beside' | 'condition'>> {
  const followed = await Promise.all(
    pages.slice(1).map(async (page, index) => {
      const back = await unlessConcluded(followLink(session, page, page.previous))
      return { page, isRight: back !== undefined && sameRecords(back.ids, pages[index]!.ids) }
    }),
  )
  const others = followed.filter(({ isRight }) => !isRight).map(({ page }) => page)
  return amongPages(
    followed.map(({ page }) => page),
    [wrong, ...others],
  )
}

/** The cursor with is_prev=1 that shows a page, if the target serves it. */
async function rightCursor(
  session: Session,
  list: LinkList,
  { pages }: LinkWalk,
  wanted: number,
): Promise<Phrase | ''> {
  const { identifier, offset } = (wanted > 0 && nextCursor(pages[wanted - 1]!)) || { identifier: 0, offset: 0 }
  const page = await findLinkPage(session, cursorPath(session, list, `${identifier}:${offset}:1`))
  return page && sameRecords(page.ids, pages[wanted]!.ids) ? phrase`; ${cursorName(page)} shows page ${wanted + 1}` : ''
}

/** Follows rel=previous of the second page, the last one, one in between, and the empty page after the last. */
async function assertLeadsBack(session: Session, list: LinkList): Promise<void> {
  const walk = await severalPages(session, list)
  const { pages, end } = walk
  let compared = 0
  for (const page of pagesToLeave(session, pages)) {
    const url = page.previous && resolveLink(page, page.previous)
    if (!url || !isOfTarget(session, url) || page.ids.length === 0) continue
    const { page: back, exchange } = await cachedLinkAnswer(session, url.href)
    if (!back)
      failLink(
        'previous',
        [page, { exchange }],
        phrase`a list at rel=previous`,
        phrase`${answerPhrase(exchange)} at ${url.href}`,
        {
          symptom: phrase`rel=previous of page ${pages.indexOf(page) + 1} leads to ${exchange.response.status} without a list`,
          remedy: phrase`Answer the URL of rel=previous with a list.`,
        },
      )
    const before = pages[pages.indexOf(page) - 1]!
    if (!sameRecords(back.ids, before.ids)) {
      // The previous page may have changed since it was walked.
      const now = await findLinkPage(session, before.exchange.request.url)
      if (!sameRecords(back.ids, now?.ids ?? before.ids)) {
        const number = pages.indexOf(page) + 1
        const begin = wrongBegin(walk, back.ids, before.ids)
        failLink(
          'previous',
          [page, back],
          phrase`${walkedRecords(walk, before.ids)} at rel=previous of page ${number} of ${pages.length}, which has ${countPhrase(page.ids.length, 'record')}`,
          phrase`${walkedRecords(walk, back.ids)} at ${cursorName(back)}${(await unlessConcluded(rightCursor(session, list, walk, number - 2))) ?? ''}`,
          {
            ...(await leadsBackBeside(session, walk, page)),
            symptom: begin && phrase`rel=previous of page ${number} leads to ${begin}`,
            ...swappedEntries(pages, page),
          },
        )
      }
    }
    compared++
  }
  // A mistake of every page is reported for one with records.
  if (end === 'resultsFalse') await assertEmptyPageLeadsBack(session, list, walk)
  if (compared === 0) insufficient(because.data, phrase`it takes two pages with records`)
}

/** If rel=previous of the empty page after the last promises records, it must lead to some. */
async function assertEmptyPageLeadsBack(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const { last, beyond } = await pageBeyond(session, list, walk)
  if (beyond?.previous?.parameters['results'] !== 'true' || beyond.ids.length > 0 || last.ids.length === 0) return
  const back = await followLink(session, beyond, beyond.previous)
  if (!back || back.ids.length > 0) return
  const first = await findLinkPage(session, walk.pages[0]!.exchange.request.url)
  if (first?.ids.length === 0) insufficient(because.changed, phrase`all records were deleted meanwhile`)
  failLink(
    'previous',
    [beyond, back],
    phrase`the ${countPhrase(last.ids.length, 'record')} of the last page at rel=previous of the empty page after it, ${beyond.exchange.request.url}`,
    phrase`an empty page at ${back.exchange.request.url} (${linkHeaderPhrase(beyond.exchange, 'previous')})`,
  )
}

/** Follows rel=next from page to page. */
async function assertWalkContinues(session: Session, list: LinkList): Promise<void> {
  const walk = await initialWalk(session, list)
  try {
    assertContinues(walk)
  } catch {
    // If the newest come first, records created by other clients may move all others by a page or more.
    const again = await walkAgain(session, list)
    assertContinues(again, await unlessConcluded(similarPages(session, again)))
  }
  await assertNextPages(session, list, walk)
  await severalPages(session, list)
}

/** Requests the page after the one whose rel=next says results=false. */
async function assertAllVisited(session: Session, list: LinkList): Promise<void> {
  const walk = await initialWalk(session, list)
  const { beyond, exchange } = await pageBeyond(session, list, walk)
  if (!beyond)
    insufficient(
      noListCause(exchange),
      phrase`rel=next of the last page does not lead to a list: ${answerPhrase(exchange)}`,
      exchange,
    )
  assertNothingLeft(walk, beyond, phrase`all ${list.name} to be visited before rel=next says results=false`)
  await assertNoExtraRecord(session, list, walk)
}

/** Compares the offsets of the pages of a walk. */
async function assertOffsets(session: Session, list: LinkList): Promise<void> {
  const walk = await severalPages(session, list)
  await assertOffsetsGrow(session, walk)
  await assertFirstOffset(session, list, walk)
}

/** The pages that the Link header leads to (clause 4.10). */
export const linkWalkChecks: readonly DeclaredCheck[] = [
  {
    ...onEntries,
    id: 'link.next.continues',
    after: [...onEntries.after, 'link.results.values'],
    description:
      'rel=next of each page leads to a list with other records than those of the pages before, and leaves out no page that rel=previous leads to.',
    run: (session) => assertWalkContinues(session, events),
  },
  {
    ...onGroups,
    id: 'link.next.groups',
    after: ['link.both-entries.groups'],
    description:
      'rel=next of the first pages of groups leads to a list with other records than those of the pages before, and leaves out no page that rel=previous leads to.',
    run: (session) => assertWalkContinues(session, groups),
  },
  {
    ...onWalk,
    id: 'link.complete.once',
    description: 'Following rel=next until results=false visits no record twice, and ends.',
    run: async (session) => {
      const first = await severalPages(session, events)
      const walk = await assertVisitsOnce(session, events, first)
      if (walk.end === 'emptyPages') {
        const [from, to] = walk.pages.slice(-2) as [LinkPage, LinkPage]
        failLink(
          'next',
          [from, to],
          phrase`the walk by rel=next to end at results=false`,
          phrase`a walk that continues with empty pages at ${to.exchange.request.url}`,
        )
      }
      if (walk.end === 'pageLimit') return phrase`the first ${walk.pages.length} pages were walked, not all`
      return walk.end === 'resultsFalse'
        ? phrase`${countPhrase(walk.ids.length, 'record')} on ${countPhrase(walk.pages.length, 'page')}`
        : insufficient(walkEndCause(walk), phrase`the walk ended by: ${walkEndPhrase(walk)}`)
    },
  },
  {
    ...onEntries,
    id: 'link.complete.nothing-left',
    after: [...onEntries.after, 'link.results.values', 'link.next.same-resource'],
    mayRepeat: true,
    description:
      'Requests rel=next of the page that says results=false: neither it nor a page that rel=previous leads to has a record that the walk did not visit.',
    run: (session) => assertAllVisited(session, events),
  },
  {
    ...onGroups,
    id: 'link.complete.no-group-left',
    mayRepeat: true,
    description:
      'Requests rel=next of the page of groups that says results=false: neither it nor a page that rel=previous leads to has a group that the walk did not visit.',
    run: (session) => assertAllVisited(session, groups),
  },
  {
    ...onWalk,
    id: 'link.complete.nothing-skipped',
    after: [...onWalk.after, 'link.cursor-format.three-values'],
    description:
      'Requests a cursor in the middle of the first page, and one in the middle of a page chosen by the seed: every record between two consecutive pages is on one of them.',
    run: async (session) => {
      const walk = await severalPages(session, events)
      await assertNoGap(session, events, walk)
    },
  },
  {
    ...onGroups,
    id: 'link.complete.groups',
    description:
      'Following rel=next on at most five pages of the groups of samples.projectId visits no record twice and skips none.',
    run: async (session) => {
      const walk = await initialWalk(session, groups)
      await assertVisitsOnce(session, groups, walk)
      await assertNoGap(session, groups, walk)
    },
  },
  {
    ...onWalk,
    id: 'link.offset.grows',
    after: [...onWalk.after, 'link.cursor-format.three-values'],
    description:
      'From page to page, the offset in rel=next grows by the number of records of a full page; and that of the first page is its number of records, if the second page otherwise repeats or leaves out some.',
    run: (session) => assertOffsets(session, events),
  },
  {
    ...onGroups,
    id: 'link.offset.groups',
    mayRepeat: true,
    description: 'The same on the groups: the offset in rel=next grows by the number of records of a full page.',
    run: (session) => assertOffsets(session, groups),
  },
  {
    ...onWalk,
    id: 'link.previous.leads-back',
    description:
      'rel=previous of the second page leads to the records of the first, that of the last and of a page that the seed chooses to those of the page before it, and that of the empty page after the last to records, if it promises some.',
    run: (session) => assertLeadsBack(session, events),
  },
  {
    ...onGroups,
    id: 'link.previous.groups',
    description: 'The same on the groups of samples.projectId.',
    run: (session) => assertLeadsBack(session, groups),
  },
]

function sameRecords(left: readonly string[], right: readonly string[]): boolean {
  const others = new Set(right)
  return left.length === right.length && left.every((id) => others.has(id))
}
