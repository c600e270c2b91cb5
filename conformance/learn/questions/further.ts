// Questions that drift does not need: other values, pages and refusals, to compare a twin with its service.
import { at, documentedPath, type Path, undocumentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import { spareToken } from '../../checks/access-tokens/main-token.ts'
import { eventsPath, groupsPath, legacyCredential } from '../../checks/paths.ts'
import type { Call } from '../../judge/call.ts'
import { SeededRotation } from '../../judge/seeded-rotation.ts'
import { findMember } from '../../reading/find-list.ts'
import { stripPrefix, otherId, idPrefix } from '../../reading/id-forms.ts'
import { malformedIds } from '../../reading/malformed-id-forms.ts'
import type { Declaration } from '../../target/declarations.ts'
import { grantForm } from '../../target/grant-form.ts'
import type { Target } from '../../target/target-file.ts'
import { firstProducts } from './products.ts'
import type { CallContext, MakeCall, Question } from './question.ts'
import { comparedByForm, readQuestion, risky, versioned } from './reads.ts'
import { type AskingOptions, unaskable } from './unaskable.ts'
import { invokeQuestion, tokenQuestion, sendRename } from './writes.ts'

type Query = NonNullable<Call['query']>
type Samples = NonNullable<Target['samples']>

const targetSamples = ({ session: { run } }: CallContext): Samples => run.target.samples ?? {}

/** A list that takes `limit`, and maybe cursors. */
interface List {
  readonly name: 'products' | 'environments' | 'resources'
  readonly needs: readonly Declaration[]
  readonly path: (asking: CallContext) => Path
}

const products: List = {
  name: 'products',
  needs: ['bearer', 'catalogId'],
  path: (asking) => at('products.list', { catalog_id: targetSamples(asking).catalogId ?? '' }),
}
const environments: List = { name: 'environments', needs: ['bearer'], path: () => at('environments.list') }
const resources: List = { name: 'resources', needs: ['bearer'], path: () => at('resources.list') }
const lists = [products, environments, resources]

/** A GET of a list with the parameters that its records allow. */
const ofList = (
  { name, needs, path }: List,
  id: string,
  asks: string,
  query: (ids: readonly string[], asking: CallContext) => Query | undefined,
): Question =>
  readQuestion(`${name}.${id}`, `GET ${name} ${asks}`, needs, (asking) => {
    const parameters = query(asking.answers.ids(`${name}.list`), asking)
    return parameters && { path: path(asking), query: parameters }
  })

const pages: readonly Question[] = [
  ofList(products, 'behind-first', 'after the first one', (ids) =>
    ids.length > 5 ? { limit: 2, starting_after: ids[0] } : undefined,
  ),
  ofList(environments, 'behind-first', 'after the first one', (ids) =>
    ids.length > 2 ? { limit: 1, starting_after: ids[0] } : undefined,
  ),
  ofList(products, 'before', 'before the third one', (_ids, { answers }) => {
    const id = firstProducts(answers)[2]
    return id === undefined ? undefined : { limit: 2, ending_before: id }
  }),
  ofList(resources, 'behind-first', 'after the first one', (ids) =>
    ids.length > 3 ? { limit: 2, starting_after: ids[0] } : undefined,
  ),
  ofList(products, 'behind-fourth', 'after the fourth one', (ids) =>
    ids.length > 6 ? { limit: 2, starting_after: ids[3] } : undefined,
  ),
]

const limits: readonly Question[] = [products, resources, environments].flatMap((list) =>
  [3, 1, 4].map((limit) =>
    ofList(list, `limit-${limit}-of-more`, `with limit=${limit}`, (ids) =>
      ids.length > limit ? { limit } : undefined,
    ),
  ),
)

/** A filter with the value of a record, which the list has. */
const byValue = (list: List, member: string): Question =>
  ofList(list, `by-${member}`, `with the ${member} of one of them`, (_ids, { answers }) => {
    const values = (answers.list(`${list.name}.list`)?.items ?? []).map((item) => findMember(item, member))
    const value = values.find((found) => typeof found === 'string' && found !== '')
    return value === undefined ? undefined : { [member]: value as string }
  })

const values: readonly Question[] = [
  byValue(products, 'brand'),
  byValue(resources, 'status'),
  byValue(products, 'category'),
  ofList(products, 'search', 'with a search that finds none', () => ({ search: 'no such product' })),
]

/** A place of an id in a request, and an id that is accepted there. */
interface IdPlace {
  readonly id: string
  readonly needs: readonly Declaration[]
  readonly good: (asking: CallContext) => string | undefined
  readonly call: (id: string, asking: CallContext) => Call
}

const legacy = ({ session }: CallContext, path: Path): Call => ({ path, as: legacyCredential(session) })

const cursor = (list: List, parameter: 'starting_after' | 'ending_before'): IdPlace => ({
  id: `${list.name}.${parameter === 'starting_after' ? 'behind' : 'before'}`,
  needs: list.needs,
  good: ({ answers }) => answers.ids(`${list.name}.list`)[0],
  call: (id, asking) => ({ path: list.path(asking), query: { [parameter]: id } }),
})

const configuration: IdPlace = {
  id: 'configurations.scope',
  needs: ['bearer', 'scopeId', 'configurationPath'],
  good: (asking) => targetSamples(asking).scopeId,
  call: (id, asking) => ({
    path: at('configurations.value', { scope_id: id }),
    query: { path: targetSamples(asking).configurationPath },
  }),
}
const capabilities: IdPlace = {
  id: 'services.connection',
  needs: ['bearer', 'adapterConnectionId'],
  good: (asking) => targetSamples(asking).adapterConnectionId,
  call: (id) => ({ path: at('services.capabilities', { adapterConnectionId: id }) }),
}
const groups: IdPlace = {
  id: 'legacy.groups.project',
  needs: ['legacy', 'projectId'],
  good: (asking) => targetSamples(asking).projectId,
  call: (id, asking) => legacy(asking, at('groups.list', { project_id: id })),
}
const events: IdPlace = {
  id: 'legacy.events.issue',
  needs: ['legacy', 'issueId'],
  good: (asking) => targetSamples(asking).issueId,
  call: (id, asking) => legacy(asking, at('events.list', { issue_id: id })),
}

/** A request with another id than the good one at a place. */
const withId = (place: IdPlace, word: string, what: string, toId: (good: string) => string): Question =>
  readQuestion(`${place.id}-${word}`, `GET with ${what} as ${place.id}`, place.needs, (asking) => {
    const good = place.good(asking)
    return good === undefined ? undefined : place.call(toId(good), asking)
  })

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
      withId(place, `malformed-${form + 1}`, what, (good) => `${idPrefix(good)}${make(stripPrefix(good), '')}`),
    ),
  )

