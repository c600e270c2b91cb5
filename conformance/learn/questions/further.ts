// Questions that teach nothing: other values, pages and refusals, to compare a twin with its service.
import { at, undocumentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import { spareToken } from '../../checks/tokens/main-token.ts'
import type { Call } from '../../judge/call.ts'
import { SeededRotation } from '../../judge/seeded-rotation.ts'
import { findMember } from '../../reading/find-list.ts'
import { stripPrefix, otherId, idPrefix } from '../../reading/id-forms.ts'
import { malformedIds } from '../../reading/malformed-id-forms.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Target } from '../../target/target-file.ts'
import { type ReadOperation, readOperations } from './by-operation.ts'
import { configurationCall, ofConfiguration } from './configurations.ts'
import { furtherDescriptions } from './descriptions.ts'
import { legacyCall } from './legacy.ts'
import { firstProducts } from './products.ts'
import type { CallContext, Question } from './question.ts'
import { readQuestion, risky, variationOf, versioned } from './reads.ts'
import { connectCall } from './refusals.ts'
import { capabilitiesCall } from './services.ts'
import { anonymousCall, samplesOf } from './strangers.ts'
import { tokenCall } from './tokens.ts'
import { type AskingOptions, unaskable } from './unaskable.ts'
import { invokeQuestion, tokenQuestion, sendRename } from './writes.ts'

type Query = NonNullable<Call['query']>
type Samples = NonNullable<Target['samples']>

const sampleOf =
  (name: 'scopeId' | 'adapterConnectionId' | 'projectId' | 'issueId') =>
  ({ session: { run } }: CallContext): Samples[typeof name] =>
    run.target.samples?.[name]

/** The lists that take `limit`, and maybe cursors. */
const [products, environments, resources] = (['products', 'environments', 'resources'] as const).map((list) =>
  readOperations.find(({ name }) => name === list)!,
) as [ReadOperation, ReadOperation, ReadOperation]
const lists = [products, environments, resources]

/** A GET of a list with the parameters that its records allow. */
const listQuestion = (
  { operation, name, needs, call }: ReadOperation,
  id: string,
  asks: string,
  query: (ids: readonly string[], asking: CallContext) => Query | undefined,
): Question =>
  variationOf(
    operation,
    readQuestion(`${name}.${id}`, `GET ${name} ${asks}`, needs, (asking) => {
      const parameters = query(asking.answers.ids(operation), asking)
      return parameters && { ...call(asking)!, query: parameters }
    }),
  )

const pages: readonly Question[] = [
  listQuestion(products, 'behind-first', 'after the first one', (ids) =>
    ids.length > 5 ? { limit: 2, starting_after: ids[0] } : undefined,
  ),
  listQuestion(environments, 'behind-first', 'after the first one', (ids) =>
    ids.length > 2 ? { limit: 1, starting_after: ids[0] } : undefined,
  ),
  listQuestion(products, 'before', 'before the third one', (_ids, { answers }) => {
    const id = firstProducts(answers)[2]
    return id === undefined ? undefined : { limit: 2, ending_before: id }
  }),
  listQuestion(resources, 'behind-first', 'after the first one', (ids) =>
    ids.length > 3 ? { limit: 2, starting_after: ids[0] } : undefined,
  ),
  listQuestion(products, 'behind-fourth', 'after the fourth one', (ids) =>
    ids.length > 6 ? { limit: 2, starting_after: ids[3] } : undefined,
  ),
]

const limits: readonly Question[] = [products, resources, environments].flatMap((list) =>
  [3, 1, 4].map((limit) =>
    listQuestion(list, `limit-${limit}-of-more`, `with limit=${limit}`, (ids) =>
      ids.length > limit ? { limit } : undefined,
    ),
  ),
)

/** A filter with the value of a record, which the list has. */
const filterQuestion = (list: ReadOperation, member: string): Question =>
  listQuestion(list, `by-${member}`, `with the ${member} of one of them`, (_ids, { answers }) => {
    const values = (answers.list(list.operation)?.items ?? []).map((item) => findMember(item, member))
    const value = values.find((found) => typeof found === 'string' && found !== '')
    return value === undefined ? undefined : { [member]: value as string }
  })

const values: readonly Question[] = [
  filterQuestion(products, 'brand'),
  filterQuestion(resources, 'status'),
  filterQuestion(products, 'category'),
  listQuestion(products, 'search', 'with a search that finds none', () => ({ search: 'no such product' })),
]

/** A place of an id in a request, and an id that is accepted there. */
interface IdPlace {
  readonly id: string
  /** The question with a good id at that place. */
  readonly varies: string
  readonly needs: readonly Declaration[]
  readonly good: (asking: CallContext) => string | undefined
  readonly call: (id: string, asking: CallContext) => Call | undefined
}

const cursor = (list: ReadOperation, parameter: 'starting_after' | 'ending_before'): IdPlace => ({
  id: `${list.name}.${parameter === 'starting_after' ? 'behind' : 'before'}`,
  varies: list.operation,
  needs: list.needs,
  good: ({ answers }) => answers.ids(list.operation)[0],
  call: (id, asking) => ({ ...list.call(asking)!, query: { [parameter]: id } }),
})

const configuration: IdPlace = {
  id: 'configurations.scope',
  varies: 'configurations.value',
  needs: ofConfiguration,
  good: sampleOf('scopeId'),
  call: (id, asking) => configurationCall(asking, id),
}
const capabilities: IdPlace = {
  id: 'services.connection',
  varies: 'services.capabilities',
  needs: ['bearer', 'adapterConnectionId'],
  good: sampleOf('adapterConnectionId'),
  call: (id) => capabilitiesCall(id),
}
const groups: IdPlace = {
  id: 'legacy.groups.project',
  varies: 'legacy.groups.list',
  needs: ['legacy', 'projectId'],
  good: sampleOf('projectId'),
  call: (id, { session }) => legacyCall(session, at('groups.list', { project_id: id })),
}
const events: IdPlace = {
  id: 'legacy.events.issue',
  varies: 'legacy.events.list',
  needs: ['legacy', 'issueId'],
  good: sampleOf('issueId'),
  call: (id, { session }) => legacyCall(session, at('events.list', { issue_id: id })),
}

/** A request with another id than the good one at a place. */
const idQuestion = (place: IdPlace, word: string, what: string, toId: (good: string) => string): Question =>
  variationOf(
    place.varies,
    readQuestion(`${place.id}-${word}`, `GET with ${what} as ${place.id}`, place.needs, (asking) => {
      const good = place.good(asking)
      return good === undefined ? undefined : place.call(toId(good), asking)
    }),
  )

const idPlaces: readonly IdPlace[] = [
  configuration,
  events,
  cursor(products, 'starting_after'),
  capabilities,
  groups,
  cursor(products, 'ending_before'),
]

/** Each form at each place. Consecutive ones differ in the place. */
const malformed: readonly Question[] = malformedIds
  .filter(({ isUsual, isPrefixed }) => isUsual && !isPrefixed)
  .flatMap(({ what, make }, form) =>
    idPlaces.map((place) =>
      idQuestion(place, `malformed-${form + 1}`, what, (good) => `${idPrefix(good)}${make(stripPrefix(good), '')}`),
    ),
  )

const unknown: readonly Question[] = [
  idQuestion(events, 'unknown', 'the id of no object', otherId),
  idQuestion(configuration, 'unknown', 'the id of no object', (good) => `${idPrefix(good)}${otherId(good)}`),
]

const malformedLimits: readonly Question[] = Object.entries({
  zero: '0',
  'with-letter': '2x',
  negative: '-1',
  fraction: '1.5',
}).flatMap(([word, limit]) =>
  lists.map((list) => listQuestion(list, `limit-${word}`, `with limit=${limit}`, () => ({ limit }))),
)

const paths: readonly Question[] = [
  readQuestion('unknown.versioned', 'GET a path that does not exist in the versioned API', ['bearer'], (asking) => ({
    path: versioned(asking, '/no-such-path'),
  })),
  readQuestion('unknown.legacy', 'GET a path that does not exist in the legacy API', ['legacy'], ({ session }) =>
    legacyCall(session, undocumentedPath('/0/no-such-path/')),
  ),
  readQuestion('unknown.unversioned', 'GET a path that does not exist outside of both', ['bearer'], {
    path: undocumentedPath('/no-such-path'),
  }),
]

/** A GET without credentials. */
const anonymous = (operation: OperationId): Question =>
  readQuestion(
    `${operation}.anonymous`,
    `GET ${findOperation(operation).title} without credentials`,
    samplesOf(operation),
    (asking) => anonymousCall(operation, asking),
  )

/** Requests with wrong credentials or none. */
const wrongCredentials: readonly Question[] = [
  anonymous('resources.list'),
  grantQuestion('unknown-type', 'an unknown grant_type', (form) => ({ ...form, grant_type: 'no_such_grant' })),
  anonymous('configurations.value'),
  stateQuestion('empty', { prepare_state: '' }),
  anonymous('access-tokens.list'),
  grantQuestion('without-type', 'no grant_type', ({ grant_type: _type, ...form }) => form),
  anonymous('services.capabilities'),
  stateQuestion('missing', {}),
  anonymous('events.list'),
  anonymous('legacy-projects.list'),
].map(risky)

function stateQuestion(word: string, query: Query): Question {
  return readQuestion(`connect.code-${word}`, `GET connect with the state code ${word}`, ['adapter'], (asking) =>
    connectCall(asking, query),
  )
}

type Form = NonNullable<Call['form']>

function grantQuestion(word: string, what: string, toForm: (form: Form) => Form): Question {
  return readQuestion(`oauth.grant-${word}`, `POST /oauth/token with ${what}`, ['oauth'], (asking) => {
    const call = tokenCall(asking)
    return { ...call, form: toForm(call.form!) }
  })
}

const bodies: readonly Question[] = [
  invokeQuestion('services.invoke-list', 'POST samples.command with a list as its body', () => []),
  tokenQuestion(
    'access-tokens.without-scopes',
    'POST a personal access token without scopes',
    async (_token, { session }) => (await spareToken(session, 'unscoped', { omit: 'scopes' })).exchange,
  ),
  tokenQuestion('access-tokens.rename-number', 'POST a number as the new name of the token', ({ id }, { session }) =>
    sendRename(session, id, { name: 7 }),
  ),
  tokenQuestion(
    'access-tokens.without-expiry',
    'POST a personal access token without expires_at',
    async (_, { session }) => (await spareToken(session, 'unlimited', { omit: 'expires_at' })).exchange,
  ),
]

/** The kinds of questions. Those with wrong credentials come last, as in `questions`. */
const kinds: readonly (readonly Question[])[] = [
  pages,
  limits,
  values,
  malformed,
  unknown,
  malformedLimits,
  paths,
  furtherDescriptions,
  bodies,
  wrongCredentials,
]

/**
 * The questions that compare a twin: one of each kind, chosen by the seed, of those that the target file and the
 * options allow.
 */
export function furtherQuestions(seed: number, asking: AskingOptions): readonly Question[] {
  const rotation = new SeededRotation(seed, true)
  return kinds.flatMap((kind, offset) => {
    const askable = kind.filter((question) => unaskable(question, asking) === undefined)
    return askable.length === 0 ? [] : rotation.some(askable, 1, offset)
  })
}
