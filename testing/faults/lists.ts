import { notFound, type Members, recordsIn } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { configuration, environments, resources } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapAnswer, mapBody, mapRecords, replay } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { mapEnvironments } from '../../emulator/disturb/deviations/behaviours/lists.ts'
import { otherPath } from '../../emulator/disturb/deviations/behaviours/configurations.ts'
import { type Violation, violations } from './violations.ts'

/** Changes the environments on pages but the first, which are small. */
const onLaterPages = (change: (record: Members, index: number) => unknown) => ({
  conventions: { defaultLimit: 10, maximumLimit: 10 },
  wrap: mapRecords(environments, (record, index, { query }) =>
    query.has('starting_after') && query.get('limit') === '10' ? change(record, index) : record,
  ),
})

const isUnknown = ({ status }: Response) => status === 404

const leafAbove = mapAnswer(
  configuration,
  async (response, intercepted) => {
    const path = (intercepted.query.get('path') ?? '').split('.').slice(0, -1).join('.')
    const above = path === '' ? response : await intercepted.send({ query: { path } })
    return above.ok && !/^[{[]/.test(await above.clone().text()) ? above : response
  },
  isUnknown,
)

/** Violations of clauses 4.4 and 9, and of clause 2.1 by environments. */
export const listFaults: readonly Violation[] = [
  ...violations('environments.list', 'environments.list.get', {
    'environments-no-list': [
      'The environments are counted, not listed.',
      mapBody(environments, (body) => ({ count: recordsIn(body).length })),
    ],
  }),
  ...violations('environments.fields', 'environments.fields.id-name', {
    'environment-names-within-their-owners': [
      'Environments show only the names of their owners.',
      mapEnvironments(({ name: _name, ...rest }) => ({ ...rest, owner: { id: rest['id'], name: 'Acme' } })),
    ],
    'environments-without-id': ['Environments have no id.', mapEnvironments(({ id: _id, ...rest }) => rest)],
    'environment-without-name-on-a-later-page': [
      'Environments on pages but the first have no name.',
      onLaterPages(({ name: _name, ...rest }) => rest),
    ],
    'environment-without-id-on-a-later-page': [
      'The first environment on a later page has no id.',
      onLaterPages(({ id, ...rest }, index) => (index === 0 ? rest : { id, ...rest })),
    ],
    'environment-without-name-behind-a-cursor': [
      'Environments behind a cursor have no name.',
      mapRecords(environments, ({ name, ...rest }, _index, { query }) =>
        query.has('starting_after') ? rest : { ...rest, name },
      ),
    ],
  }),
  ...violations('resources.list', 'resources.list.get', {
    'resources-not-found': ['There are no resources.', mapAnswer(resources, notFound)],
  }),
  ...violations('configurations.dotted-path', 'configurations.dotted-path.steps', {
    'configuration-last-step-ignored': [
      'The last step of a path does not count.',
      otherPath((steps) => (steps.length > 1 ? steps.slice(0, -1) : steps)),
    ],
    'configuration-path-one-key': ['A path with dots is taken as one key.', otherPath((steps) => [steps.join('\\.')])],
    'configuration-unknown-step-falls-back': [
      'A path with no value answers a value found before.',
      replay(configuration, isUnknown),
    ],
    'configuration-steps-behind-a-value-ignored': [
      'A path that has one step too many answers the value above it.',
      leafAbove,
    ],
  }),
  ...violations('configurations.dotted-path', 'configurations.dotted-path.levels', {
    'configuration-values-differ-by-level': [
      'A single value differs from that in the level above it.',
      mapBody(configuration, (body) => (typeof body === 'object' ? undefined : `${JSON.stringify(body)} (default)`)),
    ],
  }),
]
