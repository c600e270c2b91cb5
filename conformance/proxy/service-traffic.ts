// Judges a service by what passed: by the checks that only read exchanges. It sends nothing.
import { operationAt } from '../catalogue/operation-paths.ts'
import { checks } from '../checks/checks.ts'
import { because } from '../conclusions/cause.ts'
import { Conclusion, notApplicable } from '../conclusions/conclusion.ts'
import type { Exchange, ReceivedResponse } from '../conclusions/exchange.ts'
import { phrase } from '../conclusions/phrase.ts'
import { isPassive, type Observer, type PassiveCheck } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { openRun } from '../judge/run-conformance.ts'
import { KitError } from '../kit-error.ts'
import { parseJson } from '../send/parse-json.ts'
import { pathNamesOf } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import type { NameAndValue } from '../client/evidence/transcript.ts'
import { baseOf, pathBelow } from './base-url.ts'
import type { PassedAnswer, PassedExchange, Traffic, Unread } from './passed-exchange.ts'
import { secretsIn } from './sent-secrets.ts'

/** The checks that a proxy can decide: none of them sends a request. */
const trafficChecks: readonly PassiveCheck[] = checks
  .filter(isPassive)
  .map((check) => ({ ...check, observe: () => ofTraffic(check.observe()) }))

/** An observer that had nothing to read says so: a proxy has no options by which it would ask for more. */
function ofTraffic(observer: Observer): Observer {
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

/** How a service is judged. */
export interface ServiceTraffic extends Traffic {
  /** The service, and the credentials that are taken out of reports. */
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
  for (const exchange of exchanges) for (const [name, secret] of secretsIn(exchange)) run.redactor.learn(secret, name)
  for (const { exchange, isJudged } of endedExchanges(traffic, target))
    if (isJudged) run.record(exchange)
    else run.keep(exchange)
  for (const check of opened.selected) await opened.decide(check)
  const result = await opened.close()
  return {
    ...result,
    startedAt,
    durationMs,
    requests: exchanges.length + traffic.unkept,
  }
}

/** An exchange that had an answer. */
interface EndedExchange {
  readonly passed: PassedExchange
  readonly exchange: Exchange
  /** True if the answer came to its end and was read. */
  readonly isJudged: boolean
}

/** The exchanges that had an answer, as the kit reads them, in the order in which they ended. */
export function endedExchanges({ exchanges }: Traffic, target: Target): readonly EndedExchange[] {
  return exchanges
    .toSorted((left, right) => endOf(left) - endOf(right))
    .flatMap((passed) => {
      const { answer } = passed
      if (!answer) return []
      const isJudged = answer.isWhole && answer.body.text !== undefined
      return [{ passed, exchange: toExchange(passed, answer, target), isJudged }]
    })
}

const endOf = ({ arrived, answered }: PassedExchange): number => answered ?? arrived

/**
 * What a program sets for itself, and another one sets otherwise: a command that sends the request again would fail or
 * print a compressed body.
 */
const ofProgram = /^(?:host|content-length|accept-encoding|accept-language|expect|sec-.*)$/i

/** An exchange as the checks of the kit read it: as the service got and gave it. */
function toExchange(passed: PassedExchange, answer: PassedAnswer, target: Target): Exchange {
  const { method, address, headers, body, startedAt, durationMs } = passed
  const base = baseOf(target.baseUrl)
  const below = pathBelow(address, base.path)
  const declared = byName(Object.entries(target.headers ?? {}))
  return {
    request: {
      operation: below === undefined ? undefined : operationAt(method, below, pathNamesOf(target)),
      method,
      url: `${base.origin}${address}`,
      headers: { ...declared, ...byName(headers.filter(([name]) => !ofProgram.test(name))) },
      ...(target.tls ? { tls: target.tls } : {}),
      ...(body.text === undefined || body.text === '' ? {} : { body: body.text }),
    },
    response: toResponse(answer),
    startedAt,
    durationMs,
  }
}

const notRead: Readonly<Record<Unread, string>> = {
  long: 'the body passed, and is too long to be judged',
  full: 'the body passed, and was not kept, as too many had been kept before',
  encoding: 'the body passed, and has a Content-Encoding that the kit cannot undo',
  text: 'the body is not UTF-8',
}

function toResponse({ status, headers, body, isWhole }: PassedAnswer): ReceivedResponse {
  const { text = '', unread } = body
  const trouble = isWhole ? unread && notRead[unread] : 'the connection ended before the body did'
  return {
    status,
    headers: byName(headers),
    text,
    json: parseJson(text),
    ...(trouble === undefined ? {} : { trouble }),
  }
}

/** Headers by their names in lower case; the values of a repeated one are joined by a comma. */
export function byName(headers: readonly NameAndValue[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}
