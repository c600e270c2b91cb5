import { notFound, type Members, recordsIn, text } from '../algebra/messages.ts'
import { configuration as value, documentedLists, environments, products, resources } from '../algebra/places.ts'
import { anyId, mapAnswer, mapBody, mapQuery, mapRecords, replay, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

const mapEnvironments = (change: (record: Members, index: number) => unknown): Way => mapRecords(environments, change)

/** Changes the environments on pages but the first, which are small. */
const onLaterPages = (change: (record: Members, index: number) => unknown) => ({
  conventions: { defaultLimit: 10, maximumLimit: 10 },
  wrap: mapRecords(environments, (record, index, { query }) =>
    query.has('starting_after') && query.get('limit') === '10' ? change(record, index) : record,
  ),
})

/** Answers the value at another path; undefined for the whole configuration. */
const otherPath = (change: (steps: readonly string[]) => readonly string[] | undefined): Way =>
  mapQuery(value, (query) => {
    const path = query.get('path')
    return path === null ? {} : { path: change(path.split('.'))?.join('.') }
  })

const isUnknown = ({ status }: Response) => status === 404

const leafAbove = mapAnswer(
  value,
  async (response, asked) => {
    const path = (asked.query.get('path') ?? '').split('.').slice(0, -1).join('.')
    const above = path === '' ? response : await asked.send({ query: { path } })
    return above.ok && !/^[{[]/.test(await above.clone().text()) ? above : response
  },
  isUnknown,
)

/** Violations of clauses 4.4 and 9, and of clause 2.1 by environments. */
export const listDeviations: readonly Deviation[] = violations`
  versions.current.path
    version-not-served: The lists are not served under the current version. ${mapAnswer(documentedLists, notFound)}
  environments.list.get
    environments-not-found: There are no environments. ${mapAnswer(environments, notFound)}
    environments-no-list: The environments are counted, not listed.
      ${mapBody(environments, (body) => ({ count: recordsIn(body).length }))}
  environments.fields.id-name
    environment-without-name: One of the environments has no name.
      ${mapEnvironments(({ name, ...rest }, index) => (index === 3 ? rest : { ...rest, name }))}
    environment-names-within-their-owners: Environments show only the names of their owners.
      ${mapEnvironments(({ name: _name, ...rest }) => ({ ...rest, owner: { id: rest['id'], name: 'Acme' } }))}
    environments-without-id: Environments have no id. ${mapEnvironments(({ id: _id, ...rest }) => rest)}
    environment-id-renamed: The id of an environment is called environment_id.
      ${mapEnvironments(({ id, ...rest }) => ({ environment_id: id, ...rest }))}
    environment-without-name-on-a-later-page: Environments on pages but the first have no name. ${onLaterPages(
      ({ name: _name, ...rest }) => rest,
    )}
    environment-without-id-on-a-later-page: The first environment on a later page has no id.
      ${onLaterPages(({ id, ...rest }, index) => (index === 0 ? rest : { id, ...rest }))}
    environment-without-name-behind-a-cursor: Environments behind a cursor have no name.
      ${mapRecords(environments, ({ name, ...rest }, _index, { query }) =>
        query.has('starting_after') ? rest : { ...rest, name },
      )}
  resources.list.get
    resources-not-found: There are no resources. ${mapAnswer(resources, notFound)}
  products.list.get
    products-not-found: A catalog has no products. ${mapAnswer(products, notFound)}
  products.list.own-catalog
    catalog-id-ignored: Every catalog id gives the products of the same catalog. ${anyId(products)}
  configurations.value.served
    configuration-path-ignored: The whole configuration is answered whatever the path. ${otherPath(() => undefined)}
    configuration-always-404: No configuration has a value anywhere. ${otherPath(() => ['nothing', 'at', 'all'])}
    configuration-value-not-json: The value is answered as text that is not JSON.
      ${mapAnswer(value, async (response) => text(`value: ${await response.text()}`, 'text/yaml'))}
  configurations.dotted-path.steps
    configuration-first-step-alone: Only the first step of a path counts. ${otherPath((steps) => steps.slice(0, 1))}
    configuration-last-step-ignored: The last step of a path does not count.
      ${otherPath((steps) => (steps.length > 1 ? steps.slice(0, -1) : steps))}
    configuration-path-one-key: A path with dots is taken as one key. ${otherPath((steps) => [steps.join('\\.')])}
    configuration-unknown-step-falls-back: A path with no value answers a value found before.
      ${replay(value, isUnknown)}
    configuration-steps-behind-a-value-ignored: A path that has one step too many answers the value above it.
      ${leafAbove}
  configurations.dotted-path.levels
    configuration-values-differ-by-level: A single value differs from that in the level above it.
      ${mapBody(value, (body) => (typeof body === 'object' ? undefined : `${JSON.stringify(body)} (default)`))}
`
