import type { WithoutSecrets } from './recorded-secrets.ts'
import type { SelectOptions } from './select.ts'

/**
 * What a run needs to be judged again besides its exchanges: all that came from outside, in the order in which it came.
 * It holds no secrets.
 */
export interface RunRecording {
  /** The target file. */
  readonly target: WithoutSecrets
  /** The choice of checks. */
  readonly selection: Pick<SelectOptions, 'only' | 'skip'>
  /** The limits that checks read, in milliseconds. */
  readonly limits: { readonly maxWait: number; readonly timeout: number }
  /** True if the run had a browser. */
  readonly hasBrowser: boolean
  /** A text in the place of each secret, by the number of the secret. */
  readonly standIns: readonly string[]
  /** The number of each call to the outside, in the order in which the calls ended. */
  readonly order: string
  /** The ends of calls that are no exchanges, by the number of the call. */
  readonly ends: Readonly<Record<string, CallEnd>>
  /** The responses that are not as the HAR has them, by the number of the exchange. */
  readonly responses: Readonly<Record<string, RecordedResponse>>
  /** How often all requests had waited after a 429, by the number of the exchange that changed it. */
  readonly pauses: Readonly<Record<string, number>>
}

/** The end of a call that is no exchange. */
export interface CallEnd {
  readonly kind: 'slept' | 'seen' | 'unreachable' | 'concluded'
  /** Milliseconds since 1970. */
  readonly at: number
  /** The view of a browser, the message of an error, or the parts of a conclusion. */
  readonly value?: WithoutSecrets
}

/** The parts of a response that are not as the HAR has them. */
export interface RecordedResponse {
  readonly text?: WithoutSecrets
  readonly headers?: WithoutSecrets
  readonly cutShort?: WithoutSecrets
  /** True if the response was not kept whole, so that nothing can be judged by it. */
  readonly isLost?: true
}
