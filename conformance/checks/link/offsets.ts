import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, type Failure, insufficient } from '../../conclusions/conclusion.ts'
import { countPhrase, phrase } from '../../conclusions/phrase.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import { boundariesOf, recordsBetween } from './between-pages.ts'
import { cursorOf, type LinkList, type LinkWalk } from './link-list.ts'

/** @throws Conclusion `fail` if the offset of rel=next does not grow by the page size from page to page. */
export function assertOffsetsGrow({ pages }: LinkWalk): void {
  // An empty page in the middle of the walk takes its share of the offsets too.
  const walked = pages.slice(0, pages.findLastIndex(({ ids }) => ids.length > 0) + 1)
  const offsets = walked.map(
    (page) => (page.next ? parseLinkCursor(cursorOf(page, page.next) ?? '')?.offset : undefined) ?? Number.NaN,
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
  const [from, at] = [walked[wrong]!.exchange, walked[wrong + 1]!.exchange]
  fail({
    expected: phrase`the offset of rel=next to grow by the page size, ${Math.max(...full)}`,
    got: phrase`offsets ${{ list: offsets.map((offset) => (Number.isNaN(offset) ? 'none' : offset)) }}, from pages of ${{ list: walked.map(({ ids }) => ids.length) }} records`,
    fact: { kind: 'link', relation: 'next', from, at },
  })
}

/**
 * The first page begins at the first row, so its rel=next has its number of records as offset. A page may hide records;
 * therefore another offset is wrong only if the same number of records is repeated or left out.
 */
async function wrongFirstOffset(session: Session, list: LinkList, walk: LinkWalk): Promise<Failure | undefined> {
  const [first, second] = walk.pages
  const offset = first?.next && parseLinkCursor(cursorOf(first, first.next) ?? '')?.offset
  if (!first || !second || offset === undefined || offset === first.ids.length) return undefined
  // If the next offset grows by the same amount, the first one is right: the pages show fewer records than they have.
  const later = second.next && parseLinkCursor(cursorOf(second, second.next) ?? '')?.offset
  if (later === 2 * offset) return undefined
  const off = offset - first.ids.length
  const [boundary] = off > 0 ? boundariesOf(session, list, walk) : []
  const { lost } = boundary?.pages[0] === first ? await recordsBetween(session, boundary) : {}
  const isSeen = off < 0 ? second.ids.filter((id) => first.ids.includes(id)).length === -off : lost?.length === off
  if (!isSeen) return undefined
  return {
    expected: phrase`the offset ${first.ids.length} in rel=next of the first page, which has as many records`,
    got: phrase`the offset ${offset}: the second page ${off < 0 ? phrase`repeats` : phrase`leaves out`} ${Math.abs(off)}`,
    fact: { kind: 'link', relation: 'next', from: first.exchange, at: second.exchange },
  }
}

/** @throws Conclusion `fail` if the offset of rel=next of the first page is not its number of records. */
export async function assertFirstOffset(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const failure = await wrongFirstOffset(session, list, walk)
  if (failure) fail(failure)
}

/** @throws Conclusion `blocked` if that offset is wrong: the following pages then begin at the wrong record. */
export async function assertFirstOffsetKnown(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const failure = await wrongFirstOffset(session, list, walk)
  if (!failure) return
  const { at } = failure.fact
  blocked(see('link.offset'), phrase`the second page begins at the wrong offset: ${failure.got}; see link.offset`, at)
}
