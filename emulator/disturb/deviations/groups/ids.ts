import type { Operations } from '../wrappers/intercepted-request.ts'
import { problem } from '../wrappers/messages.ts'
import { allProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../deviation.ts'
import { answer, around, mapList, mapRecords, on, remember } from '../wrappers/fetch-wrappers.ts'

/** Shows records with another id. */
const mapIds = (operations: Operations, change: (id: string) => unknown): FetchWrapper =>
  mapRecords(operations, (record) => ({ ...record, id: change(record.id) }))

/** Gives products that were created after their catalog was first listed an id below all others. */
const lowNewProducts = remember(() => {
  const old = new Map<string, ReadonlySet<string>>()
  const note = on('products.list', async (intercepted) => {
    const records = old.has(intercepted.bareId) ? [] : await allProducts(intercepted)
    if (records.length > 0) old.set(intercepted.bareId, new Set(records.map(({ id }) => id)))
    return intercepted.send()
  })
  const show = mapRecords('products.list', (record, _index, { bareId }) =>
    old.get(bareId)?.has(record.id) === false ? { ...record, id: `0${record.id.slice(1)}` } : record,
  )
  return around(show, note)
})

export const invalidIdResponse = (): Response => problem(400, 'invalid_id', 'That is not an id of this kind.')

export const isPrefixedText = (id: string): boolean => /^[a-z]{3}_/.test(id)

/** The deviations of "Ids". */
export const idDeviations = {
  title: 'Ids',
  deviations: {
    'event-ids-too-long': [
      'ids.grammar.answers',
      'The ids of events have 28 characters.',
      mapIds('legacy.events.list', (id) => `${id}0`),
    ],
    'id-twice-in-list': [
      'ids.unique.answers',
      'Two groups have the same id.',
      mapList('legacy.groups.list', (all) =>
        all.map((record, index) => (index === 1 ? { ...record, id: all[0]!.id } : record)),
      ),
    ],
    'product-ids-prefixed': [
      'ids.never-prefixed.answers',
      'The ids of products are answered with a prefix.',
      mapIds('products.list', (id) => `prd_${id}`),
    ],
    'reference-prefixed': [
      'ids.never-prefixed.answers',
      'The project of an environment is answered with a prefix.',
      mapRecords('environments.list', (record) =>
        typeof record['project_id'] === 'string' ? { ...record, project_id: `prj_${record['project_id']}` } : record,
      ),
    ],
    'new-product-has-low-id': [
      'ids.order.products',
      'A new product has an id below those of older ones.',
      lowNewProducts,
    ],
    'prefixed-catalog-refused': [
      'ids.prefixed-form.catalog',
      'The products accept only a bare catalog id.',
      answer('products.list', invalidIdResponse, ({ id }) => isPrefixedText(id)),
    ],
  },
} as const
