import { notFound, type Members } from '../wrappers/messages.ts'
import { documentedLists, environments, products } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { anyId, mapAnswer, mapRecords } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

export const mapEnvironments = (change: (record: Members, index: number) => unknown): FetchWrapper =>
  mapRecords(environments, change)

/** The behaviour of each deviation of "Lists and records". */
export const listBehaviours: BehavioursOf<'lists'> = {
  'version-not-served': mapAnswer(documentedLists, notFound),
  'environments-not-found': mapAnswer(environments, notFound),
  'environment-without-name': mapEnvironments(({ name, ...rest }, index) => (index === 3 ? rest : { ...rest, name })),
  'environment-id-renamed': mapEnvironments(({ id, ...rest }) => ({ environment_id: id, ...rest })),
  'products-not-found': mapAnswer(products, notFound),
  'catalog-id-ignored': anyId(products),
}
