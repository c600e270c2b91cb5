// rel=next continues the list (clause 4.10): it leads to the following page, to no other, and to each record.
import { fail } from '../../conclusions/conclusion.ts'
import { answerPhrase, countPhrase, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import {
  amongPages,
  cursorName,
  cursorOf,
  failLink,
  findLinkPage,
  isOfTarget,
  type LinkList,
  type LinkPage,
  type LinkWalk,
  followLink,
  pageBeyond,
  pagesToLeave,
  resolveLink,
  swappedEntries,
  toLinkPage,
  walkAgain,
} from './link-list.ts'
import { askNeighbours, contrast, type Similar } from '../similar.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { surroundings } from './surroundings.ts'

/**
 * Requests two other pages of a walk that ended without a list: the page after the next one, and the one that
 * rel=previous of the last page leads to.
 */
export async function similarPages(session: Session, { pages, end }: LinkWalk): Promise<Similar> {
  const last = pages.at(-1)
  if ((end !== 'noList' && end !== 'repeats') || !last?.next) return {}
  const next = resolveLink(last, last.next)
  const further = next && new URL(next)
  const [identifier, offset, isPrevious] = further?.searchParams.get('cursor')?.split(':') ?? []
  if (further && isPrevious !== undefined)
    further.searchParams.set('cursor', [identifier, 2 * Number(offset), isPrevious].join(':'))
  const urls = [further, last.previous && resolveLink(last, last.previous)].filter(
    (url) => url !== undefined && isOfTarget(session, url),
  )
  return contrast(
    await askNeighbours(
      urls.map((url) => [
        phrase`cursor=${url!.searchParams.get('cursor') ?? ''}`,
        async () => {
          const page = toLinkPage(session, await legacyAnswer(session, url!.href))
          return page !== undefined && (end === 'noList' || !hasSameIds(page, last))
        },
      ]),
    ),
  )
}

/** @throws Conclusion `fail` if rel=next does not lead to a list, or leads to the same page or the one before it. */
export function assertContinues({ pages, end, stopped }: LinkWalk, similar: Similar = {}): void {
  if (end === 'noList')
    failLink(
      'next',
      [pages.at(-1)!, { exchange: stopped! }],
      phrase`a list at rel=next of page ${pages.length}`,
      phrase`${answerPhrase(stopped!)} at ${stopped!.request.url}`,
      {
        ...similar,
        symptom: phrase`rel=next of page ${pages.length} leads to ${stopped!.response.status} without a list`,
        remedy: phrase`Answer the URL of rel=next with a list.`,
      },
    )
  for (const [index, page] of pages.entries()) {
    // A walk that restarts further back does not end: link.complete reports that.
    const before = new Set(pages.slice(Math.max(0, index - 2), index).flatMap(({ ids }) => ids))
    if (page.ids.length > 0 && page.ids.every((id) => before.has(id))) failBack(pages, index, similar)
  }
}

/** Fails for a page that shows records of earlier pages again: its address is wrong, or its cursor is not read. */
function failBack(pages: readonly LinkPage[], index: number, similar: Similar): never {
  const [from, page] = [pages[index - 1]!, pages[index]!]
  const earlier = pages.slice(0, index).findIndex((other) => hasSameIds(other, page))
  const again = earlier < 0 ? phrase`records of earlier pages` : phrase`page ${earlier + 1}`
  const [here, led] = [from, page].map((each) => parseLinkCursor(cursorOf(each) ?? '0:0:0'))
  const isIgnored = similar.alike !== undefined && similar.beside === undefined && earlier === 0
  const isCursorWrong = here !== undefined && led !== undefined && led.offset <= here.offset
  const ofEntry = {
    remedy: phrase`Let rel=next lead to the records after those of its page.`,
    ...amongPages(pages.slice(0, index), [from]),
  }
  failLink(
    'next',
    [from, page],
    isCursorWrong
      ? phrase`rel=next of page ${index} to lead beyond ${cursorName(from)}`
      : phrase`other records at rel=next of page ${index} than on the pages before`,
    phrase`${cursorName(page)}, which shows ${again} again`,
    {
      symptom:
        isIgnored && !isCursorWrong
          ? phrase`the cursor is ignored`
          : phrase`rel=next of page ${index} leads to ${again} again`,
      ...(isCursorWrong ? ofEntry : { remedy: phrase`Begin the page at the offset of the cursor.`, ...similar }),
      ...swappedEntries(pages.slice(0, index), from),
    },
  )
}

/**
 * Asserts that rel=next of the last page, and of the empty page after it, does not lead to a page of the walk, and that
 * no page lies between two pages of the walk. These pages are requested once per run for all checks.
 *
 * @throws Conclusion `fail` when rel=next leads back, or leaves out a page that rel=previous leads to.
 */
export async function assertNextPages(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const { behindAgain } = await surroundings(session, list)
  if (walk.end === 'resultsFalse') {
    const { last, beyond } = await pageBeyond(session, list, walk)
    if (beyond && walk.pages.some((page) => hasSameIds(page, beyond)) && (await isStill(session, last)))
      failLink(
        'next',
        [last, beyond],
        phrase`no page of the walk at rel=next of its last page`,
        phrase`its ${countPhrase(beyond.ids.length, 'record')} at ${beyond.exchange.request.url}`,
        { symptom: phrase`rel=next of the last page leads to the list again`, ...swappedEntries(walk.pages, last) },
      )
    // The page is requested again if its rel=next leads to records of the walk: other clients may have moved these past
    // it.
    const met = beyond && behindAgain?.ids.length === 0 ? await followLink(session, beyond, beyond.next) : undefined
    if (beyond && met?.ids.some((id) => walk.ids.includes(id)))
      failLink(
        'next',
        [beyond, met],
        phrase`no record that the walk visited at rel=next of the empty page after the last`,
        phrase`${countPhrase(met.ids.length, 'record')} at ${met.exchange.request.url}`,
        {
          symptom: phrase`rel=next of the empty page after the last leads to records of the list again`,
          ...swappedEntries([...walk.pages, beyond], beyond),
        },
      )
  }
  await assertNoPageLeftOut(session, list, walk)
}

function hasSameIds({ ids }: LinkPage, other: LinkPage): boolean {
  return ids.length > 0 && ids.join() === other.ids.join()
}

/** Requests a page again: if other clients write, its records have moved. */
async function isStill(session: Session, page: LinkPage): Promise<boolean> {
  const now = await findLinkPage(session, page.exchange.request.url)
  return now !== undefined && hasSameIds(page, now)
}

/**
 * If rel=previous leads to a page without records of the walk, the page lies between two pages of the walk. Other
 * clients may have created its records meanwhile, so the list is walked again and the page is requested again before
 * the check fails.
 */
async function assertNoPageLeftOut(session: Session, list: LinkList, { pages, ids, end }: LinkWalk): Promise<void> {
  if (end !== 'resultsFalse' && end !== 'emptyPages') return
  const known = new Set(ids)
  const suspects: { readonly page: LinkPage; readonly back: LinkPage }[] = []
  for (const page of pagesToLeave(session, pages)) {
    const back = await followLink(session, page, page.previous)
    if (back && back.ids.length > 0 && !back.ids.some((id) => known.has(id))) suspects.push({ page, back })
  }
  if (suspects.length === 0) return
  const again = await walkAgain(session, list)
  for (const { page, back } of suspects) {
    if (again.ids.some((id) => back.ids.includes(id)) || !(await isStill(session, back))) continue
    const before = pages[pages.indexOf(page) - 1]!
    failLink(
      'next',
      [before, page],
      phrase`the records right after page ${pages.indexOf(before) + 1} at its rel=next`,
      phrase`${cursorName(page)}, which leaves out the ${countPhrase(back.ids.length, 'record')} of ${cursorName(back)}`,
      {
        symptom: phrase`rel=next of page ${pages.indexOf(before) + 1} leaves out a page`,
        remedy: phrase`Let rel=next lead to the records right after those of its page.`,
        ...amongPages(pages.slice(0, -1), [before]),
      },
    )
  }
}

/**
 * Asserts that pages that rel=previous leads to have no record that a whole walk by rel=next does not visit. Other
 * clients may have created or deleted the record, so the list is walked again and the page is requested again.
 */
export async function assertNoExtraRecord(
  session: Session,
  list: LinkList,
  { ids, end, pages }: LinkWalk,
): Promise<void> {
  if (end !== 'resultsFalse') return
  const { back, behind } = await surroundings(session, list)
  const known = new Set(ids)
  for (const page of [...back, ...behind]) {
    if (page.ids.every((id) => known.has(id))) continue
    const again = await walkAgain(session, list)
    if (again.end !== 'resultsFalse') return
    const later = new Set(again.ids)
    const left = page.ids.filter((id) => !known.has(id) && !later.has(id))
    const now = left.length > 0 ? await findLinkPage(session, page.exchange.request.url) : undefined
    const stays = left.filter((id) => now?.ids.includes(id))
    const number = pages.findIndex((walked) => liesWithin(page.ids, stays, walked.ids)) + 1
    const ofPage = {
      symptom: phrase`page ${number} leaves out ${countPhrase(stays.length, 'record')}`,
      remedy: phrase`Show every record of a page.`,
    }
    if (stays.length > 0)
      fail({
        expected: phrase`each record of the list on the walk by rel=next`,
        got: phrase`${cursorName(page)} shows ${someIds(stays)}, which the walk leaves out`,
        ...(number === 0 ? {} : ofPage),
        ...swappedEntries(pages, pages.at(-1)!),
        fact: {
          kind: 'missing',
          ids: stays,
          pages: again.pages.map(({ exchange }) => exchange),
          foundOn: now!.exchange,
          at: again.pages.at(-1)!.exchange,
        },
      })
  }
}

/** Returns true if the records before and after some of a page are on another page, which leaves these out. */
function liesWithin(ids: readonly string[], some: readonly string[], others: readonly string[]): boolean {
  const from = ids.indexOf(some[0] ?? '')
  const around = [ids[from - 1], ids[from + some.length]]
  return from > 0 && around.every((id) => id !== undefined && others.includes(id))
}

/** @throws Conclusion `fail` when the page after the last of a walk has records that the walk did not visit. */
export function assertNothingLeft({ pages, ids }: LinkWalk, beyond: LinkPage, expected: Phrase): void {
  const known = new Set(ids)
  const left = beyond.ids.filter((id) => !known.has(id))
  if (left.length === 0) return
  const walked = pages.map(({ exchange }) => exchange)
  fail({
    expected,
    got: phrase`${left.length} after it, such as ${left[0]!}`,
    fact: { kind: 'missing', ids: left, pages: walked, foundOn: beyond.exchange, at: walked.at(-1)! },
  })
}
