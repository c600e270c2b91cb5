import {
  jsonOf,
  type Listed,
  recordsIn,
  withJson,
  withRecords,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, faultsOf } from '../law.ts'

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

/** The newest record alone. */
const alone = { limit: '1', search: undefined, starting_after: undefined, ending_before: undefined }

/** A product of another catalog; undefined without such a product. */
async function productOfAnother(intercepted: InterceptedRequest): Promise<Listed | undefined> {
  const catalogs = await intercepted.send({ url: intercepted.request.url.replace(/\/pulse\/.*$/, '/catalogs') })
  for (const { id } of recordsIn(await jsonOf(catalogs))) {
    if (id === intercepted.bareId) continue
    const [found] = recordsIn(await jsonOf(await intercepted.send({ id, query: alone })))
    if (found) return found
  }
  return undefined
}

/** The list of a catalog has its products and no others (clause 4.4). */
export const otherParents: readonly Fault[] = faultsOf<'products.list', (typeof conditions)[number]>({
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
      const body = await jsonOf(response)
      const records = recordsIn(body)
      return other === undefined || records.length === 0
        ? response
        : withJson(response, withRecords(body, [...records.slice(0, -1), other]))
    }),
})
