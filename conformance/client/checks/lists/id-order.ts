// Which of the ids of a page a client takes for the newest or the oldest (clause 2.1).
import { phrase } from '../../../conclusions/phrase.ts'
import { bareOf, byCodeUnit } from '../../../reading/id-forms.ts'
import { type ListRequest, listRequests, pagesIn } from '../../evidence/pages.ts'
import { type ClientCheck, defineClientCheck, kept, neverDone } from '../define-client-check.ts'

/** The edge of a page that leads on: the last id forward, the first id backward. */
type Edge = 0 | -1

/** A cursor, and the page that it was taken from. */
interface CursorChoice {
  readonly list: ListRequest
  readonly page: ListRequest
  readonly id: string
  /** The id at the edge of the page in the order of a locale. */
  readonly byLocale: string | undefined
  /** The id at the edge of the page as it came. */
  readonly asListed: string | undefined
}

/** Ids are compared by code unit. */
export const idOrder: ClientCheck = defineClientCheck({
  id: 'client.id-order',
  requirement: 'client.id-order',
  trap: 'The client chooses a cursor from a page whose ids a locale would sort otherwise.',
  concerns: ({ task }) => task === 'walk-products' || task === 'walk-products-back',
  judge(run) {
    const all = listRequests(run)
    const edge = run.task === 'walk-products' ? -1 : 0
    const telling = choicesOf(all, edge).filter(({ byLocale, asListed }) => byLocale !== asListed)
    const [first] = telling
    if (!first) return neverDone(phrase`No page came whose ids a locale sorts otherwise`)
    if (!sortsByLocale(all, edge)) return kept
    return {
      kind: 'broken',
      expected: phrase`${String(first.asListed)}, which is the ${edge === 0 ? 'first' : 'last'} by code unit`,
      got: phrase`${first.id}, which is that in the order of a locale`,
      fact: { kind: 'cursor', at: first.list.request, sent: first.id, page: first.page.request },
      evidence: [first.page.request, first.list.request],
    }
  },
})

/**
 * Returns true if each cursor of a run is at the edge of its page in the order of a locale, and one of them by that
 * alone.
 */
export function sortsByLocale(all: readonly ListRequest[], edge: Edge): boolean {
  const choices = choicesOf(all, edge)
  return choices.every(({ id, byLocale }) => id === byLocale) && choices.some(({ id, asListed }) => id !== asListed)
}

const chosen = new WeakMap<readonly ListRequest[], readonly CursorChoice[]>()

function choicesOf(all: readonly ListRequest[], edge: Edge): readonly CursorChoice[] {
  const known = chosen.get(all) ?? findChoices(all, edge)
  chosen.set(all, known)
  return known
}

const collator = new Intl.Collator('en')

function findChoices(all: readonly ListRequest[], edge: Edge): readonly CursorChoice[] {
  const cursorOf = (list: ListRequest) => (edge === 0 ? list.endingBefore : list.startingAfter)
  const further = all.filter((list) => cursorOf(list) !== undefined)
  return further.flatMap((list) => {
    const id = bareOf(cursorOf(list)!)
    const page = pagesIn(all)
      .holding(id, list)
      .findLast(({ walk }) => walk === list.walk)
    // A service that sorts otherwise shows nothing of its client.
    if (!page?.ids || page.ids.toSorted(newestFirst).some((id, index) => id !== page.ids![index])) return []
    const byLocale = page.ids.toSorted((id, other) => collator.compare(other, id)).at(edge)
    return [{ list, page, id, byLocale, asListed: page.ids.at(edge) }]
  })
}

const newestFirst = (left: string, right: string): number => byCodeUnit(right, left)
