import { notFound, type Members } from '../algebra/messages.ts'
import { documentedLists, environments, products } from '../algebra/places.ts'
import { anyId, mapAnswer, mapRecords, type Way } from '../algebra/ways.ts'
import type { WaysOf } from '../deviation-groups.ts'

export const mapEnvironments = (change: (record: Members, index: number) => unknown): Way =>
  mapRecords(environments, change)

/** The behaviour of each deviation of "Lists and records". */
export const listWays: WaysOf<'lists'> = {
  'version-not-served': mapAnswer(documentedLists, notFound),
  'environments-not-found': mapAnswer(environments, notFound),
  'environment-without-name': mapEnvironments(({ name, ...rest }, index) => (index === 3 ? rest : { ...rest, name })),
  'environment-id-renamed': mapEnvironments(({ id, ...rest }) => ({ environment_id: id, ...rest })),
  'products-not-found': mapAnswer(products, notFound),
  'catalog-id-ignored': anyId(products),
}
