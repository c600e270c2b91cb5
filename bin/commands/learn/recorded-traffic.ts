// Traffic that was recorded, as the kit learns from it.
import type { Exchange } from '../../../conformance/conclusions/exchange.ts'
import type { Recording } from '../../../conformance/learn/learn-service.ts'
import { baseOf, pathBelow } from '../../../conformance/proxy/base-url.ts'
import { secretsIn } from '../../../conformance/proxy/sent-secrets.ts'
import { endedExchanges } from '../../../conformance/proxy/service-traffic.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import { UsageError } from '../../usage-error.ts'
import { type HarExchange, readHar } from './read-har.ts'

/** Recorded traffic with one service. */
export interface RecordedTraffic extends Recording {
  /** How many exchanges were with other addresses, and how many had a body that could not be read. */
  readonly leftOut: { readonly foreign: number; readonly unread: number }
}

/**
 * Reads the traffic of a HAR file with one service: that of the target, or else that of the address that serves the
 * documented paths.
 * @throws UsageError that names the file and what is wrong with it.
 */
export function readTraffic(file: string, declared: Target | undefined): RecordedTraffic {
  const all = readHar(file)
  if (all.length === 0) throw new UsageError(`--from: ${file} has no exchange over HTTP that had an answer.`)
  const target = declared ?? targetIn(all, file)
  const { origin, path } = baseOf(target.baseUrl)
  const exchanges = all.filter(
    (exchange) => exchange.origin === origin && pathBelow(exchange.address, path) !== undefined,
  )
  if (exchanges.length === 0)
    throw new UsageError(
      `--from: none of the ${all.length} exchanges in ${file} is with ${target.baseUrl}; they are with ${origins(all)}. Pass the URL of the service.`,
    )
  const ended = endedExchanges({ exchanges, unkept: 0, startedAt: 0, durationMs: 0 }, target)
  const read = ended.filter(({ isJudged }) => isJudged).map(({ exchange }) => exchange)
  const scopeId = scopeIn(read)
  return {
    target: scopeId === undefined ? target : { ...target, samples: { ...target.samples, scopeId } },
    exchanges: read,
    secrets: exchanges.flatMap(secretsIn),
    leftOut: { foreign: all.length - exchanges.length, unread: ended.length - read.length },
  }
}

/** The scope of the first configuration that was served: observers compare it with the ids of environments. */
function scopeIn(exchanges: readonly Exchange[]): string | undefined {
  const served = exchanges.find(
    ({ request, response }) => request.operation === 'configurations.value' && response.status === 200,
  )
  return served && /\/((?:[a-z]{3}_)?[\dA-Za-z]{27})$/.exec(new URL(served.request.url).pathname)?.[1]
}

const origins = (exchanges: readonly HarExchange[]): string =>
  [...new Set(exchanges.map(({ origin }) => origin))].slice(0, 5).join(', ')

/** The paths that tell a service of this API from others, and its version. */
const documented =
  /^(.*?)\/(?:(\d+\.\d+)\/(?:environments|configurations|resources|pulse)|oauth\/token|0\/projects)(?=[/?]|$)/

/** The service that most of the documented paths are at. @throws UsageError for traffic without any. */
function targetIn(exchanges: readonly HarExchange[], file: string): Target {
  const places = exchanges.flatMap(({ origin, address }) => {
    const [, base, version] = documented.exec(address) ?? []
    return base === undefined ? [] : [{ baseUrl: origin + base, version }]
  })
  const counts = [...Map.groupBy(places, ({ baseUrl }) => baseUrl)].toSorted(
    ([, left], [, right]) => right.length - left.length,
  )
  const [best] = counts
  if (!best)
    throw new UsageError(
      `--from: ${file} has no exchange with a path of the specification, such as /1.13/environments; it is with ${origins(exchanges)}. Pass the URL of the service.`,
    )
  const [baseUrl, found] = best
  const version = found.find((place) => place.version !== undefined)?.version
  return toTarget({ baseUrl, ...(version === undefined ? {} : { version }) })
}
