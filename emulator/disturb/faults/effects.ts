import { challengesOf } from '../../api/auth/challenges.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { RequestContext } from '../../model/contract/request-context.ts'
import { ApiError } from '../../api/dialect/api-error.ts'
import { withCors } from '../../api/dialect/cors.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { ConnectionDropped } from '../../tools/connection-dropped.ts'
import { parseDuration } from '../../tools/time.ts'
import { delayOf } from './delay-of.ts'
import type { Fault } from './fault.ts'
import { nextTurn } from '../../tools/next-turn.ts'
import { sleep } from '../../tools/sleep.ts'
import { bodyBrokenOff } from '../../tools/connection-dropped.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { AnswerFunction } from './stub.ts'

/** The members of a fault that are effects. The others say when it strikes. */
export type EffectName = Exclude<keyof Fault, 'operation' | 'world' | 'times' | 'skip' | 'probability'>

/** A fault whose turn has come, for one request. */
export interface TriggeredFault {
  readonly fault: Fault
  /** Gives numbers from 0 to 1 that follow from the seed. */
  readonly chance: () => number
  /** Answers instead of `status` and `body`. */
  readonly answer?: AnswerFunction<OperationId> | undefined
}

/** The hooks of an effect, one for each stage of a request. */
export interface Hooks<Value> {
  /** Runs before the endpoint. When it answers or throws, the endpoint does not run. */
  readonly before: (
    value: Value,
    context: RequestContext,
    triggered: TriggeredFault,
  ) => Response | undefined | Promise<undefined>
  /** Runs after the endpoint, before its answer is sent. */
  readonly after: (value: Value) => void
  /** Headers that replace those of the answer. */
  readonly headers: (value: Value) => Readonly<Record<string, string>>
  /** The body that replaces the body of the answer. An answer without a body is not changed. */
  readonly body: (value: Value, answer: Answered) => BodyInit
}

/** The answer of an endpoint with its body read. Its headers can be changed. */
export interface Answered {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Headers
  readonly request: Request
}

type AtLeastOne<All> = { [Name in keyof All]: Required<Pick<All, Name>> & Partial<All> }[keyof All]

/** An effect of a fault. It has at least one hook. */
type Effect<Value> = AtLeastOne<Hooks<Value>> & {
  /** A fault takes at most one of the exclusive effects. */
  readonly exclusive: boolean
}

/** All effects, in the order in which they run. A member of `Fault` without an effect does not compile. */
export const effects: { readonly [Name in EffectName]: Effect<NonNullable<Fault[Name]>> } = {
  delay: {
    exclusive: false,
    before: (delay, { request }, { chance }) => sleep(delayOf(delay, chance), request.signal).then(() => undefined),
  },
  headers: {
    exclusive: false,
    headers: (headers) => headers,
  },
  retryAfter: {
    exclusive: false,
    headers: (retryAfter) => ({ 'Retry-After': String(retryAfter) }),
  },
  // Without a body, as otherwise that effect answers with the status.
  status: {
    exclusive: true,
    before: (status, context, { fault }) => ('body' in fault ? undefined : refuse(status, context)),
  },
  body: {
    exclusive: true,
    before: (body, context, { fault }) => answerWith(body, context, fault),
  },
  drop: {
    exclusive: true,
    before: (drop) => {
      if (drop === 'before') throw new ConnectionDropped()
      return undefined
    },
    after: (drop) => {
      if (drop === 'after') throw new ConnectionDropped()
    },
  },
  truncate: {
    exclusive: true,
    body: (_truncate, { bytes, headers, request }) => {
      headers.set('Content-Length', String(bytes.length))
      return brokenOff(bytes.subarray(0, Math.floor(bytes.length / 2)), request.signal)
    },
  },
  breakJson: {
    exclusive: true,
    body: (_breakJson, { bytes }) => notJson(new TextDecoder().decode(bytes)),
  },
  drip: {
    exclusive: true,
    body: (drip, { bytes, request }) => dripping(bytes, drip.bytes, parseDuration(drip.interval), request),
  },
}

/** @throws ApiError for a status that is an error. */
function refuse(status: number, { endpoint, cors }: RequestContext): Response {
  if (status < 400) return withCors(new Response(null, { status }), cors)
  throw new ApiError('fault', `A fault that the test added: ${status}.`, {
    status,
    code: codeOfStatus(status),
    headers: challenge(status, endpoint),
  })
}

/** Answers with the test's own body. */
export function answerWith(body: unknown, { cors }: RequestContext, fault: Fault): Response {
  const isText = typeof body === 'string'
  // An XML declaration does not begin HTML.
  const textType = isText && /^\s*<(?!\?)/.test(body) ? 'text/html' : 'text/plain'
  const headers = { 'Content-Type': isText ? `${textType}; charset=utf-8` : 'application/json' }
  const text = isText ? body : JSON.stringify(body)
  return withCors(new Response(text, { status: fault.status ?? 200, headers }), cors)
}

/** RFC 9110 requires a challenge with every 401, and clients look for it before they request a new token. */
function challenge(status: number, { credentials }: Endpoint): Readonly<Record<string, string>> {
  return status === 401 && credentials.length > 0
    ? { 'WWW-Authenticate': challengesOf(credentials, { error: 'invalid_token' }) }
    : {}
}

/** The names of all effects, in the order in which they run. */
export const effectNames: readonly EffectName[] = Object.keys(effects) as EffectName[]

/** The effects of a fault, each with its value in the fault. */
export function effectsOf(
  fault: Fault,
): readonly { readonly hooks: Partial<Hooks<unknown>>; readonly value: unknown }[] {
  return effectNames
    .filter((name) => fault[name] !== undefined)
    .map((name) => ({ hooks: effects[name] as Partial<Hooks<unknown>>, value: fault[name] }))
}

/** Sends half a body, and then closes the connection. */
function brokenOff(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
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
function dripping(
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
