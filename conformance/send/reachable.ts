import { operationOf } from '../catalogue/operations.ts'
import { isKitError } from '../kit-error.ts'
import { defaultLimits, type FetchFunction, Sender } from './sender.ts'
import { systemTime, type Time } from './time.ts'

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
}

/**
 * Asks whether anything answers at a base URL. Any answer will do.
 * @returns why nothing answers; undefined when something does.
 */
export async function whyUnreachable(
  baseUrl: string,
  {
    fetch: send = (request) => fetch(request),
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
  try {
    await sender.send({
      method: 'GET',
      url: `${baseUrl.replace(/\/+$/, '')}${operationOf('legacy.root').path}`,
      headers: { accept: 'application/json' },
    })
  } catch (error) {
    if (isKitError(error, 'unreachable')) return error.message
  }
  return undefined
}
