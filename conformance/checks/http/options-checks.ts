// OPTIONS at every documented path (clause 4), for the methods that clauses 4.1 to 4.9 name there.
import {
  type AnsweredOperation,
  type Operation,
  type OperationId,
  operationOf,
  operations,
} from '../../catalogue/operations.ts'
import { addressOf, at } from '../../catalogue/operation-paths.ts'
import { because, type Cause } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { methodsIn } from '../../reading/headers.ts'
import type { Call } from '../../judge/call.ts'
import type { Check } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Answered, defineLaw, type Place } from '../law.ts'
import { mainToken } from '../access-tokens/main-token.ts'
import { spareTokens } from '../access-tokens/spare-tokens.ts'
import { answerTo } from '../shared-answers.ts'
import { getRoot } from '../legacy/legacy-answers.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { servedResourcesPath } from '../lists/walked-list.ts'
import { credentialFor, effectOf, needsOf, sampledCall, type SampledOperation } from '../documented-calls.ts'
import { legacyCredential } from '../paths.ts'
import { isObject } from '../../reading/find-list.ts'
import { serves } from '../../reading/success.ts'
import { pageOf } from '../lists/pages.ts'
import { isSameJson } from '../../reading/same-json.ts'

/** The check of OPTIONS at the path of one operation. */
interface Row extends Pick<Place, 'id' | 'after' | 'mayBeOpen'> {
  readonly name: string
  readonly call: (session: Session) => Promise<Call> | Call
  /** A request that shows that the path is served. Default: a GET, if the path takes one. */
  readonly good?: (session: Session) => Promise<Exchange>
}

/** A documented path, and the methods that an earlier request has shown to be served there. */
interface Described extends Row, Place {
  readonly methods: readonly Operation['method'][]
}

/**
 * Judges an answer to OPTIONS. The form of the description is not specified: Allow, or a JSON body. CORS headers are
 * for pages of other origins, and may list fewer methods than the endpoint takes.
 */
async function answeredTo(
  session: Session,
  { call, methods }: { readonly call: Call; readonly methods: Described['methods'] },
): Promise<Answered> {
  const at = await answerTo(session, { ...call, method: 'OPTIONS' })
  const { status, headers, json } = at.response
  const broken = (got: Phrase, fact: Fact): Answered => ({ got, fact })
  const unclear = (cause: Cause, remark: Phrase): Answered => ({ cause, remark, at })
  if (status === 401 || status === 403)
    return unclear(
      because.refused,
      phrase`it is refused with the credential of the endpoint (${status}), so nothing is described; answer it with that credential, or without any`,
    )
  if (status >= 300) return broken(answer(at), { kind: 'status', wanted: 'success', at })
  const wanted = { list: methods, between: ' and ' } as const
  const lacksMethod = (found: ReadonlySet<string>) => !found.has('*') && methods.some((method) => !found.has(method))
  const allowed = methodsIn(headers['allow'])
  if (allowed.size > 0)
    return lacksMethod(allowed)
      ? broken(phrase`Allow: ${headers['allow']!}, although ${wanted} is served,`, {
          kind: 'header',
          name: 'allow',
          at,
        })
      : 'kept'
  const listed = methodsInJson(json)
  if (listed && lacksMethod(listed))
    return broken(phrase`a body that lists ${{ list: [...listed] }}, although ${wanted} is served,`, {
      kind: 'body',
      lacks: methods.filter((method) => !listed.has(method)),
      at,
    })
  if (await isDescription(session, call, at, methods.includes('GET'))) return 'kept'
  const forPages = methodsIn(headers['access-control-allow-methods'])
  if (forPages.size === 0) return broken(phrase`${answer(at)}, and no Allow,`, { kind: 'header', name: 'allow', at })
  return lacksMethod(forPages)
    ? unclear(because.absent, phrase`it answers only for CORS: ${headers['access-control-allow-methods']!}`)
    : 'kept'
}

/**
 * The methods at the path of an operation that earlier checks may have shown to be served: all for a write, those that
 * read otherwise.
 */
function methodsAt(id: OperationId): readonly Operation['method'][] {
  const { path } = operationOf(id)
  return operations
    .filter((other) => other.path === path && (effectOf(id) === 'write' || effectOf(other.id) === 'read'))
    .map(({ method }) => method)
}

/** The call of a path that needs only the samples of the target file. */
const sampled =
  (operation: SampledOperation): Row['call'] =>
  async (session) => {
    const { path, query } = await sampledCall(session, operation)
    const as = credentialFor(session, operation)
    return { path, ...(query ? { query } : {}), ...(as === 'bearer' ? {} : { as }) }
  }

/** The token that is renamed is the one that is revoked. */
type DescribedOperation = Exclude<AnsweredOperation, 'access-tokens.revoke'>

