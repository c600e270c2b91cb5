import Type, { type TSchema, type TUnsafe } from 'typebox'
import type { OperationId } from '../endpoints/operation-ids.ts'

/**
 * Something that goes wrong on purpose, for a number of requests. `delay` goes with everything, `contentType` with
 * every answer; of `status`, `drop`, `truncate`, `breakJson` and `drip` it is one at most.
 */
export interface Fault {
  /** Which operation; every one when it is left out. */
  readonly operation?: OperationId
  /** How many requests it strikes. Default: 1. */
  readonly times?: number | 'always'
  /** How many requests it lets pass before. Default: 0. */
  readonly skip?: number
  /** Answers with this status, 400 to 599, in place of the endpoint, which does nothing. The body is in the API's dialect. */
  readonly status?: number
  /** The header `Retry-After` beside `status`: seconds, or a text as it is to come. */
  readonly retryAfter?: number | string
  /** Waits before all else, in real time: milliseconds, or a text such as `2s`. Ends when the client gives up. */
  readonly delay?: number | string
  /** Ends the connection without an answer: `before` the endpoint does anything, or `after` it did it all. */
  readonly drop?: 'before' | 'after'
  /** Ends the connection in the middle of the body. */
  readonly truncate?: true
  /** Sends a body that ends cleanly and is not JSON. */
  readonly breakJson?: true
  /** Sends the body in pieces of so many bytes, with an interval in real time (as `delay`) before each. */
  readonly drip?: { readonly bytes: number; readonly interval: number | string }
  /** Sends this Content-Type in place of the right one. */
  readonly contentType?: string
}

/** Infinity is none: a fault without end says always. */
const maximum = Number.MAX_SAFE_INTEGER

const Duration = Type.Union([Type.Number({ minimum: 0 }), Type.String()])

const schema = Type.Object(
  {
    operation: Type.Optional(Type.String({ description: 'An operation id; every operation when it is left out.' })),
    times: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
        description: 'How many requests it strikes. Default: 1.',
      }),
    ),
    skip: Type.Optional(
      Type.Integer({ minimum: 0, maximum, description: 'How many requests it lets pass before. Default: 0.' }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 400, maximum: 599, description: 'Answers with this status in place of the endpoint.' }),
    ),
    retryAfter: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
        description: 'The header Retry-After beside status: seconds, or a text.',
      }),
    ),
    delay: Type.Optional({
      ...Duration,
      description: 'Waits before all else, in real time: milliseconds, or a text such as 2s.',
    } as TSchema),
    drop: Type.Optional(
      Type.Enum(['before', 'after'], {
        description: 'Ends the connection without an answer, before the endpoint does anything or after it did.',
      }),
    ),
    truncate: Type.Optional(Type.Literal(true, { description: 'Ends the connection in the middle of the body.' })),
    breakJson: Type.Optional(Type.Literal(true, { description: 'Sends a body that is not JSON.' })),
    drip: Type.Optional(
      Type.Object(
        { bytes: Type.Integer({ minimum: 1, maximum }), interval: Duration },
        { additionalProperties: false, description: 'Sends the body in pieces, with an interval before each.' },
      ),
    ),
    contentType: Type.Optional(
      Type.String({ pattern: '^[ -~]+$', description: 'Sends this Content-Type in place of the right one.' }),
    ),
  },
  { title: 'Fault', additionalProperties: false },
)

/** The same as a schema, for the control API. */
export const FaultSchema: TUnsafe<Fault> = Type.Unsafe<Fault>(schema)
