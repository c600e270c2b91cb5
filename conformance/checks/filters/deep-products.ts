import { Conclusion } from '../../conclusions/conclusion.ts'
import { samePath } from '../../reading/id-forms.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { walkForward } from '../lists/pages.ts'
import { products, type WalkedList } from '../lists/walked-list.ts'
import { indexBy } from './filter-values.ts'
import { memberText } from '../lists/record-filters.ts'

/** How many values that no record of the walk has are asked for. */
const triedValues = 3

/**
 * The products of a walk that was bounded, with a page of older ones that an enum filter shows: the newest may be
 * alike, such as those that hooks made in earlier runs. Undefined where no declared value shows older ones.
 */
export const deepProducts: Once<
  [],
  { readonly list: WalkedList; readonly name: string; readonly value: string } | undefined
> = once(async (session) => {
  const base = await products(session)
  if (base.complete || base.limit === undefined) return undefined
  for (const { name, value } of unseenValues(session, base)) {
    const call = { path: base.path, query: { [name]: value } }
    const walk = await walkForward(session, { call, limit: base.limit, maxPages: 1 }).catch(nothingIfNoList)
    const known = (walk?.items ?? []).flatMap((item, place) => {
      const id = walk!.ids[place]!
      return id === '' || base.isNewer(id) ? [] : [[id, item] as const]
    })
    // A filter that does nothing, or whose records do not show it, tells nothing of older ones.
    const isShown = known.every(([id, item]) => !base.places.has(id) && memberText(item, name) === value)
    if (known.length === 0 || !isShown) continue
    const ids = [...base.ids, ...known.map(([id]) => id)]
    const places = new Map(ids.map((id, place) => [id, place]))
    const items = new Map([...base.items, ...known])
    const placeOf = (id: string) => places.get(id) ?? base.placeOf(id)
    return { list: { ...base, ids, items, places, placeOf }, name, value }
  }
  return undefined
})

/** A list that is refused shows nothing. A limit of the run, a quota or an outage ends the check as such. */
export function nothingIfNoList(error: unknown): undefined {
  const cause = error instanceof Conclusion ? error.cause?.kind : undefined
  if (cause !== 'refused' && cause !== 'absent') throw error
}

/** The values of the declared enum filters of the products that no record of the walk shows. */
function unseenValues(
  { run }: Session,
  base: WalkedList,
): readonly { readonly name: string; readonly value: string }[] {
  return (run.target.enumFilters ?? [])
    .filter(({ path }) => samePath(path, base.address))
    .flatMap(({ parameter, values }) => {
      const seen = indexBy(base, parameter)
      return seen.size === 0 ? [] : values.flatMap((value) => (seen.has(value) ? [] : [{ name: parameter, value }]))
    })
    .slice(0, triedValues)
}
