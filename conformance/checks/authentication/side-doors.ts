import {
  addressOf,
  documentedPath,
  operationOf,
  parametersOf,
  type Path,
  pathAt,
  undocumented,
} from '../../catalogue/operations.ts'
import { bareOf, isBare, otherId, prefixOf, samePath } from '../../reading/id-forms.ts'
import { entryOf, parseLinkHeader } from '../../reading/link-header.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { answerTo } from '../shared-answers.ts'
import { memberOf } from '../../reading/find-list.ts'
import { pageOf } from '../lists/pages.ts'
import type { ProtectedEndpoint } from './protected-endpoints.ts'

/** A protected endpoint that is asked in another way. */
export interface GuardedCall {
  readonly endpoint: ProtectedEndpoint
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
    (response.text.length > '{}'.length && response.text === other.text)
  )
}

/** Headers that tell about the records behind a HEAD. */
const telling = ['content-length', 'etag', 'last-modified', 'link'] as const

/**
 * HEAD shows no records, but its headers do. If they tell nothing, it is still answered as with credentials, unless the
 * target answers any HEAD so.
 */
async function servedByHead(
  session: Session,
  { endpoint, call, refusal }: GuardedCall,
): Promise<ServedContent | undefined> {
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

/** The path of an endpoint with another id, which is almost certainly of no object, or else one beside it. */
function unknownPath({ run }: Session, { operation }: ProtectedEndpoint, { path }: Call): Path {
  const { inPath } = operationOf(operation)
  const address = addressOf(path, run.names)
  const values = parametersOf(operation, address, run.names)
  const id = inPath && values[inPath.parameter]
  return inPath && id !== undefined && isBare(bareOf(id))
    ? documentedPath(operation, { ...values, [inPath.parameter]: `${prefixOf(id)}${otherId(id)}` })
    : undocumented(`${address.endsWith('/') ? address.slice(0, -1) : address}-none`)
}

async function servedAtTwin(session: Session, { call, control }: GuardedCall): Promise<ServedContent | undefined> {
  const address = addressOf(call.path, session.run.names)
  const path = address.endsWith('/') ? address.slice(0, -1) : `${address}/`
  const twin = await answerTo(session, { ...call, path, as: 'none' })
  return serves(twin) && showsSame(twin, control)
    ? { got: phrase`${path} answered ${answer(twin)}`, at: twin }
    : undefined
}

/** The request for page two of a list, by a cursor of page one, or undefined. */
function pageTwo(session: Session, { endpoint, call, control }: GuardedCall): Call | undefined {
  const next = entryOf(parseLinkHeader(control.response.headers['link'] ?? '') ?? [], 'next')
  if (next && URL.canParse(next.target, control.request.url)) {
    const { origin, href } = new URL(next.target, control.request.url)
    return origin === new URL(control.request.url).origin ? { ...call, path: href } : undefined
  }
  const after = operationOf(endpoint.operation).part === 'legacy' ? '' : (pageOf(session, control)?.ids[0] ?? '')
  return after === '' ? undefined : { ...call, query: { ...call.query, starting_after: after } }
}

async function servedOnPageTwo(session: Session, asked: GuardedCall): Promise<ServedContent | undefined> {
  const call = pageTwo(session, asked)
  if (!call) return undefined
  const page = await answerTo(session, { ...call, as: 'none' })
  const records = serves(page) ? pageOf(session, page) : undefined
  return records && records.items.length > 0 ? { got: phrase`page two answered ${answer(page)}`, at: page } : undefined
}

/** A list with parameters that some guard may not expect, as they choose other records or fewer. */
function servedWith(query: (session: Session, asked: GuardedCall) => Call['query']): SideDoor['served'] {
  return async function servedGivenQuery(session, asked) {
    const { call } = asked
    const list = await answerTo(session, { ...call, query: { ...call.query, ...query(session, asked) }, as: 'none' })
    const records = serves(list) ? pageOf(session, list) : undefined
    return records && records.items.length > 0 ? { got: answer(list), at: list } : undefined
  }
}

/** A filter that the list takes, with a value that some record has; else the one that the specification shows. */
function someFilter(session: Session, { call, control }: GuardedCall): Call['query'] {
  const { run } = session
  const address = addressOf(call.path, run.names)
  const { parameter, values: [value = 'active'] = [] } = (run.target.enumFilters ?? []).find(({ path }) =>
    samePath(addressOf(pathAt('GET', path, run.names), run.names), address),
  ) ?? { parameter: 'status' }
  const exposed = memberOf(pageOf(session, control)?.items[0], parameter)
  return { [parameter]: typeof exposed === 'string' ? exposed : value }
}

/** Every other way to an endpoint that the kit asks. */
export const sideDoors: readonly SideDoor[] = [
  { name: 'HEAD', served: servedByHead },
  { name: 'its twin with or without a slash at the end', served: servedAtTwin },
  { name: 'page two', needsPages: true, served: servedOnPageTwo },
  { name: 'a limit', needsPages: true, served: servedWith(() => ({ limit: 1 })) },
  { name: 'a filter', needsPages: true, served: servedWith(someFilter) },
]
