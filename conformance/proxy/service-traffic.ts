// Judges a service by recorded traffic, with the checks that only read exchanges. It sends no requests.
import { matchOperation } from '../catalogue/operation-paths.ts'
import { checks } from '../checks/checks.ts'
import { because } from '../conclusions/cause.ts'
import { Conclusion, notApplicable } from '../conclusions/conclusion.ts'
import type { Exchange, RecordedExchange, SentRequest } from '../conclusions/exchange.ts'
import { phrase } from '../conclusions/phrase.ts'
import { isPassive, type Observer, type PassiveCheck } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { openRun } from '../judge/run-conformance.ts'
import { KitError } from '../kit-error.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import { splitBaseUrl, pathBelow } from './base-url.ts'
import { findSecrets } from './sent-secrets.ts'
import type { Traffic } from './traffic.ts'

/** The checks that a proxy can decide: none of them sends a request. */
const trafficChecks: readonly PassiveCheck[] = checks
  .filter(isPassive)
  .map((check) => ({ ...check, observe: () => passiveObserver(check.observe()) }))

/** An observer that had nothing to read says so, since a proxy has no options to send more requests. */
function passiveObserver(observer: Observer): Observer {
  return {
    record: (exchange) => observer.record(exchange),
    conclude: () => {
      try {
        return observer.conclude()
      } catch (error) {
        if (!(error instanceof Conclusion) || error.verdict !== 'notApplicable') throw error
        return notApplicable(because.data, phrase`nothing that passed shows it`)
      }
    },
    get evidence() {
      return observer.evidence ?? []
    },
  }
}

/** The traffic of a service, with options for judging it. */
export interface ServiceTraffic extends Traffic {
  /** The service, and the credentials to remove from reports. */
  readonly target: Target
  /** True if all exchanges are kept, for a HAR file. */
  readonly keepsExchanges: boolean
}

/** The verdicts on a service, without secrets. */
export async function judgeService({ target, keepsExchanges, ...traffic }: ServiceTraffic): Promise<RunResult> {
  const { exchanges, startedAt, durationMs } = traffic
  const opened = openRun({
    target,
    checks: trafficChecks,
    keepExchanges: keepsExchanges,
    fetch: () => Promise.reject(new KitError('unreachable', 'the judge of what passed sends no request')),
  })
  const { run } = opened
  for (const exchange of exchanges) for (const [name, secret] of findSecrets(exchange)) run.redactor.learn(secret, name)
  for (const exchange of endedExchanges(traffic, target)) {
    if (isJudged(exchange)) run.record(exchange)
    else run.keep(exchange)
    run.contrast.note(exchange, exchange)
  }
  for (const check of opened.selected) await opened.decide(check)
  const result = await opened.close()
  return {
    ...result,
    startedAt,
    durationMs,
    requests: exchanges.length + traffic.unkept,
  }
}

/** The answered exchanges in the form that the checks of the kit read, in the order in which they ended. */
export function endedExchanges({ exchanges }: Traffic, target: Target): readonly Exchange[] {
  return exchanges
    .toSorted((left, right) => endTime(left) - endTime(right))
    .flatMap(({ request, response, startedAt, durationMs }) =>
      response ? [{ request: toServiceRequest(request, target), response, startedAt, durationMs }] : [],
    )
}

const endTime = ({ arrived, answered }: RecordedExchange): number => answered ?? arrived

/** Returns true if an answer was complete and read. */
export const isJudged = ({ response }: Exchange): boolean => response.trouble === undefined

/**
 * Headers that each HTTP client sets itself. A command that repeats the request with them would fail or print a
 * compressed body.
 */
const ofProgram = /^(?:host|content-length|accept-encoding|accept-language|expect|sec-.*)$/

/** A request as the service received it, with its operation. */
function toServiceRequest(request: SentRequest, target: Target): SentRequest {
  const { origin, path } = splitBaseUrl(target.baseUrl)
  const below = pathBelow(request.url.slice(origin.length), path)
  const declared = Object.entries(target.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const sent = Object.entries(request.headers).filter(([name]) => !ofProgram.test(name))
  return {
    ...request,
    operation: below === undefined ? undefined : matchOperation(request.method, below, targetPathNames(target)),
    headers: Object.fromEntries([...declared, ...sent]),
    ...(target.tls ? { tls: target.tls } : {}),
  }
}
