import { type Static, type TNumber, type TSchema, type TString, type TUnsafe, Type } from 'typebox'
import { authenticateChallenges } from '../../api/auth/authenticate.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { RoutedContext } from '../../model/contract/request-context.ts'
import { ApiError } from '../../api/dialect/api-error.ts'
import { addCors } from '../../api/dialect/cors.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { ConnectionDropped } from '../../tools/connection-dropped.ts'
import { parseDuration } from '../../tools/time.ts'
import { sampleDelay } from './delay-of.ts'
import { patternRecord } from '../../tools/record-of.ts'
import { nextTurn } from '../../tools/in-turns.ts'
import { sleep } from '../../tools/sleep.ts'
import { bodyBrokenOff } from '../../tools/connection-dropped.ts'

/** The parts of a triggered fault that effects use. */
interface TriggeredFault {
  readonly fault: { readonly status?: number; readonly body?: unknown }
  /** Gives numbers from 0 to 1 that follow from the seed. */
  readonly chance: () => number
}

/** The hooks of an effect, one for each stage of a request. */
export interface Hooks<Value> {
  /** Runs before the endpoint. When it answers or throws, the endpoint does not run. */
  readonly before: (
    value: Value,
    context: RoutedContext,
    triggered: TriggeredFault,
  ) => Response | undefined | Promise<undefined>
  /** Runs after the endpoint, before its answer is sent. */
  readonly after: (value: Value) => void
  /** Headers that replace those of the answer. */
  readonly headers: (value: Value) => Readonly<Record<string, string>>
  /** The body that replaces the body of the answer. An answer without a body is not changed. */
  readonly body: (value: Value, answer: ReadAnswer) => string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** The answer of an endpoint with its body read. Its headers can be changed. */
export interface ReadAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Headers
  readonly request: Request
}

/** An effect of a fault. */
interface Effect<Value> extends Partial<Hooks<Value>> {
  /** The schema of its value, made on demand. */
  readonly schema: () => TUnsafe<Value>
  /** A fault takes at most one of the exclusive effects. */
  readonly exclusive: boolean
}

/** Declares an effect, whose value has the type of its schema. */
function effect<Schema extends TSchema>(
  declared: Partial<Hooks<Static<Schema>>> & { readonly schema: () => Schema; readonly exclusive: boolean },
): Effect<Static<Schema>> {
  return declared as unknown as Effect<Static<Schema>>
}

/** The largest count. A fault that never ends says `always`. */
export const maximum: number = Number.MAX_SAFE_INTEGER

const milliseconds = (): [TNumber, TString] => [Type.Number({ minimum: 0 }), Type.String()]

const durationSchema = (description: string) => Type.Union(milliseconds(), { description })

/** The effects of a fault by name, with their values. The other members of a fault say when it strikes. */
export interface EffectValues {
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

/** The members of a fault that are effects. */
export type EffectName = keyof EffectValues

/** All effects, in the order in which they run. */
export const effects: { readonly [Name in EffectName]-?: Effect<Required<EffectValues>[Name]> } = {
  delay: effect({
    schema: () =>
      Type.Union(
        [
          ...milliseconds(),
          Type.Object(
            {
              p50: durationSchema('Half of the delays are shorter: milliseconds, or a string such as 2s.'),
              p99: durationSchema('One of a hundred delays is longer.'),
            },
            { additionalProperties: false },
          ),
        ],
        {
          description:
            'Waits first, in real time: milliseconds, or a string such as 2s. { p50, p99 } is a spread of delays (log-normal), which follow from the seed. Ends early when the client aborts.',
        },
      ),
    exclusive: false,
    before: (delay, { request }, { chance }) => sleep(sampleDelay(delay, chance), request.signal).then(() => undefined),
  }),
  headers: effect({
    schema: () =>
      patternRecord(Type.String(), {
        description: 'Sets headers of the answer, by name. They replace those of the answer.',
      }),
    exclusive: false,
    headers: (headers) => headers,
  }),
  retryAfter: effect({
    schema: () =>
      Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
        description: 'Sets the header Retry-After: seconds, or a string such as a date.',
      }),
    exclusive: false,
    headers: (retryAfter) => ({ 'Retry-After': String(retryAfter) }),
  }),
  status: effect({
    schema: () =>
      Type.Integer({
        minimum: 200,
        maximum: 599,
        description:
          'Answers with this status, from 200 to 599. Without body, a status from 400 on comes with an error body of the API, and a lower one without a body. The endpoint does nothing.',
      }),
    exclusive: true,
    // With a body, the effect `body` answers, and uses the status.
    before: (status, context, { fault }) => ('body' in fault ? undefined : toFaultResponse(status, context)),
  }),
  body: effect({
    schema: () =>
      Type.Unknown({
        description:
          'Answers with this body, and with 200 without status: a string as it is, any other value as JSON. A string is text/plain, or text/html where it begins with <, unless headers say otherwise. The endpoint does nothing.',
      }),
    exclusive: true,
    before: (body, context, { fault }) => answerTestBody(body, context, fault),
  }),
  drop: effect({
    schema: () =>
      Type.Enum(['before', 'after'], {
        description:
          'Closes the connection without an answer, before the endpoint does anything or after it has done everything.',
      }),
    exclusive: true,
    before: (drop) => {
      if (drop === 'before') throw new ConnectionDropped()
      return undefined
    },
    after: (drop) => {
      if (drop === 'after') throw new ConnectionDropped()
    },
  }),
  truncate: effect({
    schema: () => Type.Literal(true, { description: 'Closes the connection in the middle of the body.' }),
    exclusive: true,
    body: (_truncate, { bytes, headers, request }) => {
      headers.set('Content-Length', String(bytes.length))
      return truncatedStream(bytes.subarray(0, Math.floor(bytes.length / 2)), request.signal)
    },
  }),
  breakJson: effect({
    schema: () => Type.Literal(true, { description: 'Sends a complete body that is not JSON.' }),
    exclusive: true,
    body: (_breakJson, { bytes }) => notJson(new TextDecoder().decode(bytes)),
  }),
  drip: effect({
    schema: () =>
      Type.Object(
        {
          bytes: Type.Integer({ minimum: 1, maximum, description: 'The size of each piece in bytes.' }),
          interval: durationSchema('Real time before each piece: milliseconds, or a string such as 2s.'),
        },
        { additionalProperties: false, description: 'Sends the body in pieces.' },
      ),
    exclusive: true,
    body: (drip, { bytes, request }) => dripBody(bytes, drip.bytes, parseDuration(drip.interval), request),
  }),
}

