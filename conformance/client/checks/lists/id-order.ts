// Which of the ids of a page a client takes for the newest or the oldest (clause 2.1).
import { bareOf, byCodeUnit } from '../../../reading/id-forms.ts'
import { type ListRequest, listRequests, pagesBefore } from '../../evidence/pages.ts'
import { type ClientCheck, defineClientCheck, judgeEach } from '../define-client-check.ts'

const collator = new Intl.Collator('en')

/** Whether an id is at the edge of its page by a locale's order, and not by code unit. */
export function isEdgeByLocale(id: string, ids: readonly string[], edge: 0 | -1): boolean {
  const falling = ids.toSorted((one, other) => collator.compare(other, one))
  const byUnit = ids.toSorted((one, other) => byCodeUnit(other, one))
  return falling.at(edge) === id && byUnit.at(edge) !== id
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
    const chosen = new Map<ListRequest, ListRequest>()
    for (const list of all) {
      const id = bareOf((edge === 0 ? list.endingBefore : list.startingAfter) ?? '')
      const page = pagesBefore(list, all).findLast(({ ids }) => ids?.includes(id))
      if (page && isTelling(page.ids!, edge)) chosen.set(list, page)
    }
    const lists = new Map([...chosen.keys()].map((list) => [list.request, list]))
    return judgeEach([...lists.keys()], 'no page came whose ids a locale sorts otherwise', (request) => {
      const list = lists.get(request)!
      const { ids = [], request: from } = chosen.get(list)!
      const id = bareOf((edge === 0 ? list.endingBefore : list.startingAfter) ?? '')
      return isEdgeByLocale(id, ids, edge)
        ? {
            expected: `${ids.at(edge)}, which is the ${edge === 0 ? 'first' : 'last'} by code unit`,
            got: `${id}, which is that in the order of a locale`,
            evidence: [from, request],
          }
        : undefined
    })
  },
})

/** Whether the edge of a page by code unit is another than by locale. */
function isTelling(ids: readonly string[], edge: 0 | -1): boolean {
  return ids.toSorted((one, other) => collator.compare(other, one)).at(edge) !== ids.at(edge)
}
