import { type CursorParameter, type OperationId, operationOf } from '../../catalogue/operations.ts'
import { addressOf, documentedPath, parametersOf, type Path, undocumented } from '../../catalogue/operation-paths.ts'
import { bareOf, isBare, otherId, prefixOf } from '../../reading/id-forms.ts'
import { entryOf, parseLinkHeader } from '../../reading/link-header.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { answerTo } from '../shared-answers.ts'
import type { Item } from '../../reading/find-list.ts'
import { fewestParameters, rightWithout, type Query } from '../lists/fewest-parameters.ts'
import { enumFiltersOf, exampleFilter, filtersOf, recordQuery, valuesIn } from '../lists/record-filters.ts'
import { pageOf } from '../lists/pages.ts'
import type { GuardedEndpoint } from './guarded-places.ts'
import { isSameBody } from '../../reading/same-json.ts'

/** A protected endpoint that is asked in another way. */
export interface GuardedCall {
  readonly endpoint: GuardedEndpoint
  /** The request that is served with valid credentials and refused without any, and both answers. */
  readonly call: Call
  readonly control: Exchange
  readonly refusal: Exchange
}

/** The content that a request without credentials was served. */
interface ServedContent {
  readonly got: Phrase
  readonly at: Exchange
}

/** Another way to a protected endpoint, where a guard may be missing. */
export interface SideDoor {
  readonly name: string
  /** True if it leads to lists with pages alone. */
  readonly needsPages?: true
  /** The content that a request without credentials was served there; undefined for nothing. */
  readonly served: (session: Session, asked: GuardedCall) => Promise<ServedContent | undefined>
}

const ids = (text: string): readonly string[] => text.match(/(?<![\dA-Za-z])[\dA-Za-z]{27}(?![\dA-Za-z])/g) ?? []

/** Returns true if an answer shows what another one shows: the same records, or the same value. */
function showsSame({ request, response }: Exchange, { response: other }: Exchange): boolean {
  const known = new Set(ids(request.url))
  const exposed = new Set(ids(other.text).filter((id) => !known.has(id)))
  return (
    ids(response.text).some((id) => exposed.has(id)) ||
    (response.text.length > '{}'.length && isSameBody(response, other))
  )
}

/** Headers that tell about the records behind a HEAD. */
const telling = ['content-length', 'etag', 'last-modified', 'link'] as const

/**
 * HEAD shows no records, but its headers do. If they tell nothing, it is still answered as with credentials, unless the
 * target answers any HEAD so.
 */
async function servedByHead(session: Session, asked: GuardedCall): Promise<ServedContent | undefined> {
  const { endpoint, refusal } = asked
  const call = fullCall(session, asked)
  // A refusal with a status of success has its error in the body, which HEAD does not show.
  if (hasSuccessStatus(refusal)) return undefined
  const head = await answerTo(session, { ...call, method: 'HEAD', as: 'none' })
  if (!hasSuccessStatus(head)) return undefined
  const right = await answerTo(session, { ...call, method: 'HEAD', as: endpoint.as(session) })
  const header = telling.find((name) => {
    const value = right.response.headers[name]
    return value !== undefined && value !== '0' && head.response.headers[name] === value
  })
  if (header !== undefined)
    return { got: phrase`HEAD answered ${answer(head)} with the ${header} that valid credentials get`, at: head }
  const unknown = unknownPath(session, endpoint, call)
  const blind = await answerTo(session, { ...call, path: unknown, method: 'HEAD', as: 'none' })
  return hasSuccessStatus(blind)
    ? undefined
    : {
        got: phrase`HEAD answered ${answer(head)}, and ${blind.response.status} at ${addressOf(unknown, session.run.names)}`,
        at: head,
      }
}

/** The call with the documented parameters that a list takes, or of its second page: no guard may miss with any. */
function fullCall(session: Session, asked: GuardedCall): Call {
  const { endpoint, call, control } = asked
  const page = pageOf(session, control)
  if (!endpoint.isPaged || !page) return call
  if (operationOf(endpoint.operation).part === 'legacy') return nextPage(call, control) ?? call
  const { search: _search, ...query } =
    recordQuery(session, endpoint.operation, listAt(session, asked), page, 'starting_after') ?? {}
  return { ...call, query: { ...call.query, ...query } }
}

