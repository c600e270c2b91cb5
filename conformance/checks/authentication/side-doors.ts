import { type CursorParameter, type OperationId, findOperation } from '../../catalogue/operations.ts'
import {
  toAddress,
  documentedPath,
  pathParameters,
  type Path,
  undocumentedPath,
} from '../../catalogue/operation-paths.ts'
import { stripPrefix, isBare, otherId, idPrefix } from '../../reading/id-forms.ts'
import { findRelation, parseLinkHeader } from '../../reading/link-header.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { askOnce } from '../shared-answers.ts'
import type { Item } from '../../reading/find-list.ts'
import { fewestParameters, type Query } from '../lists/fewest-parameters.ts'
import {
  sampleEnumFilters,
  exampleFilter,
  recordFilters,
  recordQuery,
  filtersOfRecord,
} from '../lists/record-filters.ts'
import { readListPage } from '../lists/pages.ts'
import type { GuardedEndpoint } from './guarded-places.ts'
import { isSameBody } from '../../reading/same-json.ts'
import type { Traits } from '../traits.ts'

/** A protected endpoint to request in another way. */
export interface GuardedCall {
  readonly endpoint: GuardedEndpoint
  /** The request, served with valid credentials and refused without any, and both answers. */
  readonly call: Call
  readonly control: Exchange
  readonly refusal: Exchange
}

/** The content served to a request without credentials. */
interface ServedContent {
  /** The request, if it is simpler than the way. */
  readonly what?: Phrase
  readonly traits?: Traits
  readonly got: Phrase
  readonly at: Exchange
}

/** Another way to a protected endpoint, which may lack a guard. */
export interface SideDoor {
  readonly name: string
  /** True if the way exists only for lists with pages. */
  readonly needsPages?: true
  /** The content served there without credentials, if any. */
  readonly served: (session: Session, asked: GuardedCall) => Promise<ServedContent | undefined>
}

const findBareIds = (text: string): readonly string[] =>
  text.match(/(?<![\dA-Za-z])[\dA-Za-z]{27}(?![\dA-Za-z])/g) ?? []

/** Returns true if two answers show the same records or the same value. */
function showsSame({ request, response }: Exchange, { response: other }: Exchange): boolean {
  const known = new Set(findBareIds(request.url))
  const exposed = new Set(findBareIds(other.text).filter((id) => !known.has(id)))
  return (
    findBareIds(response.text).some((id) => exposed.has(id)) ||
    (response.text.length > '{}'.length && isSameBody(response, other))
  )
}

/** Headers of an answer to HEAD that reveal something about the records. */
const telling = ['content-length', 'etag', 'last-modified', 'link'] as const

/**
 * HEAD shows no records, but its headers reveal them. Even if they reveal nothing, the answer is the same as with
 * credentials, unless the target answers every HEAD that way.
 */
async function servedByHead(session: Session, asked: GuardedCall): Promise<ServedContent | undefined> {
  const { endpoint, refusal } = asked
  const call = fullCall(session, asked)
  // A refusal with a status of success has its error in the body, which HEAD does not show.
  if (hasSuccessStatus(refusal)) return undefined
  const head = await askOnce(session, { ...call, method: 'HEAD', as: 'none' })
  if (!hasSuccessStatus(head)) return undefined
  const right = await askOnce(session, { ...call, method: 'HEAD', as: endpoint.as(session) })
  const header = telling.find((name) => {
    const value = right.response.headers[name]
    return value !== undefined && value !== '0' && head.response.headers[name] === value
  })
  if (header !== undefined)
    return { got: phrase`HEAD answered ${answerPhrase(head)} with the ${header} that valid credentials get`, at: head }
  const unknown = unknownObjectPath(session, endpoint, call)
  const blind = await askOnce(session, { ...call, path: unknown, method: 'HEAD', as: 'none' })
  return hasSuccessStatus(blind)
    ? undefined
    : {
        got: phrase`HEAD answered ${answerPhrase(head)}, and ${blind.response.status} at ${toAddress(unknown, session.run.names)}`,
        at: head,
      }
}

/** The call with all documented parameters of a list, or for its second page: the guard must hold with any of them. */
function fullCall(session: Session, asked: GuardedCall): Call {
  const { endpoint, call, control } = asked
  const page = readListPage(session, control)
  if (!endpoint.isPaged || !page) return call
  if (findOperation(endpoint.operation).part === 'legacy') return nextPage(call, control) ?? call
  const { search: _search, ...query } =
    recordQuery(session, endpoint.operation, requestedAddress(session, asked), page, 'starting_after') ?? {}
  return { ...call, query: { ...call.query, ...query } }
}