const unknown: readonly Question[] = [
  withId(events, 'unknown', 'the id of no object', otherId),
  withId(configuration, 'unknown', 'the id of no object', (good) => `${idPrefix(good)}${otherId(good)}`),
]

const malformedLimits: readonly Question[] = ['0', '2x', '-1', '1.5'].flatMap((limit) =>
  lists.map((list) => ofList(list, `limit-refused${limit}`, `with limit=${limit}`, () => ({ limit }))),
)

const paths: readonly Question[] = [
  readQuestion('unknown.versioned', 'GET a path that does not exist in the versioned API', ['bearer'], (asking) => ({
    path: versioned(asking, '/no-such-path'),
  })),
  readQuestion('unknown.legacy', 'GET a path that does not exist in the legacy API', ['legacy'], (asking) =>
    legacy(asking, undocumentedPath('/0/no-such-path/')),
  ),
  readQuestion('unknown.unversioned', 'GET a path that does not exist outside of both', ['bearer'], {
    path: undocumentedPath('/no-such-path'),
  }),
]

/** An OPTIONS request. The specification shows the description of no endpoint but the root. */
const ofOptions = (
  id: string,
  needs: readonly Declaration[],
  path: (asking: CallContext) => Path,
  toCall: (asking: CallContext, path: Path) => Call = (_asking, address) => ({ path: address }),
): Question =>
  comparedByForm(
    readQuestion(`${id}.options`, `OPTIONS ${id}`, needs, (asking) => ({
      method: 'OPTIONS',
      ...toCall(asking, path(asking)),
    })),
  )