/** The path of an endpoint with another id, which is almost certainly of no object, or else one beside it. */
function unknownPath({ run }: Session, { operation }: GuardedEndpoint, { path }: Call): Path {
  const { inPath } = operationOf(operation)
  const address = addressOf(path, run.names)
  const values = parametersOf(operation, address, run.names)
  const id = inPath && values[inPath.parameter]
  return inPath && id !== undefined && isBare(bareOf(id))
    ? documentedPath(operation, { ...values, [inPath.parameter]: `${prefixOf(id)}${otherId(id)}` })
    : undocumented(`${address.endsWith('/') ? address.slice(0, -1) : address}-none`)
}

async function servedAtTwin(session: Session, { call, control }: GuardedCall): Promise<ServedContent | undefined> {
  const other = atTwin(session, call)
  const twin = await answerTo(session, { ...other, as: 'none' })
  return serves(twin) && showsSame(twin, control)
    ? { got: phrase`${addressOf(other.path, session.run.names)} answered ${answer(twin)}`, at: twin }
    : undefined
}

/** The request for page two of a list of the legacy API; undefined where its first page names none. */
function nextPage(call: Call, { request, response }: Exchange): Call | undefined {
  const next = entryOf(parseLinkHeader(response.headers['link'] ?? '') ?? [], 'next')
  if (!next || !URL.canParse(next.target, request.url)) return undefined
  const { origin, href } = new URL(next.target, request.url)
  return origin === new URL(request.url).origin ? { ...call, path: href } : undefined
}

/** A list with parameters that some guard may not expect, as they choose other records or fewer. */
async function servedRecords(session: Session, call: Call): Promise<ServedContent | undefined> {
  return await servedByFewest(session, call, (list) => {
    const records = serves(list) ? pageOf(session, list) : undefined
    return records !== undefined && records.items.length > 0
  })
}

/** The content of a call that a stranger was served, by the parameters that this takes; undefined for none. */
async function servedByFewest(
  session: Session,
  call: Call,
  isServed: (exchange: Exchange) => boolean,
): Promise<ServedContent | undefined> {
  const answerWith = (query: Query) => answerTo(session, { ...call, query, as: 'none' })
  const query = givenParameters(call)
  if (!isServed(await answerWith(query))) return undefined
  const fewest = await fewestParameters(query, [], async (fewer) => isServed(await answerWith(fewer)))
  const at = await answerWith(fewest)
  // Where the target lets nobody in any more, the answers without some parameters tell nothing.
  const isStillServed = isServed(await session.send({ ...call, query: fewest, as: 'none' }))
  return { got: isStillServed ? phrase`${answer(at)}${rightWithout(fewest, [])}` : answer(at), at }
}

/** The parameters of a call that have a value. */
function givenParameters({ query = {} }: Call): Query {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** The address that is asked for. */
const listAt = ({ run }: Session, { call }: GuardedCall): string => addressOf(call.path, run.names)

/** The first or the last record of the page that is served with credentials. */
const recordAt = (session: Session, { control }: GuardedCall, place: 0 | -1): Item | undefined =>
  pageOf(session, control)?.items.at(place)

/**
 * A list behind or before a record of its first page, with all filters that another record matches, and a limit. Every
 * two parameters that a list takes together stand in such a query, so that a guard shows which misses with any of them.
 */
function servedBy(cursor: CursorParameter): SideDoor['served'] {
  return async function servedByCursor(session, asked) {
    const { endpoint, call, control, refusal } = asked
    if (operationOf(endpoint.operation).part === 'legacy') {
      const next = cursor === 'starting_after' ? nextPage(call, control) : undefined
      return next && (await servedRecords(session, next))
    }
    const page = pageOf(session, control)
    const found = page && recordQuery(session, endpoint.operation, listAt(session, asked), page, cursor)
    if (!found) return undefined
    const { search, ...rest } = found
    const documented = { ...call, query: { ...call.query, ...rest } }
    if (search === undefined) return await servedRecords(session, documented)
    const all = { ...documented, query: { ...documented.query, search } }
    const served = await servedRecords(session, all)
    if (served) return served
    // A service may refuse search where it has none, before it looks at credentials.
    const { status } = (await answerTo(session, { ...all, as: 'none' })).response
    return status === refusal.response.status ? undefined : await servedRecords(session, documented)
  }
}

/** A versioned list with each parameter of clauses 4.5 and 4.6 alone, and with each two: an index may serve these. */
const servedFiltered: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  if (operationOf(endpoint.operation).part === 'legacy') return undefined
  const filters = filtersOf(session, endpoint.operation, listAt(session, asked), recordAt(session, asked, 0))
  // A service may refuse search where it has none, before it looks at credentials.
  const { search, ...others } = filters
  const alone = {
    ...others,
    ...(endpoint.operation === 'products.list' && search !== undefined ? { search } : {}),
    limit: 1,
  }
  const single: readonly Query[] = Object.entries(alone).map(([name, value]) => ({ [name]: value }))
  const double = single.flatMap((left, place) => single.slice(place + 1).map((right) => ({ ...left, ...right })))
  const calls = session.run.rotation
    .some([...single, ...double], 1)
    .map((query) => ({ ...call, query: { ...call.query, ...query } }))
  await eachAtOnce(calls, (each) => answerTo(session, { ...each, as: 'none' }))
  for (const each of calls) {
    const served = await servedRecords(session, each)
    if (served) return served
  }
  return undefined
}

