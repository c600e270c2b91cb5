import { notFound, type Members } from '../wrappers/messages.ts'
import { documentedLists } from '../wrappers/intercepted-request.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapAnswer, mapRecords } from '../wrappers/fetch-wrappers.ts'

export const mapEnvironments = (change: (record: Members, index: number) => unknown): FetchWrapper =>
  mapRecords('environments.list', change)

/** The deviations of "Lists and records". */
export const listDeviations = {
  title: 'Lists and records',
  deviations: {
    'version-not-served': [
      'versions.current.path',
      'The lists are not served under the current version.',
      mapAnswer(documentedLists, notFound),
    ],
    'environment-without-name': [
      'environments.fields.id-name',
      'One of the environments has no name.',
      mapEnvironments(({ name, ...rest }, index) => (index === 3 ? rest : { ...rest, name })),
    ],
    'environment-id-renamed': [
      'environments.fields.id-name',
      'The id of an environment is called environment_id.',
      mapEnvironments(({ id, ...rest }) => ({ environment_id: id, ...rest })),
    ],
    'products-not-found': ['products.list.get', 'A catalog has no products.', mapAnswer('products.list', notFound)],
  },
} as const
