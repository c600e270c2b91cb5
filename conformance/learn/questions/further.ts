// Questions that only compare a twin with its service: other values, pages and refusals.
import { undocumentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation } from '../../catalogue/operations.ts'
import { legacyCredential } from '../../checks/paths.ts'
import { spareToken } from '../../checks/tokens/main-token.ts'
import type { Call } from '../../judge/call.ts'
import { SeededRotation } from '../../judge/seeded-rotation.ts'
import { findMember } from '../../reading/find-list.ts'
import { stripPrefix, otherId, idPrefix } from '../../reading/id-forms.ts'
import { malformedIds } from '../../reading/malformed-id-forms.ts'
import {
  accessTokens,
  callAt,
  configurations,
  environments,
  events,
  groups,
  legacyProjects,
  type Place,
  products,
  resources,
  samplesOf,
  services,
} from './places.ts'
import { firstProducts } from './products.ts'
import type { CallContext, Question } from './question.ts'
import { listQuestion, type Query, readQuestion, risky, variation, versioned } from './reads.ts'
import { connectCall } from './refusals.ts'
import { tokenCall } from './tokens.ts'
import { type AskingOptions, unaskable } from './unaskable.ts'
import { describing } from './variations.ts'
import { invokeQuestion, tokenQuestion, sendRename } from './writes.ts'

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
  listQuestion(resources, 'before', 'before the third one', (ids) =>
    ids.length > 2 ? { limit: 1, ending_before: ids[2] } : undefined,
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
const filterQuestion = (list: Place, member: string): Question =>
  listQuestion(list, `by-${member}`, `with the ${member} of one of them`, (_ids, { answers }) => {
    const values = (answers.list(list.operation)?.items ?? []).map((item) => findMember(item, member))
    const value = values.find((found) => typeof found === 'string' && found !== '')
    return value === undefined ? undefined : { [member]: value as string }
  })

const values: readonly Question[] = [
  filterQuestion(products, 'brand'),
  filterQuestion(resources, 'status'),
  filterQuestion(products, 'category'),
  listQuestion(products, 'search', 'with a search that finds none', { search: 'no such product' }),
]

/** A place of an id in a request: the path of an operation, or a cursor. */
interface IdPlace {
  readonly place: Place
  readonly word: string
  readonly cursor?: 'starting_after' | 'ending_before'
}

const configuration: IdPlace = { place: configurations, word: 'scope' }
const issue: IdPlace = { place: events, word: 'issue' }

const idPlaces: readonly IdPlace[] = [
  configuration,
  issue,
  { place: products, word: 'behind', cursor: 'starting_after' },
  { place: services, word: 'connection' },
  { place: groups, word: 'project' },
  { place: products, word: 'before', cursor: 'ending_before' },
]

/** An id that is accepted at a place. */
function goodId({ place: { operation, documented }, cursor }: IdPlace, asking: CallContext): string | undefined {
  if (cursor) return asking.answers.ids(operation)[0]
  const sample = findOperation(documented).inPath?.sample
  return sample && asking.session.run.target.samples?.[sample]
}

/** A request with another id than the good one at a place. */
const idQuestion = (at: IdPlace, form: string, what: string, toId: (good: string) => string): Question =>
  variation(at.place, `${at.word}-${form}`, `GET with ${what} as ${at.place.name}.${at.word}`, (asking) => {
    const good = goodId(at, asking)
    const id = good === undefined ? undefined : toId(good)
    return id === undefined ? undefined : at.cursor ? { query: { [at.cursor]: id } } : { id }
  })

/** Each form at each place. Consecutive ones differ in the place. */
const malformed: readonly Question[] = malformedIds
  .filter(({ isUsual, isPrefixed }) => isUsual && !isPrefixed)
  .flatMap(({ what, make }, form) =>
    idPlaces.map((place) =>
      idQuestion(place, `malformed-${form + 1}`, what, (good) => `${idPrefix(good)}${make(stripPrefix(good), '')}`),
    ),
  )

const unknown: readonly Question[] = [
  idQuestion(issue, 'unknown', 'the id of no object', otherId),
  idQuestion(configuration, 'unknown', 'the id of no object', (good) => `${idPrefix(good)}${otherId(good)}`),
]

const malformedLimits: readonly Question[] = Object.entries({
  zero: '0',
  'with-letter': '2x',
  negative: '-1',
  fraction: '1.5',
}).flatMap(([word, limit]) =>
  [products, environments, resources].map((list) =>
    listQuestion(list, `limit-${word}`, `with limit=${limit}`, { limit }),
  ),
)

const paths: readonly Question[] = [
  readQuestion('unknown.versioned', 'GET a path that does not exist in the versioned API', ['bearer'], (asking) => ({
    path: versioned(asking, '/no-such-path'),
  })),
  readQuestion('unknown.legacy', 'GET a path that does not exist in the legacy API', ['legacy'], ({ session }) => ({
    path: undocumentedPath('/0/no-such-path/'),
    as: legacyCredential(session),
  })),
  readQuestion('unknown.unversioned', 'GET a path that does not exist outside of both', ['bearer'], {
    path: undocumentedPath('/no-such-path'),
  }),
]

/** A GET without credentials. */
const anonymous = ({ documented }: Place): Question =>
  readQuestion(
    `${documented}.anonymous`,
    `GET ${findOperation(documented).title} without credentials`,
    samplesOf(documented),
    (asking) => callAt({ documented }, asking, { as: 'none' }),
  )

/** Requests with wrong credentials or none. */
const wrongCredentials: readonly Question[] = [
  anonymous(resources),
  grantQuestion('unknown-type', 'an unknown grant_type', (form) => ({ ...form, grant_type: 'no_such_grant' })),
  anonymous(configurations),
  stateQuestion('empty', { prepare_state: '' }),
  anonymous(accessTokens),
  grantQuestion('without-type', 'no grant_type', ({ grant_type: _type, ...form }) => form),
  anonymous(services),
  stateQuestion('missing', {}),
  anonymous(events),
  anonymous(legacyProjects),
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
  tokenQuestion(
    'access-tokens.three-days',
    'POST a personal access token that expires in less than 7 days',
    async (_token, { session }) => (await spareToken(session, 'three-days', { side: 'below 7 days' })).exchange,
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
  [resources, events].map(describing),
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