/**
 * A call with parameters that its operation does not document, and with its id in the other form. Such parameters may
 * be refused, so they go apart from those that are documented.
 */
const servedWithUndocumented: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  const { operation } = endpoint
  const isLegacy = operationOf(operation).part === 'legacy'
  const list = listAt(session, asked)
  const added = {
    ...(isLegacy ? { limit: 1 } : {}),
    ...(endpoint.isPaged ? filtersOf(session, operation, list, recordAt(session, asked, -1)) : {}),
    ...(endpoint.isPaged && Object.keys(enumFiltersOf(session, operation, list)).length === 0
      ? valuesIn(recordAt(session, asked, -1), exampleFilter)
      : {}),
  }
  const other = withUndocumented(withOtherForm(session, operation, call) ?? call)
  return await servedAs(session, { ...other, query: { ...other.query, ...added } }, asked)
}

/** The same call with parameters that are documented nowhere: a made-up one, and two that many services have. */
export function withUndocumented(call: Call): Call {
  return { ...call, query: { ...call.query, conformance_probe: 1, order: 'desc', sort: 'id' } }
}

/** The same call with the id in its path prefixed, or bare if it was prefixed; undefined where no prefix is known. */
export function withOtherForm({ run }: Session, operation: OperationId, call: Call): Call | undefined {
  const { inPath } = operationOf(operation)
  const [prefix] = inPath?.prefixes ?? []
  if (!inPath || prefix === undefined) return undefined
  const values = parametersOf(operation, addressOf(call.path, run.names), run.names)
  const id = values[inPath.parameter] ?? ''
  if (!isBare(bareOf(id))) return undefined
  return {
    ...call,
    path: documentedPath(operation, { ...values, [inPath.parameter]: isBare(id) ? prefix + id : bareOf(id) }),
  }
}

/** The same call at the same path with or without a slash at its end, whichever it has not. */
export function atTwin({ run }: Session, call: Call): Call {
  const address = addressOf(call.path, run.names)
  return { ...call, path: address.endsWith('/') ? address.slice(0, -1) : `${address}/` }
}

/** The content of a call that a stranger was served, if credentials are served the same. */
async function servedAs(session: Session, call: Call, { control }: GuardedCall): Promise<ServedContent | undefined> {
  return await servedByFewest(session, call, (exchange) => serves(exchange) && showsSame(exchange, control))
}

/** An unversioned read with the version as its one parameter. */
const servedWithVersion: SideDoor['served'] = async (session, asked) => {
  const { endpoint, call } = asked
  if (operationOf(endpoint.operation).part !== 'services') return undefined
  return await servedAs(session, { ...call, query: { version: session.run.version } }, asked)
}

/** The capabilities of the other connection that the target file declares. */
async function servedOfOther(session: Session, { endpoint }: GuardedCall): Promise<ServedContent | undefined> {
  const adapterConnectionId = session.run.target.samples?.otherAdapterConnectionId
  if (endpoint.operation !== 'services.capabilities' || adapterConnectionId === undefined) return undefined
  const call = { path: documentedPath(endpoint.operation, { adapterConnectionId }) }
  const control = await answerTo(session, { ...call, as: endpoint.as(session) })
  return serves(control) ? await servedAs(session, call, { endpoint, call, control, refusal: control }) : undefined
}

/** Every other way to an endpoint that the kit asks. */
export const sideDoors: readonly SideDoor[] = [
  { name: 'HEAD', served: servedByHead },
  { name: 'its twin with or without a slash at the end', served: servedAtTwin },
  { name: 'a page behind a cursor', needsPages: true, served: servedBy('starting_after') },
  { name: 'a page before its last record', needsPages: true, served: servedBy('ending_before') },
  { name: 'one or two parameters', needsPages: true, served: servedFiltered },
  { name: 'a parameter that is not documented and its id in the other form', served: servedWithUndocumented },
  { name: 'the id of another connection', served: servedOfOther },
  { name: 'a version alone', served: servedWithVersion },
]
