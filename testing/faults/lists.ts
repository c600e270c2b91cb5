import { notFound, listedRecords } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  mapAnswer,
  mapBody,
  mapRecords,
  remember,
  retry,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { mapEnvironments } from '../../emulator/disturb/deviations/groups/lists.ts'
import { type Violation, violations } from './violations.ts'
import { replay } from './wrappers.ts'

const isUnknown = ({ status }: Response) => status === 404

const leafAbove = mapAnswer(
  'configurations.value',
  async (response, intercepted) => {
    const path = (intercepted.query.get('path') ?? '').split('.').slice(0, -1).join('.')
    const above = path === '' ? response : await intercepted.send({ query: { path } })
    return above.ok && !/^[{[]/.test(await above.clone().text()) ? above : response
  },
  isUnknown,
)

/** Finds an object by its id in any case, once it was found by its id. */
const findInAnyCase = remember(() => {
  const found = new Map<string, string>()
  return retry('products.list', (response, { bareId }) => {
    if (response.ok) found.set(bareId.toLowerCase(), bareId)
    const id = found.get(bareId.toLowerCase())
    return isUnknown(response) && id !== undefined ? { id } : undefined
  })
})

/** Violations of clauses 4.4 and 9, and of clause 2.1 by environments. */
export const listFaults: readonly Violation[] = [
  ...violations('environments.list.get', {
    'environments-no-list': [
      'The environments are counted, not listed.',
      mapBody('environments.list', (body) => ({ count: listedRecords(body).length })),
    ],
  }),
  ...violations('environments.fields.id-name', {
    'environment-names-within-their-owners': [
      'Environments show only the names of their owners.',
      mapEnvironments(({ name: _name, ...rest }) => ({ ...rest, owner: { id: rest['id'], name: 'Acme' } })),
    ],
    'environment-without-id-on-a-later-page': [
      'The first environment on a later page, all of which are small, has no id.',
      {
        conventions: { defaultLimit: 10, maximumLimit: 10 },
        wrap: mapRecords('environments.list', ({ id, ...rest }, index, { query }) =>
          query.has('starting_after') && query.get('limit') === '10' && index === 0 ? rest : { id, ...rest },
        ),
      },
    ],
  }),
  ...violations('products.list.own-catalog', {
    'ids-in-any-case': ['A catalog is found by its id in any case.', findInAnyCase],
  }),
  ...violations('resources.list.get', {
    'resources-not-found': ['There are no resources.', mapAnswer('resources.list', notFound)],
  }),
  ...violations('configurations.dotted-path.steps', {
    'configuration-unknown-step-falls-back': [
      'A path with no value answers a value found before.',
      replay('configurations.value', isUnknown),
    ],
    'configuration-steps-behind-a-value-ignored': [
      'A path that has one step too many answers the value above it.',
      leafAbove,
    ],
  }),
  ...violations('configurations.dotted-path.levels', {
    'configuration-values-differ-by-level': [
      'A single value differs from that in the level above it.',
      mapBody('configurations.value', (body) =>
        typeof body === 'object' ? undefined : `${JSON.stringify(body)} (default)`,
      ),
    ],
  }),
]
