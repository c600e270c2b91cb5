import type { Operations } from '../wrappers/intercepted-request.ts'
import { problem } from '../wrappers/messages.ts'
import { environments, events, groups, products } from '../wrappers/operations.ts'
import { allProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { answer, around, mapList, mapRecords, on, remember } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Shows records with another id. */
const mapIds = (operations: Operations, change: (id: string) => unknown): FetchWrapper =>
  mapRecords(operations, (record) => ({ ...record, id: change(record.id) }))

const sharedByKinds = remember(() => {
  let event: string | undefined
  let group: string | undefined
  return around(
    mapRecords(events, (record) => ((event ??= record.id), record)),
    mapRecords(groups, (record) => {
      if (event !== undefined) group ??= record.id
      return record.id === group ? { ...record, id: event } : record
    }),
  )
})

/** Products that were not there when their catalog was first listed have an id below all others. */
const lowNewProducts = remember(() => {
  const old = new Map<string, ReadonlySet<string>>()
  const note = on(products, async (intercepted) => {
    const records = old.has(intercepted.bareId) ? [] : await allProducts(intercepted)
    if (records.length > 0) old.set(intercepted.bareId, new Set(records.map(({ id }) => id)))
    return intercepted.send()
  })
  const show = mapRecords(products, (record, _index, { bareId }) =>
    old.get(bareId)?.has(record.id) === false ? { ...record, id: `0${record.id.slice(1)}` } : record,
  )
  return around(show, note)
})

export const refusal = (): Response => problem(400, 'invalid_id', 'That is not an id of this kind.')

export const prefixed = (id: string): boolean => /^[a-z]{3}_/.test(id)

/** The behaviour of each deviation of "Ids". */
export const idBehaviours: BehavioursOf<'ids'> = {
  'event-ids-too-long': mapIds(events, (id) => `${id}0`),
  'id-twice-in-list': mapList(groups, (all) =>
    all.map((record, index) => (index === 1 ? { ...record, id: all[0]!.id } : record)),
  ),
  'ids-unique-per-kind': sharedByKinds,
  'product-ids-prefixed': mapIds(products, (id) => `prd_${id}`),
  'event-ids-prefixed': mapIds(events, (id) => `evt_${id}`),
  'reference-prefixed': mapRecords(environments, (record) =>
    typeof record['project_id'] === 'string' ? { ...record, project_id: `prj_${record['project_id']}` } : record,
  ),
  'new-product-has-low-id': lowNewProducts,
  'prefixed-catalog-refused': answer(products, refusal, ({ id }) => prefixed(id)),
}