const rows: Readonly<Record<DescribedOperation, Row>> = {
  'environments.list': {
    id: 'http.options.environments',
    name: 'the list of environments',
    call: sampled('environments.list'),
  },
  'resources.list': {
    id: 'http.options.resources',
    name: 'the list of resources',
    call: async (session) => ({ path: await servedResourcesPath(session) }),
  },
  'products.list': {
    id: 'http.options.products',
    name: 'the products of a catalog',
    call: sampled('products.list'),
  },
  'configurations.value': {
    id: 'http.options.configurations',
    name: 'a configuration scope',
    call: sampled('configurations.value'),
  },
  'services.capabilities': {
    id: 'http.options.capabilities',
    name: 'the capabilities of an adapter connection',
    call: sampled('services.capabilities'),
  },
  'services.invoke': {
    id: 'http.options.command',
    name: 'a command',
    after: ['services.invoke.result'],
    call: sampled('services.invoke'),
  },
  'access-tokens.list': {
    id: 'http.options.access-tokens',
    name: 'the list of access tokens',
    call: sampled('access-tokens.list'),
  },
  'access-tokens.create': {
    id: 'http.options.create-access-token',
    name: 'the creation of access tokens',
    after: ['pat.create.token'],
    call: sampled('access-tokens.list'),
  },
  'access-tokens.rename': {
    id: 'http.options.access-token',
    name: 'an access token',
    after: ['pat.name-updatable.rename', 'pat.revoke.refused'],
    call: async (session) => {
      const id = (await spareTokens(session)).kept ?? (await mainToken(session)).id
      return { path: at('access-tokens.rename', { id }) }
    },
  },
  'oauth.token': {
    id: 'http.options.token-endpoint',
    name: 'the token endpoint',
    after: ['oauth.client-credentials.token'],
    call: sampled('oauth.token'),
  },
  'connect.prepare': {
    id: 'http.options.prepare-connect',
    name: 'prepare-connect',
    after: ['connect.prepare.code'],
    call: sampled('connect.prepare'),
  },
  'legacy.root': {
    id: 'http.options.legacy-root',
    name: '/0/',
    good: getRoot,
    call: async (session) => {
      const isOpen = (await getRoot(session)).request.headers['authorization'] === undefined
      return { path: at('legacy.root'), as: isOpen ? 'none' : legacyCredential(session) }
    },
  },
  'legacy-projects.list': {
    id: 'http.options.legacy-projects',
    name: 'the legacy projects',
    call: sampled('legacy-projects.list'),
  },
  'groups.list': {
    id: 'http.options.legacy-groups',
    name: 'the groups of a project',
    call: sampled('groups.list'),
  },
  'groups.create': {
    id: 'http.options.legacy-groups-post',
    name: 'the creation of groups',
    good: async (session) => (await acceptedGroup(session)).exchange,
    call: sampled('groups.list'),
  },
  'events.list': {
    id: 'http.options.legacy-events',
    name: 'the events of an issue',
    call: sampled('events.list'),
  },
}

/** OPTIONS describes the endpoint (clause 4). */
export const optionsChecks: readonly Check[] = defineLaw<Described>({
  places: (Object.keys(rows) as DescribedOperation[]).map((operation) => ({
    ...rows[operation],
    effect: effectOf(operation),
    needs: needsOf(operation),
    methods: methodsAt(operation),
  })),
  description: ({ name, methods }) =>
    `OPTIONS on the path of ${name} describes it: Allow has ${methods.join(' and ')}, which the path takes, or a JSON body differs from the answer to GET.`,
  expected: phrase`OPTIONS to describe the endpoint, by Allow with the methods that are served, or by a telling JSON body`,
  variants: async (session, { call: toCall, methods, good }) => {
    const call = await toCall(session)
    const address = addressOf(call.path, session.run.names)
    const served = good ? await good(session) : methods.includes('GET') ? await answerTo(session, call) : undefined
    if (served && served.response.status >= 300)
      insufficient(
        because.refused,
        phrase`${served.request.method} ${address} is refused too: ${answer(served)}`,
        served,
      )
    const ask = () => answeredTo(session, { call, methods })
    return { variants: [{ what: phrase`OPTIONS ${address}`, ask }] }
  },
})

/** Names of members that list the methods of an endpoint in a body. */
const listsMethods = /^(?:allow(?:ed)?_?(?:methods)?|methods)$/i

/** The methods that a body lists by name; undefined if it lists none. */
function methodsInJson(json: unknown, depth = 2): ReadonlySet<string> | undefined {
  if (!isObject(json)) return undefined
  for (const [name, member] of Object.entries(json)) {
    const listed = Array.isArray(member) ? member.join(',') : typeof member === 'string' ? member : ''
    if (listsMethods.test(name) && /^[a-z]+(?:\s*,\s*[a-z]+)*$/i.test(listed)) return methodsIn(listed)
    const within = depth > 0 ? methodsInJson(member, depth - 1) : undefined
    if (within) return within
  }
  return undefined
}

/** Resolves to true if an answer has a non-empty JSON body that differs from the answer to GET. */
async function isDescription(session: Session, call: Call, exchange: Exchange, hasGet: boolean): Promise<boolean> {
  const { json } = exchange.response
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0 || !serves(exchange)) return false
  if (!hasGet) return true
  const got = await answerTo(session, call)
  const [first, second] = [pageOf(session, exchange)?.ids ?? [], pageOf(session, got)?.ids ?? []]
  return !isSameJson(json, got.response.json) && !first.some((id) => second.includes(id))
}
