import { ApiError } from '../../api/dialect/api-error.ts'
import { addCors } from '../../api/dialect/cors.ts'
import { attachNote } from '../../api/dialect/noted-response.ts'
import { internalRefusal } from '../../api/dialect/refusal-of.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { Middleware } from '../../model/contract/request-context.ts'
import { answerTestBody, faultEffects } from './effects.ts'
import type { Fault } from './fault.ts'
import type { AnswerFunction, OriginalAnswer } from './stub.ts'

/** A fault that strikes one request. */
export interface TriggeredFault {
  readonly fault: Fault
  /** Gives numbers from 0 to 1 that follow from the seed. */
  readonly chance: () => number
  /** Answers instead of `status` and `body`. */
  readonly answer?: AnswerFunction<OperationId> | undefined
}

/**
 * The steps of a fault, outermost first: one changes the answer, another delays, refuses or answers before the
 * endpoint, and a function answers last. A refusal by the fault is changed, too. The steps throw ConnectionDropped, and
 * the reason of a signal that aborts during the delay.
 */
export function faultSteps(triggered: TriggeredFault): readonly Middleware[] {
  const { fault, answer } = triggered
  // A function replaces the status and the body of the fault.
  const { status: _status, body: _body, ...rest } = fault
  const active = faultEffects(answer ? rest : fault)
  return [
    async (context, next) => {
      const response = await next(context)
      for (const { hooks, value } of active) hooks.after?.(value)
      const { status } = response
      const headers = new Headers(response.headers)
      for (const { hooks, value } of active)
        for (const [name, text] of Object.entries(hooks.headers?.(value) ?? {})) headers.set(name, text)
      if (response.body === null) return new Response(null, { status, headers })
      const bytes = new Uint8Array(await response.arrayBuffer())
      headers.delete('Content-Length')
      const changed = active.map(({ hooks, value }) =>
        hooks.body?.(value, { bytes, headers, request: context.request }),
      )
      const body = changed.find((replacement) => replacement !== undefined) ?? bytes
      const answered = new Response(body, { status, headers })
      const text =
        typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined
      return text === undefined ? answered : attachNote(answered, { text, headers: Object.fromEntries(headers) })
    },
    async (context, next) => {
      for (const { hooks, value } of active) {
        const answer = await hooks.before?.(value, context, triggered)
        if (answer) return answer
      }
      return await next(context)
    },
    ...(answer ? [answerStep(answer, fault)] : []),
  ]
}

/** Statuses whose answers have no body. */
const withoutBody = new Set([204, 205, 304])

/** The step that calls a function of the test for the answer. */
function answerStep(answer: AnswerFunction<OperationId>, fault: Fault): Middleware {
  return async (context, next) => {
    // The endpoint reads the body, too.
    const request = context.request.clone()
    let asked: Promise<OriginalAnswer<OperationId>> | undefined
    const original = () => (asked ??= originalAnswer(next(context)))
    try {
      const answered: unknown = await answer({ request, params: context.rawParams, world: context.world, original })
      if (isResponse(answered)) return addCors(new Response(answered.body, answered), context.cors)
      const { status } = fault.status === undefined && asked ? await asked : { status: fault.status ?? 200 }
      if (withoutBody.has(status)) return addCors(new Response(null, { status }), context.cors)
      return answerTestBody(toJsonValue(answered), context, { ...fault, status })
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : internalRefusal(
            error,
            context.onError,
            `The function that answers ${context.endpoint.id}`,
            ' It is the test’s own.',
          )
    }
  }
}

async function originalAnswer(answered: Promise<Response>): Promise<OriginalAnswer<OperationId>> {
  const response = await answered
  const text = await response.clone().text()
  return { status: response.status, body: tryParseJson(text) as OriginalAnswer<OperationId>['body'], response }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Returns true for a response, including one of another realm or package: a test environment may have its own class.
 */
function isResponse(answered: unknown): answered is Response {
  return Object.prototype.toString.call(answered) === '[object Response]' || answered instanceof Response
}

/** @throws Error for a value that is not JSON, for example if a function returns nothing. */
function toJsonValue(answered: unknown): unknown {
  if (JSON.stringify(answered) !== undefined) return answered
  throw new Error(`it must return a body or a Response; got ${typeof answered}`)
}
