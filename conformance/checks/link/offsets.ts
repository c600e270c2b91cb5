import { because } from '../../conclusions/cause.ts'
import { type Failure, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import { countPhrase, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Item } from '../../reading/find-list.ts'
import { type LinkCursor, parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import { isBare, stripPrefix } from '../../reading/id-forms.ts'
import { readListPage } from '../lists/pages.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { chooseBoundaries, findLostRecords } from './between-pages.ts'
import {
  cursorName,
  failLink,
  followLink,
  linkCursor,
  type LinkList,
  type LinkPage,
  type LinkWalk,
  pageCondition,
} from './link-list.ts'

/** The member with the id of the parent in all records but one, and the place of that one. */
function findOddParent(items: readonly Item[], address: string): readonly [name: string, index: number] | undefined {
  const isParent = (id: unknown) =>
    typeof id === 'string' && isBare(stripPrefix(id)) && address.includes(stripPrefix(id))
  for (const name of Object.keys(items[0] ?? {})) {
    const odd = items.flatMap((item, index) => (isParent(item[name]) ? [] : [index]))
    if (items.length > 2 && odd.length === 1) return [name, odd[0]!]
  }
  return undefined
}

/** Words for a last page with more records than its rel=next counts. Either of the two may be wrong. */
async function longLastPage(
  session: Session,
  last: LinkPage,
  counted: number,
): Promise<Pick<Failure, 'symptom' | 'remedy'> & { readonly got: Phrase }> {
  const beyond = await followLink(session, last, last.next)
  const items = readListPage(session, await legacyAnswer(session, last.exchange.request.url))?.items ?? []
  const [name, index] = findOddParent(items, last.exchange.request.url) ?? []
  const end = beyond?.ids.length === 0 ? phrase`; ${cursorName(beyond)} shows no record` : ''
  if (name === undefined || index === undefined)
    return {
      symptom: phrase`the last page has ${countPhrase(last.ids.length, 'record')}, but its rel=next counts ${counted}`,
      got: phrase`${end}; the last record is ${last.ids.at(-1)!}`,
      remedy: phrase`Let rel=next of the last page count its records, or leave out a record that does not belong there.`,
    }
  return {
    symptom: phrase`a record with another ${name} on the last page`,
    got: phrase`${end}; record ${index + 1}, ${last.ids[index]!}, has ${name} ${jsonPhrase(items[index]![name])}, all others ${jsonPhrase(items[index === 0 ? 1 : 0]![name])}`,
    remedy: phrase`Leave out the record with another ${name}; rel=next does not count it.`,
  }
}

/** @throws Conclusion `fail` if the offset of rel=next does not grow by the page size from page to page. */
export async function assertOffsetsGrow(session: Session, { pages }: LinkWalk): Promise<void> {
  // An empty page in the middle of the walk takes its share of the offsets too.
  const walked = pages.slice(0, pages.findLastIndex(({ ids }) => ids.length > 0) + 1)
  const offsets = walked.map(
    (page) => (page.next ? parseLinkCursor(linkCursor(page, page.next) ?? '')?.offset : undefined) ?? Number.NaN,
  )
  const full = walked.slice(0, -1).flatMap(({ ids }) => (ids.length > 0 ? [ids.length] : []))
  const last = walked.at(-1)?.ids.length ?? 0
  const steps = offsets.slice(1).map((offset, index) => offset - offsets[index]!)
  if (full.length === 0) insufficient(because.data, phrase`it takes two pages with records`)
  // A target may hide some records of a page. The page size is then larger than any visible page.
  const size = Math.max(...full) === Math.min(...full) ? full[0]! : steps[0]!
  const isRight = (step: number, index: number) =>
    step === size || (index === steps.length - 1 && last < size && step === last)
  // Pages with the same number of visible records may each hide the same number. A single page does not show that.
  const step = steps[0]!
  if (step > size && (full.length === 1 || step < 2 * size) && steps.every((distance) => distance === step))
    insufficient(
      because.alike,
      phrase`the offset of rel=next grows by ${step}, while each page shows ${countPhrase(size, 'record')}; whether they hide some cannot be seen`,
    )
  if (size >= Math.max(...full) && steps.every(isRight)) return
  // The first page whose offset is not the sum of the previous offset and the page size.
  const wrong = Math.max(
    0,
    steps.findIndex((distance, index) => !isRight(distance, index)),
  )
  const isLast = wrong === steps.length - 1 && last < size
  // The first page begins at the first row, so its offset shows by itself that it is wrong.
  const isFirst = wrong === 0 && !isLast && full.every((count) => count === size) && offsets[0] !== size
  const isNone = Number.isNaN(isFirst ? offsets[0]! : steps[wrong]!)
  const grows = isFirst
    ? phrase`is ${offsets[0]!} instead of ${size}`
    : phrase`grows by ${steps[wrong]!} instead of ${isLast ? last : size}`
  const where = isFirst
    ? steps.some((each, index) => !isRight(each, index))
      ? phrase`on every page`
      : phrase`of the first page`
    : phrase`of page ${wrong + 2} of ${walked.length}`
  const end = walked.at(-1)!
  const counted = isLast && steps[wrong]! >= 0 ? steps[wrong]! : undefined
  const isLong = counted !== undefined && counted < last
  const { got = phrase``, ...ofLast }: Partial<Awaited<ReturnType<typeof longLastPage>>> = isLong
    ? ((await unlessConcluded(longLastPage(session, end, counted))) ?? {})
    : counted === undefined
      ? {}
      : {
          symptom: phrase`the last page has ${countPhrase(last, 'record')}, but its rel=next counts ${counted}`,
          remedy: phrase`Let rel=next of the last page count its records, or show the record that the page leaves out.`,
        }
  const identifiers = walked.map((page) => (page.next ? parseLinkCursor(linkCursor(page, page.next) ?? '') : undefined))
  const isIdentifier =
    steps.every((each) => each === 0) &&
    identifiers.slice(1).every((cursor, index) => growth(identifiers[index], cursor) === full[index])
  const identifier = isIdentifier ? '0' : (identifiers[0]?.identifier ?? '0')
  const right = walked.map((_, index) => phrase`${identifier}:${(index + 1) * size}:0`)
  const endOffset = (walked.length - 1) * size + last
  failLink(
    'next',
    isFirst ? [walked[0]!] : isNone ? [walked[wrong]!, walked[wrong + 1]!] : [walked[wrong + 1]!],
    phrase`rel=next with the cursors ${{ list: right }}${isLast ? phrase` or ${identifier}:${endOffset}:0` : ''}, as the offset grows by the page size`,
    phrase`${{ list: walked.map((page) => (page.next && linkCursor(page, page.next)) ?? 'none') }}, on pages of ${{ list: walked.map(({ ids }) => ids.length) }} records${got}`,
    isNone
      ? {}
      : isIdentifier
        ? {
            symptom: phrase`the identifier of the cursor grows instead of the offset`,
            remedy: phrase`Count the records in the second value of a cursor, and leave the first as it is.`,
          }
        : {
            symptom: phrase`the offset of rel=next ${where} ${grows}`,
            condition: isFirst ? undefined : pageCondition(walked[wrong + 1]!.exchange),
            ...ofLast,
          },
  )
}

const growth = (before: LinkCursor | undefined, after: LinkCursor | undefined): number =>
  Number(after?.identifier) - Number(before?.identifier)

/**
 * Asserts that rel=next of the first page, which begins at the first row, has its number of records as offset. A page
 * may hide records; therefore another offset is wrong only if the same number of records is repeated or left out.
 */
export async function assertFirstOffset(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const [first, second] = walk.pages
  const offset = first?.next && parseLinkCursor(linkCursor(first, first.next) ?? '')?.offset
  if (!first || !second || offset === undefined || offset === first.ids.length) return
  // If the next offset grows by the same amount, the first one is right: the pages show fewer records than they have.
  const later = second.next && parseLinkCursor(linkCursor(second, second.next) ?? '')?.offset
  if (later === 2 * offset) return
  const off = offset - first.ids.length
  const [boundary] = off > 0 ? chooseBoundaries(session, list, walk) : []
  const { lost } = boundary?.pages[0] === first ? await findLostRecords(session, boundary) : {}
  const isSeen = off < 0 ? second.ids.filter((id) => first.ids.includes(id)).length === -off : lost?.length === off
  if (isSeen)
    failLink(
      'next',
      [first, second],
      phrase`the offset ${first.ids.length} in rel=next of the first page, which has as many records`,
      phrase`the offset ${offset}: the second page ${off < 0 ? phrase`repeats` : phrase`leaves out`} ${Math.abs(off)}`,
    )
}
