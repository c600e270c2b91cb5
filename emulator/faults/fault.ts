import Type, { type TSchema } from 'typebox'
import { assertOperation } from '../endpoints/assert-operation.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { faultsOf, type SchemaFault } from '../tools/json-schema.ts'
import { parseDuration } from '../tools/time.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

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

/** The same as a schema, for the control API. */
export const FaultSchema: TSchema = Type.Object(
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

const exclusive = ['status', 'drop', 'truncate', 'breakJson', 'drip'] as const
const effects = [...exclusive, 'delay', 'contentType'] as const

/** What takes one of two things, in one message in place of one for each. */
const expectations: Readonly<Record<string, string>> = {
  times: "a whole number from 1, or 'always'",
  retryAfter: 'whole seconds from 0, or a text on one line',
  delay: 'milliseconds from 0, or a text such as 2s',
  'drip/interval': 'milliseconds from 0, or a text such as 2s',
}

function describe({ at, message }: SchemaFault): string {
  const name = at.slice(1)
  const expectation = message.startsWith('is required') ? undefined : expectations[name]
  return expectation === undefined ? `${name || 'it'} ${message}` : `${name} must be ${expectation}`
}

/** @throws EmulatorError `invalid_fault` for a fault that does not fit or asks for things that exclude each other; `unknown_operation`. */
export function assertFault(input: unknown): asserts input is Fault {
  const faults = faultsOf(FaultSchema, input)
  if (faults.length > 0)
    throw new EmulatorError(
      'invalid_fault',
      `A fault is an object such as { operation: 'products.list', status: 503, times: 2 }: ${[...new Set(faults.map(describe))].join('; ')}.`,
    )
  const fault = input as Fault
  if (fault.operation !== undefined) assertOperation(fault.operation)
  const asked = effects.filter((name) => fault[name] !== undefined)
  if (asked.length === 0)
    throw new EmulatorError(
      'invalid_fault',
      `A fault needs something that goes wrong: ${effects.join(', ')}. None of them came.`,
    )
  const together = exclusive.filter((name) => fault[name] !== undefined)
  if (together.length > 1)
    throw new EmulatorError(
      'invalid_fault',
      `A fault takes one of ${exclusive.join(', ')}; got ${together.join(' and ')}. Add two faults.`,
    )
  if (fault.drop !== undefined && fault.contentType !== undefined)
    throw new EmulatorError(
      'invalid_fault',
      'A dropped connection has no Content-Type: leave contentType out, or drop.',
    )
  if (fault.retryAfter !== undefined && fault.status === undefined)
    throw new EmulatorError(
      'invalid_fault',
      'retryAfter goes with status, as in { status: 429, retryAfter: 2 }; no status came.',
    )
  for (const [name, duration] of [
    ['delay', fault.delay],
    ['drip.interval', fault.drip?.interval],
  ] as const)
    assertDuration(name, duration)
}

/** What a timer takes; a longer wait would end at once. */
const longest = 2 ** 31 - 1

function assertDuration(name: string, duration: number | string | undefined): void {
  if (duration === undefined) return
  try {
    if (parseDuration(duration) <= longest) return
  } catch (error) {
    throw new EmulatorError('invalid_fault', `${name}: ${(error as Error).message}`)
  }
  throw new EmulatorError(
    'invalid_fault',
    `${name} is at most ${longest} ms (24 days); got ${JSON.stringify(duration)}.`,
  )
}
