import {
  readJson,
  type ListedRecord,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { OperationId } from '../../../emulator/model/contract/operation-ids.ts'
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

/** Operations with an object in their path, each with the requirement that breaks where an id of none is taken. */
const ofObjects = {
  'products.list': 'products.list',
  'configurations.value': 'configurations.value',
  'services.capabilities': 'services.capabilities-own',
  'services.invoke': 'services.invoke',
  'legacy.events.list': 'legacy.events',
  'legacy.groups.list': 'legacy.groups',
} as const satisfies Partial<Readonly<Record<OperationId, RequirementId>>>

type OfObject = keyof typeof ofObjects

/** The answer for the object that was requested first comes for every id. */
const ofNoObject: readonly Fault[] = lawFaults<OfObject, (typeof conditions)[number]>({
  id: 'answer-of-another-object',
  requirement: (place) => ofObjects[place],
  breaks: 'An id of no object gets the answer for another one.',
  places: Object.keys(ofObjects) as OfObject[],
  conditions,
  fault: (place, condition) =>
    place === 'products.list' || condition === 'always'
      ? remember(() => {
          let known: string | undefined
          const open = during(place, condition, async (intercepted) => {
            const response = await intercepted.send()
            return response.status === 404 && known !== undefined ? intercepted.send({ id: known }) : response
          })
          const note = mapAnswer(place, (response, { id }) => {
            known ??= id
            return response
          })
          return around(open, note)
        })
      : undefined,
})

/** Answers are about the object in the path (clauses 4.4, 4.7 and 4.9). */
export const otherParents: readonly Fault[] = [...inTheList, ...newer, ...ofNoObject]