/** The path of an endpoint with another id, which almost certainly names no object, or else a sibling path. */
function unknownObjectPath({ run }: Session, { operation }: GuardedEndpoint, { path }: Call): Path {
  const { inPath } = findOperation(operation)
  const address = toAddress(path, run.names)
  const values = pathParameters(operation, address, run.names)
  const id = inPath && values[inPath.parameter]
  return inPath && id !== undefined && isBare(stripPrefix(id))
    ? documentedPath(operation, { ...values, [inPath.parameter]: `${idPrefix(id)}${otherId(id)}` })
    : undocumentedPath(`${address.endsWith('/') ? address.slice(0, -1) : address}-none`)
}

async function servedAtTwin(session: Session, { call, control }: GuardedCall): Promise<ServedContent | undefined> {
  const other = toggleCallSlash(session, call)
  const twin = await askOnce(session, { ...other, as: 'none' })
  return serves(twin) && showsSame(twin, control)
    ? { got: phrase`${toAddress(other.path, session.run.names)} answered ${answerPhrase(twin)}`, at: twin }
    : undefined
}

/** The request for page two of a list of the legacy API; undefined if the first page names none. */
function nextPage(call: Call, { request, response }: Exchange): Call | undefined {
  const next = findRelation(parseLinkHeader(response.headers['link'] ?? '') ?? [], 'next')
  if (!next || !URL.canParse(next.target, request.url)) return undefined
  const { origin, href } = new URL(next.target, request.url)
  return origin === new URL(request.url).origin ? { ...call, path: href } : undefined
}

/** A list with parameters that a guard may not expect, as they select other or fewer records. */
async function servedRecords(session: Session, call: Call): Promise<ServedContent | undefined> {
  return await servedByFewest(session, call, (list) => {
    const records = serves(list) ? readListPage(session, list) : undefined
    return records !== undefined && records.items.length > 0
  })
}

/**
 * The content of a call that was served to a stranger, with the fewest parameters that this takes; undefined if none
 * was served.
 */
async function servedByFewest(
  session: Session,
  call: Call,
  isServed: (exchange: Exchange) => boolean,
): Promise<ServedContent | undefined> {
  const answerWith = (query: Query) => askOnce(session, { ...call, query, as: 'none' })
  const query = givenParameters(call)
  if (!isServed(await answerWith(query))) return undefined
  const fewest = await fewestParameters(query, [], async (fewer) => isServed(await answerWith(fewer)))
  const at = await answerWith(fewest)
  // If the target no longer serves the stranger, the answers without some parameters show nothing.
  const isStillServed = isServed(await session.send({ ...call, query: fewest, as: 'none' }))
  const [got, { pathname, search }] = [answerPhrase(at), new URL(at.request.url)]
  if (!isStillServed || search === '') return { got, at }
  return {
    what: phrase`GET ${pathname}${search}`,
    traits: { query: `with ${Object.keys(fewest).join(', ')}` },
    got,
    at,
  }
}

/** The parameters of a call that have a value. */
function givenParameters({ query = {} }: Call): Query {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** The requested address. */
const requestedAddress = ({ run }: Session, { call }: GuardedCall): string => toAddress(call.path, run.names)

/** The first or last record of the page served with credentials. */
const edgeRecord = (session: Session, { control }: GuardedCall, place: 0 | -1): Item | undefined =>
  readListPage(session, control)?.items.at(place)

/**
 * A list after or before a record of its first page, with a limit and all filters that another record matches. Such
 * queries contain every pair of parameters that a list accepts together, so that a guard that fails for any pair is
 * found.
 */
function askByCursor(cursor: CursorParameter): SideDoor['served'] {
  return async function servedByCursor(session, asked) {
    const { endpoint, call, control, refusal } = asked
    if (findOperation(endpoint.operation).part === 'legacy') {
      const next = cursor === 'starting_after' ? nextPage(call, control) : undefined
      return next && (await servedRecords(session, next))
    }
    const page = readListPage(session, control)
    const found = page && recordQuery(session, endpoint.operation, requestedAddress(session, asked), page, cursor)
    if (!found) return undefined
    const { search, ...rest } = found
    const documented = { ...call, query: { ...call.query, ...rest } }
    if (search === undefined) return await servedRecords(session, documented)
    const all = { ...documented, query: { ...documented.query, search } }
    const served = await servedRecords(session, all)
    if (served) return served
    // A service without search may refuse the parameter before it checks credentials.
    const { status } = (await askOnce(session, { ...all, as: 'none' })).response
    return status === refusal.response.status ? undefined : await servedRecords(session, documented)
  }
}

/**
 * A versioned list with each parameter of clauses 4.5 and 4.6, and with each filter and a limit: an index may serve
 * these.
 */
const servedFiltered: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  if (findOperation(endpoint.operation).part === 'legacy') return undefined
  // A service without search may refuse the parameter before it checks credentials.
  const { search, ...others } = recordFilters(
    session,
    endpoint.operation,
    requestedAddress(session, asked),
    edgeRecord(session, asked, 0),
  )
  const filters = { ...others, ...(endpoint.operation === 'products.list' && search !== undefined ? { search } : {}) }
  const single = Object.entries(filters).map(([name, value]): Query => ({ [name]: value }))
  const limit = { limit: 1 }
  const calls = session.run.rotation
    .some([...single, limit, ...single.map((query) => ({ ...query, ...limit }))], 1)
    .map((query) => ({ ...call, query: { ...call.query, ...query } }))
  await eachAtOnce(calls, (each) => askOnce(session, { ...each, as: 'none' }), calls.length)
  for (const each of calls) {
    const served = await servedRecords(session, each)
    if (served) return served
  }
  return undefined
}