/** Descriptions of endpoints of each part of the API, by which the twin describes its own. */
const descriptions: readonly Question[] = [
  ofOptions('products', products.needs, products.path),
  ofOptions('legacy.groups', groups.needs, ({ session }) => groupsPath(session), legacy),
  ofOptions('access-tokens', ['bearer'], () => at('access-tokens.list')),
].map((question) => ({ ...question, isForTwin: true }))

const options: readonly Question[] = [
  ofOptions('resources', resources.needs, resources.path),
  ofOptions('legacy.events', events.needs, ({ session }) => eventsPath(session), legacy),
]

/** A GET without credentials. */
function anonymous(operation: OperationId): Question {
  const { title, inPath, inQuery } = findOperation(operation)
  const sample = inPath?.sample
  return readQuestion(
    `${operation}.anonymous`,
    `GET ${title} without credentials`,
    sample === undefined ? [] : [sample, ...Object.values(inQuery ?? {})],
    (asking) => ({
      path: documentedPath(operation, sample ? { [inPath!.parameter]: targetSamples(asking)[sample]! } : {}),
      ...(inQuery ? { query: { path: targetSamples(asking).configurationPath } } : {}),
      as: 'none',
    }),
  )
}

/** Requests with wrong credentials or none. */
const wrongCredentials: readonly Question[] = [
  anonymous('resources.list'),
  ofGrant('unknown-type', 'an unknown grant_type', (form) => ({ ...form, grant_type: 'no_such_grant' })),
  anonymous('configurations.value'),
  ofState('empty', { prepare_state: '' }),
  anonymous('access-tokens.list'),
  ofGrant('without-type', 'no grant_type', ({ grant_type: _type, ...form }) => form),
  anonymous('services.capabilities'),
  ofState('missing', {}),
  anonymous('events.list'),
  anonymous('legacy-projects.list'),
].map(risky)

function ofState(word: string, query: Query): Question {
  return readQuestion(`connect.code-${word}`, `GET connect with the state code ${word}`, ['adapter'], (asking) => ({
    path: at('connect.browser', { adapter: targetSamples(asking).adapter! }),
    query,
    as: 'none',
  }))
}

type Form = Readonly<Record<string, string>>

function ofGrant(word: string, what: string, toForm: (form: Form) => Form): Question {
  const call: MakeCall = ({ session: { run } }) => ({
    method: 'POST',
    path: at('oauth.token'),
    as: 'none',
    repeatable: true,
    form: toForm(grantForm(run.target)),
  })
  return readQuestion(`oauth.grant-${word}`, `POST /oauth/token with ${what}`, ['oauth'], call)
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
  options,
  bodies,
  wrongCredentials,
]

/**
 * The questions of `learn` that a check for drift does not repeat: descriptions, and a question of each kind, chosen by
 * the seed. Only those that the target file and the options allow.
 */
export function furtherQuestions(seed: number, asking: AskingOptions): readonly Question[] {
  const rotation = new SeededRotation(seed, true)
  const isAskable = (question: Question) => unaskable(question, asking) === undefined
  const chosen = kinds.flatMap((kind, offset) => {
    const askable = kind.filter(isAskable)
    return askable.length === 0 ? [] : rotation.some(askable, 1, offset)
  })
  return [...descriptions.filter(isAskable), ...chosen]
}
