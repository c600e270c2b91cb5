// OPTIONS at every documented path (clause 4), for the methods that clauses 4.1 to 4.9 name there.
import {
  type AnsweredOperation,
  type Operation,
  type OperationId,
  findOperation,
  operations,
} from '../../catalogue/operations.ts'
import { toAddress, at } from '../../catalogue/operation-paths.ts'
import { because, type Cause } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { parseMethods } from '../../reading/headers.ts'
import type { Call } from '../../judge/call.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type VariantResult, defineLaw, type Place } from '../law.ts'
import { mainToken, spareToken } from '../tokens/main-token.ts'
import { renameCall, spareTokens } from '../tokens/spare-tokens.ts'
import { servedBy } from '../documented-endpoints.ts'
import { askOnce } from '../shared-answers.ts'
import { getRoot } from '../legacy/legacy-answers.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { servedResourcesPath } from '../lists/walked-list.ts'
import {
  declaredCredential,
  operationEffect,
  neededDeclarations,
  sampledCall,
  type SampledOperation,
} from '../documented-calls.ts'
import { legacyCredential } from '../paths.ts'
import { isObject } from '../../reading/find-list.ts'
import { serves } from '../../reading/success.ts'
import { readListPage } from '../lists/pages.ts'
import { isSameJson } from '../../reading/same-json.ts'

/** The check of OPTIONS at the path of one operation. */
interface Row extends Pick<Place, 'id' | 'after' | 'mayBeOpen'> {
  /** Default: the call of the operation with the samples of the target file. */
  readonly call?: (session: Session) => Promise<Call>
  /** A request that shows that the path is served. Default: a GET, if the path takes one, and the check of a write. */
  readonly good?: (session: Session) => Promise<Exchange>
  /** Judges what OPTIONS did to the object that it described. */
  readonly judgeObject?: (session: Session) => Promise<VariantResult>
}

/** A documented path, and the methods that an earlier request has shown to be served there. */
interface DescribedPath extends Row, Place {
  readonly operation: DescribedOperation
  readonly methods: readonly Operation['method'][]
}

/**
 * Judges an answer to OPTIONS. The form of the description is not specified: Allow, or a JSON body. CORS headers are
 * for pages of other origins, and may list fewer methods than the endpoint takes.
 */
async function judgeOptions(
  session: Session,
  { call, methods }: { readonly call: Call; readonly methods: DescribedPath['methods'] },
): Promise<VariantResult> {
  const at = await askOnce(session, { ...call, method: 'OPTIONS' })
  const { status, headers, json } = at.response
  // The place names the request.
  const broken = (got: Phrase, fact: Fact): VariantResult => ({ got, fact, words: { condition: undefined } })
  const unclear = (cause: Cause, remark: Phrase): VariantResult => ({ cause, remark, at })
  if (status === 401 || status === 403)
    return unclear(
      because.refused,
      phrase`it is refused with the credential of the endpoint (${status}), so nothing is described; answer it with that credential, or without any`,
    )
  if (status >= 300) return broken(answerPhrase(at), { kind: 'status', wanted: 'success', at })
  const wanted = { list: methods, between: ' and ' } as const
  const lacksMethod = (found: ReadonlySet<string>) => !found.has('*') && methods.some((method) => !found.has(method))
  const allowed = parseMethods(headers['allow'])
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
  const forPages = parseMethods(headers['access-control-allow-methods'])
  if (forPages.size === 0)
    return broken(phrase`no Allow, but ${answerPhrase(at)}`, { kind: 'header', name: 'allow', at })
  return lacksMethod(forPages)
    ? unclear(because.absent, phrase`it answers only for CORS: ${headers['access-control-allow-methods']!}`)
    : 'kept'
}

/**
 * The methods at the path of an operation that earlier checks may have shown to be served: all for a write, and those
 * that only read for others.
 */
function servedMethods(id: OperationId): readonly Operation['method'][] {
  const { path } = findOperation(id)
  return operations
    .filter((other) => other.path === path && (operationEffect(id) === 'write' || operationEffect(other.id) === 'read'))
    .map(({ method }) => method)
}

/** The address and the credential of an operation, as the operation that reads there has them. */
async function sampledPath(session: Session, id: OperationId): Promise<Call> {
  const { path } = findOperation(id)
  const reading = operations.find((other) => other.path === path && other.method === 'GET')?.id ?? id
  const { path: address, query = {} } = await sampledCall(session, reading as SampledOperation)
  return { path: address, query, as: declaredCredential(session, reading) }
}

/** The token that is renamed is the one that is revoked. */
type DescribedOperation = Exclude<AnsweredOperation, 'access-tokens.revoke'>

