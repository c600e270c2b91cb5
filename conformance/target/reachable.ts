import { targetFetch } from '../send/target-fetch.ts'
import { isKitError } from '../kit-error.ts'
import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { type AskedTarget, answeredElsewhere, firstProbe, furtherProbes, mayBeElsewhere } from './answered-elsewhere.ts'
import { failedFetch, wasClosed, whyClosed } from '../send/failed-fetch.ts'
import { defaultLimits, type FetchFunction, Sender } from '../send/sender.ts'
import type { Target } from './target-file.ts'
import { systemTime, type Time } from '../send/time.ts'

/** Options for asking whether a target answers. */
export interface ReachableOptions {
  /** Sends the request. Default: `fetch`. */
  readonly fetch?: FetchFunction | undefined
  /** The source of time. Default: the clock of the machine. */
  readonly time?: Time | undefined
  /** The time limit in milliseconds. */
  readonly timeout?: number | undefined
  /** Ends the attempt early. */
  readonly signal?: AbortSignal | undefined
  /** The credentials, headers and TLS options to reach the target with: a gateway may let only such requests pass. */
  readonly target?: Pick<Target, 'credentials' | 'headers' | 'tls'>
}

/**
 * Asks whether the service answers at a base URL. Any answer will do, but for a redirect or a page that comes whatever
 * is asked: then something in front of the service answers.
 * @returns why it does not answer, and what to do; undefined when it does.
 */
export async function whyUnreachable(
  baseUrl: string,
  {
    target: access = {},
    fetch: send = targetFetch({ ...access, baseUrl }),
    time = systemTime,
    timeout = defaultLimits.timeout,
    signal,
  }: ReachableOptions = {},
): Promise<string | undefined> {
  // The sender does not wait: a 429 also shows that the target answers.
  const sender = new Sender({
    fetch: send,
    time,
    signal,
    limits: { ...defaultLimits, timeout, maxWait: 0, maxBytes: 65_536 },
  })
  const { credentials } = access
  const target: AskedTarget = { baseUrl: baseUrl.replace(/\/+$/, ''), ...(credentials ? { credentials } : {}) }
  try {
    const first = await sender.send(firstProbe(target))
    if (!mayBeElsewhere(first)) return undefined
    const others = await Promise.all(furtherProbes(target).map((probe) => tryAnswer(probe, sender)))
    const answers = others.filter((answer) => answer !== undefined)
    return answers.length < others.length ? undefined : answeredElsewhere([first, ...answers], target.baseUrl)
  } catch (error) {
    if (!isKitError(error, 'unreachable')) return undefined
    if (failedFetch(error.cause).remedy !== undefined) return error.message
    const { why, remedy } = (wasClosed(error.cause) && (await whyClosed(baseUrl, timeout))) || {}
    if (why !== undefined && remedy !== undefined) return `${error.message}: ${why}; ${remedy}`
    return `${error.message}. Check the URL and that the service is running`
  }
}

/** The answer to a request; undefined if none came in time, which is not evidence about the target. */
function tryAnswer(probe: SentRequest, sender: Sender): Promise<Exchange | undefined> {
  return sender.send(probe).catch(() => undefined)
}