/** @throws ApiError for a status that is an error. */
function toFaultResponse(status: number, { endpoint, cors }: RoutedContext): Response {
  if (status < 400) return addCors(new Response(null, { status }), cors)
  throw new ApiError('fault', `A fault that the test added: ${status}.`, {
    status,
    code: codeOfStatus(status),
    headers: challengeHeaders(status, endpoint),
  })
}

/** Answers with the test's own body. */
export function answerTestBody(body: unknown, { cors }: RoutedContext, fault: TriggeredFault['fault']): Response {
  const isText = typeof body === 'string'
  // An XML declaration does not begin HTML.
  const textType = isText && /^\s*<(?!\?)/.test(body) ? 'text/html' : 'text/plain'
  const headers = { 'Content-Type': isText ? `${textType}; charset=utf-8` : 'application/json' }
  const text = isText ? body : JSON.stringify(body)
  return addCors(new Response(text, { status: fault.status ?? 200, headers }), cors)
}

/** RFC 9110 requires a challenge with every 401, and clients look for it before they request a new token. */
function challengeHeaders(status: number, { credentials }: Endpoint): Readonly<Record<string, string>> {
  return status === 401 && credentials.length > 0
    ? { 'WWW-Authenticate': authenticateChallenges(credentials, { error: 'invalid_token' }) }
    : {}
}

/** The names of all effects, in the order in which they run. */
export const effectNames: readonly EffectName[] = Object.keys(effects) as EffectName[]

/** The effects of a fault, each with its value in the fault. */
export function faultEffects(
  fault: Readonly<Partial<Record<EffectName, unknown>>>,
): readonly { readonly hooks: Partial<Hooks<unknown>>; readonly value: unknown }[] {
  return effectNames
    .filter((name) => fault[name] !== undefined)
    .map((name) => ({ hooks: effects[name] as Partial<Hooks<unknown>>, value: fault[name] }))
}

/** Sends half a body, and then closes the connection. */
function truncatedStream(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = bytes.length === 0
  return new ReadableStream({
    type: 'bytes',
    pull: async (controller) => {
      if (!sent) controller.enqueue(bytes)
      // Without the pause, MSW 3 would lose the headers.
      else await nextTurn().then(() => controller.error(signal.aborted ? signal.reason : bodyBrokenOff()))
      sent = true
    },
  })
}

/** The first half of a JSON text. A comma follows half a number, which would still be JSON. */
function notJson(text: string): string {
  return `${text.slice(0, Math.ceil(text.length / 2))}${/^["[{]/.test(text) ? '' : ','}`
}

/** Sends a body in pieces, and waits before each. */
function dripBody(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  interval: number,
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController()
  let at = 0
  return new ReadableStream(
    {
      type: 'bytes',
      pull: async (controller) => {
        // The closure keeps the request alive: once collected, it would no longer forward its client's abort.
        await sleep(interval, AbortSignal.any([request.signal, ended.signal]))
        // A stream of bytes takes the buffer of each piece.
        controller.enqueue(bytes.slice(at, (at += size)))
        if (at >= bytes.length) controller.close()
      },
      cancel: (reason) => ended.abort(reason),
    },
    { highWaterMark: 0 },
  )
}
