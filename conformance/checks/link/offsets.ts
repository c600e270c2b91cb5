import { because } from '../../conclusions/cause.ts'
import { type Failure, insufficient } from '../../conclusions/conclusion.ts'
import { countPhrase, phrase } from '../../conclusions/phrase.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import { chooseBoundaries, findLostRecords } from './between-pages.ts'
import { failLink, linkCursor, type LinkList, type LinkWalk, pageCondition } from './link-list.ts'

/** @throws Conclusion `fail` if the offset of rel=next does not grow by the page size from page to page. */
export function assertOffsetsGrow({ pages }: LinkWalk): void {
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
  const atEnd = walked.at(-1)!.ids.at(-1)!
  const counted = isLast && steps[wrong]! >= 0 ? steps[wrong]! : undefined
  // Either of the two may be wrong.
  const ofLast: Pick<Failure, 'symptom' | 'remedy'> =
    counted === undefined
      ? {}
      : {
          symptom: phrase`the last page has ${countPhrase(last, 'record')}, but its rel=next counts ${counted}`,
          remedy:
            counted < last
              ? phrase`Let rel=next of the last page count its records, or leave out a record that does not belong there; the last one is ${atEnd}.`
              : phrase`Let rel=next of the last page count its records, or show the record that the page leaves out.`,
        }
  const cursors = walked.map((page) => (page.next && linkCursor(page, page.next)) ?? 'none')
  failLink(
    'next',
    isFirst ? [walked[0]!] : isNone ? [walked[wrong]!, walked[wrong + 1]!] : [walked[wrong + 1]!],
    isLast
      ? phrase`the offset of rel=next of the last page to grow by its ${countPhrase(last, 'record')}, or by the page size, ${Math.max(...full)}`
      : phrase`the offset of rel=next to grow by the page size, ${Math.max(...full)}`,
    phrase`${counted === undefined ? '' : phrase`it grows by ${counted}: `}cursors ${{ list: cursors }}, on pages of ${{ list: walked.map(({ ids }) => ids.length) }} records${counted !== undefined && counted < last ? phrase`, of which the last is ${atEnd}` : ''}`,
    isNone
      ? {}
      : {
          symptom: phrase`the offset of rel=next ${where} ${grows}`,
          condition: isFirst ? undefined : pageCondition(walked[wrong + 1]!.exchange),
          ...ofLast,
        },
  )
}

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
