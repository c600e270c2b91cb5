import { type Static, Type, type TUnsafe } from 'typebox'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { once } from '../../tools/once.ts'
import { effectNames, effects, maximum } from './effects.ts'

const effectSchemas = () => Object.fromEntries(effectNames.map((name) => [name, Type.Optional(effects[name].schema())]))

/** The requests that a fault affects. */
const strikes = () => ({
  operation: Type.Optional(
    Type.Unsafe<OperationId>(Type.String({ description: 'The operation that it affects. Default: every operation.' })),
  ),
  world: Type.Optional(
    Type.String({
      description:
        'The world that it affects. Default: the one that it is added to, and for a fault of a new emulator every one. A fault of the default world may name another.',
    }),
  ),
  times: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
      description:
        'The number of requests that it affects. Default: 1, or always with a probability or a spread of delays.',
    }),
  ),
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum,
      description: 'The number of matching requests to skip first. Default: 0.',
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The share of the requests that it affects, from 0 to 1. Which ones follows from the seed. Default: 1.',
    }),
  ),
})

/** An answer of your own, or something that goes wrong on purpose, for a number of requests. */
export interface Fault {
  /** The operation that it affects. Default: every operation. */
  readonly operation?: OperationId
  /**
   * The world that it affects. Default: the one that it is added to, and for a fault of a new emulator every one.
   * A fault of the default world may name another.
   */
  readonly world?: string
  /** The number of requests that it affects. Default: 1, or always with a probability or a spread of delays. */
  readonly times?: number | 'always'
  /** The number of matching requests to skip first. Default: 0. */
  readonly skip?: number
  /** The share of the requests that it affects, from 0 to 1. Which ones follows from the seed. Default: 1. */
  readonly probability?: number
  /**
   * Waits first, in real time: milliseconds, or a string such as 2s. { p50, p99 } is a spread of delays
   * (log-normal), which follow from the seed. Ends early when the client aborts.
   */
  readonly delay?:
    | number
    | string
    | {
        /** Half of the delays are shorter: milliseconds, or a string such as 2s. */
        readonly p50: number | string
        /** One of a hundred delays is longer. */
        readonly p99: number | string
      }
  /** Sets headers of the answer, by name. They replace those of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sets the header Retry-After: seconds, or a string such as a date. */
  readonly retryAfter?: number | string
  /**
   * Answers with this status, from 200 to 599. Without body, a status from 400 on comes with an error body of the
   * API, and a lower one without a body. The endpoint does nothing.
   */
  readonly status?: number
  /**
   * Answers with this body, and with 200 without status: a string as it is, any other value as JSON. A string is
   * text/plain, or text/html where it begins with <, unless headers say otherwise. The endpoint does nothing.
   */
  readonly body?: unknown
  /** Closes the connection without an answer, before the endpoint does anything or after it has done everything. */
  readonly drop?: 'before' | 'after'
  /** Closes the connection in the middle of the body. */
  readonly truncate?: true
  /** Sends a complete body that is not JSON. */
  readonly breakJson?: true
  /** Sends the body in pieces. */
  readonly drip?: {
    /** The size of each piece in bytes. */
    readonly bytes: number
    /** Real time before each piece: milliseconds, or a string such as 2s. */
    readonly interval: number | string
  }
}

type Strikes = ReturnType<typeof strikes>
type DeclaredFault = { readonly [Name in keyof Strikes]?: Static<Strikes[Name]> } & {
  readonly [Name in keyof typeof effects]?: Static<ReturnType<(typeof effects)[Name]['schema']>>
}

/** The interface, which is published without TypeBox; never if its members are not those of the schemas. */
type Checked = [Required<Fault>, Required<DeclaredFault>] extends [Required<DeclaredFault>, Required<Fault>]
  ? Fault
  : never

/**
 * The form of a fault: the requests that it affects, and its effects. It is made on demand: most tests add no faults.
 */
export const faultSchema: () => TUnsafe<Fault> = once(() =>
  Type.Unsafe<Checked>(
    Type.Object(
      { ...strikes(), ...effectSchemas() },
      {
        title: 'Fault',
        additionalProperties: false,
        description:
          'An answer of your own, or something that goes wrong on purpose, for a number of requests. A fault has at most one of status (also with body), drop, truncate, breakJson and drip. delay can be combined with all of them, headers and retryAfter with all but drop.',
      },
    ),
  ),
)