/**
 * A call with parameters that its operation does not document, and with its id in the other form. Such parameters may
 * be refused, so they are sent separately from the documented ones.
 */
const servedWithUndocumented: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  const { operation } = endpoint
  const isLegacy = findOperation(operation).part === 'legacy'
  const list = requestedAddress(session, asked)
  const added = {
    ...(isLegacy ? { limit: 1 } : {}),
    ...(endpoint.isPaged ? recordFilters(session, operation, list, edgeRecord(session, asked, -1)) : {}),
    ...(endpoint.isPaged && Object.keys(sampleEnumFilters(session, operation, list)).length === 0
      ? filtersOfRecord(edgeRecord(session, asked, -1), exampleFilter)
      : {}),
  }
  const other = addUndocumentedQuery(changeIdForm(session, operation, call) ?? call)
  return await servedAs(session, { ...other, query: { ...other.query, ...added } }, asked)
}

/** The same call with undocumented parameters: a made-up one, and two that many services have. */
export function addUndocumentedQuery(call: Call): Call {
  return { ...call, query: { ...call.query, conformance_probe: 1, order: 'desc', sort: 'id' } }
}

/** The same call with the id in its path prefixed, or bare if it was prefixed; undefined if no prefix is known. */
export function changeIdForm({ run }: Session, operation: OperationId, call: Call): Call | undefined {
  const { inPath } = findOperation(operation)
  const [prefix] = inPath?.prefixes ?? []
  if (!inPath || prefix === undefined) return undefined
  const values = pathParameters(operation, toAddress(call.path, run.names), run.names)
  const id = values[inPath.parameter] ?? ''
  if (!isBare(stripPrefix(id))) return undefined
  return {
    ...call,
    path: documentedPath(operation, { ...values, [inPath.parameter]: isBare(id) ? prefix + id : stripPrefix(id) }),
  }
}

/** The same call with the trailing slash of its path added or removed. */
export function toggleCallSlash({ run }: Session, call: Call): Call {
  const address = toAddress(call.path, run.names)
  return { ...call, path: address.endsWith('/') ? address.slice(0, -1) : `${address}/` }
}

/** The content of a call that was served to a stranger, if it is the same as with credentials. */
async function servedAs(session: Session, call: Call, { control }: GuardedCall): Promise<ServedContent | undefined> {
  return await servedByFewest(session, call, (exchange) => serves(exchange) && showsSame(exchange, control))
}

/** An unversioned read with the version as its only parameter. */
const servedWithVersion: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  if (findOperation(endpoint.operation).part !== 'services') return undefined
  return await servedAs(session, { ...call, query: { version: session.run.version } }, asked)
}

/** The capabilities of the other connection that the target file declares. */
async function servedOfOther(session: Session, { endpoint }: GuardedCall): Promise<ServedContent | undefined> {
  const adapterConnectionId = session.run.target.samples?.otherAdapterConnectionId
  if (endpoint.operation !== 'services.capabilities' || adapterConnectionId === undefined) return undefined
  const call = { path: documentedPath(endpoint.operation, { adapterConnectionId }) }
  const control = await askOnce(session, { ...call, as: endpoint.as(session) })
  return serves(control) ? await servedAs(session, call, { endpoint, call, control, refusal: control }) : undefined
}

/** Every other way to an endpoint that the kit tries. */
export const sideDoors: readonly SideDoor[] = [
  { name: 'HEAD', served: servedByHead },
  { name: 'its path with the slash at the end added or removed', served: servedAtTwin },
  { name: 'a page after a cursor', needsPages: true, served: askByCursor('starting_after') },
  { name: 'a page before its last record', needsPages: true, served: askByCursor('ending_before') },
  { name: 'one or two parameters', needsPages: true, served: servedFiltered },
  { name: 'an undocumented parameter and its id in the other form', served: servedWithUndocumented },
  { name: 'the id of another connection', served: servedOfOther },
  { name: 'the parameter version', served: servedWithVersion },
]
