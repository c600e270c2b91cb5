import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import { cursorOf } from './link-entries.ts'
import type { LinkPage } from './link-pages.ts'

/** @throws Conclusion `fail` when the offset of rel=next does not grow by the page size, from page to page. */
export function assertOffsetsGrow(pages: readonly LinkPage[]): void {
  // An empty page in the middle of the walk takes its part of the offsets too.
  const walked = pages.slice(0, pages.findLastIndex(({ ids }) => ids.length > 0) + 1)
  const offsets = walked.map(
    (page) => (page.next ? parseLinkCursor(cursorOf(page, page.next) ?? '')?.offset : undefined) ?? Number.NaN,
  )
  const full = walked.slice(0, -1).flatMap(({ ids }) => (ids.length > 0 ? [ids.length] : []))
  const last = walked.at(-1)?.ids.length ?? 0
  const steps = offsets.slice(1).map((offset, index) => offset - offsets[index]!)
  if (full.length === 0) insufficient(because.data, phrase`it takes two pages with records`)
  // A target may hide some records of a page. The page size is then more than any page shows.
  const size = Math.max(...full) === Math.min(...full) ? full[0]! : steps[0]!
  const isRight = (step: number, index: number) =>
    step === size || (index === steps.length - 1 && last < size && step === last)
  // Pages that show the same number may each hide the same number. A single page does not tell.
  const step = steps[0]!
  if (step > size && (full.length === 1 || step < 2 * size) && steps.every((distance) => distance === step))
    insufficient(
      because.alike,
      phrase`the offset of rel=next grows by ${step}, while the pages show ${size} records each; whether they hide some cannot be seen`,
    )
  if (size >= Math.max(...full) && steps.every(isRight)) return
  // The first page whose offset is not that of the page before and its size.
  const wrong = Math.max(
    0,
    steps.findIndex((distance, index) => !isRight(distance, index)),
  )
  const [from, at] = [walked[wrong]!.exchange, walked[wrong + 1]!.exchange]
  fail({
    expected: phrase`the offset of rel=next to grow by the page size, ${Math.max(...full)}`,
    got: phrase`offsets ${{ list: offsets }}`,
    fact: { kind: 'link', relation: 'next', from, at },
  })
}
