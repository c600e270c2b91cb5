// Recorded traffic that the kit learns from.
import { matchOperation, pathParameters } from '../catalogue/operation-paths.ts'
import { type OperationId, findOperation } from '../catalogue/operations.ts'
import type { Exchange, RecordedExchange } from '../conclusions/exchange.ts'
import { KitError } from '../kit-error.ts'
import type { RecordedTraffic } from '../learn/learn-service.ts'
import { isId } from '../reading/id-forms.ts'
import { relativePath } from '../reading/relative-path.ts'
import { targetPathNames } from '../target/path-names.ts'
import { type Target, toTarget } from '../target/target-file.ts'
import { splitBaseUrl, pathBelow } from './base-url.ts'
import { readHar } from './read-har.ts'
import { findSecrets } from './sent-secrets.ts'
import { endedExchanges, isJudged } from './service-traffic.ts'

/** Recorded traffic with one service. */
export interface HarTraffic extends RecordedTraffic {
  /** The number of exchanges with other addresses, and of those with an unreadable body. */
  readonly leftOut: { readonly foreign: number; readonly unread: number }
}

/**
 * Reads the traffic with one service from a HAR file: with the target, or else with the address that serves the
 * documented paths.
 * @throws KitError that names the file and what is wrong with it.
 */
export function readTraffic(text: string, file: string, declared: Target | undefined): HarTraffic {
  const all = readHar(text, file)
  if (all.length === 0) throw new KitError('invalid_recording', `${file} has no exchange over HTTP that had an answer.`)
  const target = declared ?? busiestService(all, file)
  const { origin, path } = splitBaseUrl(target.baseUrl)
  const exchanges = all.filter(({ request: { url } }) => {
    const place = new URL(url)
    return place.origin === origin && pathBelow(`${place.pathname}${place.search}`, path) !== undefined
  })
  if (exchanges.length === 0)
    throw new KitError(
      'invalid_recording',
      `none of the ${all.length} exchanges in ${file} is with ${target.baseUrl}; they are with ${originsText(all)}. Pass the URL of the service.`,
    )
  const ended = endedExchanges({ exchanges, unkept: 0, startedAt: 0, durationMs: 0 }, target)
  const read = ended.filter(isJudged)
  const scopeId = servedScope(read, target)
  return {
    target: scopeId === undefined ? target : { ...target, samples: { ...target.samples, scopeId } },
    exchanges: read,
    secrets: exchanges.flatMap(findSecrets),
    leftOut: { foreign: all.length - exchanges.length, unread: ended.length - read.length },
  }
}

/** The scope of the first configuration that was served: observers compare it with the ids of environments. */
function servedScope(exchanges: readonly Exchange[], target: Target): string | undefined {
  const operation = 'configurations.value'
  const served = exchanges.find(({ request, response }) => request.operation === operation && response.status === 200)
  const path = served && relativePath(target.baseUrl, served.request.url)
  const id = path && pathParameters(operation, path, targetPathNames(target))['scope_id']
  return id !== undefined && isId(id) ? id : undefined
}

const originsText = (exchanges: readonly RecordedExchange[]): string =>
  [...new Set(exchanges.map(({ request }) => new URL(request.url).origin))].slice(0, 5).join(', ')

/** Other services also have paths such as `/mcp`. */
function isTelling(id: OperationId): boolean {
  const { part } = findOperation(id)
  return part === 'versioned' || (part === 'legacy' && id !== 'legacy.root') || id === 'oauth.token'
}

const withoutVersion = targetPathNames({ baseUrl: '' })

/** Finds a documented path at the end of another one. It identifies a service of this API, and its version. */
function findServiceBase(path: string): { readonly path: string; readonly version: string | undefined } | undefined {
  const parts = path.split('/')
  for (const [start, first] of parts.entries()) {
    if (first === '') continue
    const version = /^\d+\.\d+$/.test(first) ? first : undefined
    const names = version === undefined ? withoutVersion : targetPathNames({ baseUrl: '', version })
    for (let end = start + 2; end <= parts.length; end++) {
      const operation = matchOperation('OPTIONS', parts.slice(start, end).join('/'), names)
      if (operation !== undefined && isTelling(operation)) return { path: parts.slice(0, start).join('/'), version }
    }
  }
  return undefined
}

/** The service with the most documented paths. @throws KitError for traffic without any. */
function busiestService(exchanges: readonly RecordedExchange[], file: string): Target {
  const places = exchanges.flatMap(({ request }) => {
    const { origin, pathname } = new URL(request.url)
    const base = findServiceBase(pathname)
    return base ? [{ baseUrl: origin + base.path, version: base.version }] : []
  })
  const counts = [...Map.groupBy(places, ({ baseUrl }) => baseUrl)].toSorted(
    ([, left], [, right]) => right.length - left.length,
  )
  const [best] = counts
  if (!best)
    throw new KitError(
      'invalid_recording',
      `${file} has no exchange with a path of the specification, such as /1.13/environments; it is with ${originsText(exchanges)}. Pass the URL of the service.`,
    )
  const [baseUrl, found] = best
  const version = found.find((place) => place.version !== undefined)?.version
  return toTarget({ baseUrl, ...(version === undefined ? {} : { version }) })
}
