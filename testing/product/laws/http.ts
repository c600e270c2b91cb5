// HTTP in general (clause 4): JSON answers, OPTIONS, and a query on writes.
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { OperationId } from '../../../emulator/model/contract/operation-ids.ts'
import { mapAnswer, on } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  readBodyMembers,
  noContent,
  notFound,
  problem,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { protectedOperations } from '../places.ts'

type Answering = (typeof protectedOperations)[number] | 'oauth.token' | 'legacy.root'

const answering: readonly Answering[] = [...protectedOperations, 'oauth.token', 'legacy.root']

const withoutBody: ReadonlySet<Answering> = new Set<Answering>(['access-tokens.revoke'])

/** Answers that say in their text what they do not say in their type, or the other way round. */
const forms = {
  'text-plain': (text: string) => new Response(text, { headers: { 'content-type': 'text/plain' } }),
  'text-html': (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  'no-type': (text: string) => new Response(new TextEncoder().encode(text)),
  'html-body': () => new Response('<html>ok</html>', { headers: { 'content-type': 'application/json' } }),
  'cut-short': (text: string) => new Response(text.slice(0, -1), { headers: { 'content-type': 'application/json' } }),
  'two-documents': (text: string) =>
    new Response(`${text}\n${text}`, { headers: { 'content-type': 'application/json' } }),
  'single-quotes': (text: string) =>
    new Response(text.replaceAll('"', "'"), { headers: { 'content-type': 'application/json' } }),
} as const

type AnswerForm = keyof typeof forms

const formsOf = Object.keys(forms) as readonly AnswerForm[]

/** Changes the form of answers. */
const answerInForm = (form: AnswerForm, isMeant: (response: Response) => boolean) => (response: Response) =>
  isMeant(response)
    ? response.text().then((text) => {
        const changed = forms[form](text)
        const headers = new Headers(response.headers)
        headers.delete('content-length')
        headers.delete('content-type')
        const type = changed.headers.get('content-type')
        if (type !== null && form !== 'no-type') headers.set('content-type', type)
        return new Response(form === 'no-type' ? changed.body : changed.body, { status: response.status, headers })
      })
    : response

/** Answers of success are JSON (clause 4). */
const successes: readonly Fault[] = lawFaults({
  id: 'answer-is-json',
  requirement: 'http.json',
  breaks: 'The server answers with something other than JSON.',
  places: answering.filter((operation) => !withoutBody.has(operation)),
  conditions: formsOf,
  says: (form) => `in the form ${form}`,
  fault: (place, form) =>
    mapAnswer(
      place,
      answerInForm(form, ({ ok }) => ok),
    ),
})

const answersAt: readonly ConditionName[] = [
  'with-filter',
  'with-limit',
  'with-cursor',
  'prefixed-id',
  'basic',
  'dsn',
  'with-other-parameter',
]

const meets = (operation: Answering, condition: ConditionName): boolean => {
  if (condition === 'with-filter')
    return ['products.list', 'resources.list', 'legacy.groups.create'].includes(operation)
  if (condition === 'with-limit') return ['products.list', 'resources.list', 'environments.list'].includes(operation)
  if (condition === 'with-cursor')
    return ['products.list', 'legacy.groups.list', 'legacy.events.list'].includes(operation)
  if (condition === 'prefixed-id')
    return /products|capabilities|invoke|legacy\.(?:groups|events)|rename/.test(operation)
  if (condition === 'basic' || condition === 'dsn') return operation === 'legacy.projects'
  return ['oauth.token', 'services.invoke', 'access-tokens.create', 'access-tokens.rename'].includes(operation)
}

/** Answers are JSON whatever was asked (clause 4). */
const conditioned: readonly Fault[] = lawFaults({
  id: 'answer-is-json-whatever-was-asked',
  requirement: 'http.json',
  breaks: 'The server answers with a page.',
  places: answering,
  conditions: answersAt,
  fault: (place, condition) =>
    meets(place, condition)
      ? during(place, condition, async (intercepted) =>
          answerInForm('text-html', ({ ok }) => ok)(await intercepted.send()),
        )
      : undefined,
})

/** A refusal with 400 is JSON as well (clauses 4 and 7). */
const refusals: readonly Fault[] = lawFaults({
  id: 'refusal-is-json',
  requirement: 'http.json',
  breaks: 'The server refuses with 400 and something other than JSON.',
  places: answering.filter((operation) =>
    /products|configurations|resources|rename|revoke|create$|services|legacy\.(?:groups|events)/.test(operation),
  ),
  conditions: ['text-plain', 'text-html', 'html-body'] as const satisfies readonly AnswerForm[],
  says: (form) => `in the form ${form}`,
  fault: (place, form) =>
    mapAnswer(
      place,
      answerInForm(form, () => true),
      ({ status }) => status === 400,
    ),
})

/** The paths of the documented operations, each once, by one of the operations there, and the methods there. */
const paths = {
  'environments.list': ['GET'],
  'resources.list': ['GET'],
  'products.list': ['GET'],
  'configurations.value': ['GET'],
  'services.capabilities': ['GET'],
  'services.invoke': ['POST'],
  'access-tokens.list': ['GET', 'POST'],
  'access-tokens.rename': ['POST', 'DELETE'],
  'oauth.token': ['POST'],
  'connect.prepare': ['POST'],
  'legacy.root': ['GET'],
  'legacy.projects': ['GET'],
  'legacy.groups.list': ['GET', 'POST'],
  'legacy.events.list': ['GET'],
} as const satisfies Partial<Record<OperationId, readonly string[]>>

type PathOf = keyof typeof paths

const alsoAt: Partial<Readonly<Record<PathOf, OperationId>>> = {
  'access-tokens.list': 'access-tokens.create',
  'access-tokens.rename': 'access-tokens.revoke',
  'legacy.groups.list': 'legacy.groups.create',
}

/** Ways in which OPTIONS describes nothing, or not what is served. */
const descriptions = {
  '404': () => notFound(),
  '405': () => new Response(null, { status: 405, headers: { allow: 'GET' } }),
  '500': () => problem(500),
  '400': () => problem(400),
  'empty-204': () => noContent(),
  'empty-object': () => Response.json({}),
  'empty-list': () => Response.json([]),
  'options-alone': () => new Response(null, { status: 204, headers: { allow: 'OPTIONS' } }),
  'put-alone': () => new Response(null, { status: 204, headers: { allow: 'PUT, OPTIONS' } }),
  'without-the-last': (methods: readonly string[]) =>
    new Response(null, { status: 204, headers: { allow: [...methods.slice(0, -1), 'OPTIONS', 'PATCH'].join(', ') } }),
  'without-the-first': (methods: readonly string[]) =>
    new Response(null, { status: 204, headers: { allow: [...methods.slice(1), 'OPTIONS', 'PATCH'].join(', ') } }),
  'methods-of-others': () => Response.json({ methods: ['PUT', 'PATCH'] }),
} as const

type Description = keyof typeof descriptions

/** OPTIONS describes the endpoint (clause 4). */
const options: readonly Fault[] = lawFaults({
  id: 'options-describe',
  requirement: 'http.options',
  breaks: 'OPTIONS does not describe what is served.',
  places: Object.keys(paths) as readonly PathOf[],
  conditions: Object.keys(descriptions) as readonly Description[],
  says: (description) => `with ${description}`,
  fault: (place, description) => {
    const operations = [place, alsoAt[place]].filter((id) => id !== undefined)
    return on(operations, () => descriptions[description](paths[place]), 'OPTIONS')
  },
})

const queryable = [
  'oauth.token',
  'access-tokens.create',
  'access-tokens.rename',
  'access-tokens.revoke',
  'connect.prepare',
  'services.invoke',
  'legacy.groups.create',
] as const satisfies readonly OperationId[]

const queries = {
  'refused-400': () => problem(400),
  'refused-404': () => notFound(),
  'refused-405': () => problem(405),
  'refused-414': () => problem(414),
  'server-error': () => problem(500),
} as const

/** The query of writes may have extra parameters (clause 4). */
const queryRefused: readonly Fault[] = lawFaults({
  id: 'query-on-writes-is-taken',
  requirement: 'http.query-on-writes',
  breaks: 'The server does not take a query.',
  places: queryable,
  conditions: Object.keys(queries) as readonly (keyof typeof queries)[],
  says: (name) => `with ${name}`,
  fault: (place, name) =>
    on(place, async (intercepted) => (intercepted.query.size > 0 ? queries[name]() : intercepted.send())),
})

/** A query does not hide what the body says (clause 4). */
const queryHidesBody: readonly Fault[] = lawFaults({
  id: 'query-on-writes-hides-no-body',
  requirement: 'http.query-on-writes',
  breaks: 'A query hides the name in the body.',
  places: ['access-tokens.create', 'access-tokens.rename'] as const,
  conditions: ['with-other-parameter'] as const,
  fault: (place, condition) =>
    during(place, condition, async (intercepted) =>
      intercepted.send({ json: { ...(await readBodyMembers(intercepted.request)), name: 'unnamed' } }),
    ),
})

/** The writes with a JSON body. */
const jsonWrites = ['access-tokens.create', 'access-tokens.rename', 'services.invoke', 'legacy.groups.create'] as const

/** The requirement that such a write succeeds. */
const written = {
  'access-tokens.create': 'pat.create',
  'access-tokens.rename': 'pat.name-updatable',
  'services.invoke': 'services.invoke',
  'legacy.groups.create': 'legacy.groups-post',
} as const satisfies Record<(typeof jsonWrites)[number], RequirementId>

/** A body with the type application/json is taken (clause 4). */
const jsonBodies: readonly Fault[] = lawFaults({
  id: 'json-body-is-taken',
  // Only 415 says that it is the media type; the others refuse what is written.
  requirement: (place, status) =>
    status === '415' || (status === '406' && place === 'services.invoke') ? 'http.json-body' : written[place],
  breaks: 'The server refuses a body for its media type.',
  places: jsonWrites,
  conditions: ['415', '400', '406'] as const,
  says: (status) => `with ${status}`,
  fault: (place, status) =>
    on(place, async (intercepted) => {
      const type = intercepted.request.headers.get('content-type') ?? ''
      return type.startsWith('application/json') ? problem(Number(status)) : intercepted.send()
    }),
})

/** HTTP in general (clause 4). */
export const httpLaws: readonly Fault[] = [
  ...successes,
  ...conditioned,
  ...refusals,
  ...options,
  ...queryRefused,
  ...queryHidesBody,
  ...jsonBodies,
]
