import {
  readJson,
  type ListedRecord,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { around, mapAnswer, remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

const conditions = [
  'always',
  'with-brand',
  'with-category',
  'with-enum',
  'with-search',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
] as const satisfies readonly ConditionName[]

/** Only the newest record. */
const alone = { limit: '1', search: undefined, starting_after: undefined, ending_before: undefined }

/** A product of another catalog; undefined without such a product. */
async function productOfAnother(intercepted: InterceptedRequest): Promise<ListedRecord | undefined> {
  const catalogs = await intercepted.send({ url: intercepted.request.url.replace(/\/pulse\/.*$/, '/catalogs') })
  for (const { id } of listedRecords(await readJson(catalogs))) {
    if (id === intercepted.bareId) continue
    const [found] = listedRecords(await readJson(await intercepted.send({ id, query: alone })))
    if (found) return found
  }
  return undefined
}

/** The list of a catalog has its products and no others (clause 4.4). */
const inTheList: readonly Fault[] = lawFaults<'products.list', (typeof conditions)[number]>({
  id: 'product-of-another-catalog',
  requirement: 'products.list',
  breaks: 'The page also has a product of another catalog.',
  places: ['products.list'],
  conditions,
  fault: (place, condition) =>
    during(place, condition, async (intercepted) => {
      const response = await intercepted.send()
      if (!response.ok) return response
      const other = await productOfAnother(intercepted)
      const body = await readJson(response)
      const records = listedRecords(body)
      return other === undefined || records.length === 0
        ? response
        : replaceJsonBody(response, replaceRecords(body, [...records.slice(0, -1), other]))
    }),
})

/** A product of another catalog that was created after all of this one. */
const newer: readonly Fault[] = lawFaults<
  'products.list',
  'with-brand' | 'with-category' | 'with-enum' | 'with-search'
>({
  id: 'product-of-another-catalog',
  way: 'newer',
  requirement: 'products.list',
  breaks: 'The page begins with a newer product of another catalog.',
  places: ['products.list'],
  conditions: ['with-brand', 'with-category', 'with-enum', 'with-search'],
  fault: (place, condition) =>
    during(place, condition, async (intercepted) => {
      const response = await intercepted.send()
      const isFirst = !['starting_after', 'ending_before'].some((name) => intercepted.query.has(name))
      if (!response.ok || !isFirst) return response
      const body = await readJson(response)
      const records = listedRecords(body)
      const [first] = records
      // Only records that a filter finds have such a neighbour.
      if (!first) return response
      const stray = { ...first, id: first.id.slice(0, 3).concat('z', first.id.slice(4)) }
      return replaceJsonBody(response, replaceRecords(body, [stray, ...records.slice(0, -1)]))
    }),
})

/** The products of the catalog that was requested first come for every id. */
const ofNoCatalog: readonly Fault[] = lawFaults<'products.list', (typeof conditions)[number]>({
  id: 'product-of-another-catalog',
  way: 'for-any-id',
  requirement: 'products.list',
  breaks: 'A catalog that does not exist has the products of another one.',
  places: ['products.list'],
  conditions,
  fault: (place, condition) =>
    remember(() => {
      let known: string | undefined
      return around(
        during(place, condition, async (intercepted) => {
          const response = await intercepted.send()
          return response.status === 404 && known !== undefined ? intercepted.send({ id: known }) : response
        }),
        mapAnswer(place, (response, { id }) => {
          known ??= id
          return response
        }),
      )
    }),
})

/** Lists have the records of their parents and no others (clauses 4.4 and 4.9). */
export const otherParents: readonly Fault[] = [...inTheList, ...newer, ...ofNoCatalog]