const rows: Readonly<Record<DescribedOperation, Row>> = {
  'environments.list': { id: 'http.options.environments' },
  'resources.list': {
    id: 'http.options.resources',
    call: async (session) => ({ path: await servedResourcesPath(session) }),
  },
  'products.list': { id: 'http.options.products' },
  'configurations.value': { id: 'http.options.configurations' },
  'services.capabilities': { id: 'http.options.capabilities' },
  'services.invoke': { id: 'http.options.command' },
  'access-tokens.list': { id: 'http.options.access-tokens' },
  'access-tokens.create': { id: 'http.options.create-access-token' },
  'access-tokens.rename': {
    id: 'http.options.access-token',
    after: ['pat.revoke.refused'],
    call: async (session) => {
      const id = (await spareTokens(session)).kept ?? (await mainToken(session)).id
      return { path: at('access-tokens.rename', { id }) }
    },
    judgeObject: judgeDescribedToken,
  },
  'oauth.token': { id: 'http.options.token-endpoint' },
  'connect.prepare': { id: 'http.options.prepare-connect' },
  'legacy.root': {
    id: 'http.options.legacy-root',
    good: getRoot,
    call: async (session) => {
      const isOpen = (await getRoot(session)).request.headers['authorization'] === undefined
      return { path: at('legacy.root'), as: isOpen ? 'none' : legacyCredential(session) }
    },
  },
  'legacy-projects.list': { id: 'http.options.legacy-projects' },
  'groups.list': { id: 'http.options.legacy-groups' },
  'groups.create': {
    id: 'http.options.legacy-groups-post',
    good: async (session) => (await acceptedGroup(session)).exchange,
  },
  'events.list': { id: 'http.options.legacy-events' },
}

/** OPTIONS describes the endpoint (clause 4). */
export const optionsChecks: readonly DeclaredCheck[] = defineLaw<DescribedPath>({
  places: (Object.keys(rows) as DescribedOperation[]).map((operation) => {
    const { after = [], ...row } = rows[operation]
    const isWrite = findOperation(operation).method !== 'GET' && !row.good
    return {
      ...row,
      operation,
      after: [...(isWrite ? [servedBy[operation]] : []), ...after],
      inQuickRun: 'sampled',
      effect: operationEffect(operation),
      needs: neededDeclarations(operation),
      methods: servedMethods(operation),
    }
  }),
  description: ({ operation, methods }) =>
    `OPTIONS on the path of ${findOperation(operation).title} describes it: Allow has ${methods.join(' and ')}, which the path takes, or a JSON body differs from the answer to GET.`,
  expected: phrase`OPTIONS to describe the endpoint, by Allow with the methods that are served, or by a JSON body about it`,
  variants: async (session, { operation, call: toCall, methods, good, judgeObject }) => {
    const call = toCall ? await toCall(session) : await sampledPath(session, operation)
    const address = toAddress(call.path, session.run.names)
    const served = good ? await good(session) : methods.includes('GET') ? await askOnce(session, call) : undefined
    if (served && served.response.status >= 300)
      insufficient(
        because.refused,
        phrase`${served.request.method} ${address} is refused too: ${answerPhrase(served)}`,
        served,
      )
    const ask = async () => {
      const judged = await judgeOptions(session, { call, methods })
      return judged === 'kept' && judgeObject ? await judgeObject(session) : judged
    }
    return { variants: [{ what: phrase`OPTIONS ${address}`, ask }] }
  },
})

/** Renames the spare token that OPTIONS described: it must still be there. */
async function judgeDescribedToken(session: Session): Promise<VariantResult> {
  const { kept } = await spareTokens(session)
  if (kept === undefined || session.run.quick || serves(await session.send(renameCall(session, kept)))) return 'kept'
  // A malformed id of another check may have deleted that token, so a new one decides.
  const { id } = await spareToken(session, 'opt')
  if (id === undefined) return 'kept'
  const rename = renameCall(session, id)
  const before = await session.send(rename)
  await session.send({ method: 'OPTIONS', path: rename.path })
  const after = await session.send(rename)
  if (!serves(before) || after.response.status !== 404) return 'kept'
  return {
    got: phrase`${answerPhrase(after)} to the ${after.request.method} that succeeded before OPTIONS`,
    fact: { kind: 'status', wanted: 'success', at: after },
    words: {
      symptom: phrase`OPTIONS deletes what it describes`,
      remedy: phrase`Answer OPTIONS before the handlers of other methods run.`,
    },
  }
}

/** Names of members that list the methods of an endpoint in a body. */
const listsMethods = /^(?:allow(?:ed)?_?(?:methods)?|methods)$/i

/** The methods that a body lists by name; undefined if it lists none. */
function methodsInJson(json: unknown, depth = 2): ReadonlySet<string> | undefined {
  if (!isObject(json)) return undefined
  for (const [name, member] of Object.entries(json)) {
    const listed = Array.isArray(member) ? member.join(',') : typeof member === 'string' ? member : ''
    if (listsMethods.test(name) && /^[a-z]+(?:\s*,\s*[a-z]+)*$/i.test(listed)) return parseMethods(listed)
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
  const got = await askOnce(session, call)
  const [first, second] = [readListPage(session, exchange)?.ids ?? [], readListPage(session, got)?.ids ?? []]
  return !isSameJson(json, got.response.json) && !first.some((id) => second.includes(id))
}
