import { ApiError } from '../../api/dialect/api-error.ts'
import { withCors } from '../../api/dialect/cors.ts'
import { internalRefusal } from '../../api/dialect/refusal-of.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { Interceptor, Next } from '../../model/contract/routed-request.ts'
import { answerWith } from './effects.ts'
import type { Fault } from './fault.ts'
import type { AnswerFunction, OriginalAnswer } from './stub.ts'

/** Statuses whose answers have no body. */
const withoutBody = new Set([204, 205, 304])

/** The step that has a function of the test answer. */
export function answerStep(answer: AnswerFunction<OperationId>, fault: Fault): Interceptor {
  return async (routed, next) => {
    // The endpoint reads the body, too.
    const request = routed.request.clone()
    let asked: Promise<OriginalAnswer<OperationId>> | undefined
    const original = () => (asked ??= originalAnswer(next))
    try {
      const answered: unknown = await answer({ request, params: routed.rawParams, world: routed.world, original })
      if (isResponse(answered)) return withCors(new Response(answered.body, answered), routed.cors)
      const { status } = fault.status === undefined && asked ? await asked : { status: fault.status ?? 200 }
      if (withoutBody.has(status)) return withCors(new Response(null, { status }), routed.cors)
      return answerWith(jsonOf(answered), routed, { ...fault, status })
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : internalRefusal(
            error,
            routed.onError,
            `The function that answers ${routed.endpoint.id}`,
            ' It is the test’s own.',
          )
    }
  }
}

async function originalAnswer(next: Next): Promise<OriginalAnswer<OperationId>> {
  const response = await next()
  const text = await response.clone().text()
  return { status: response.status, body: parsed(text) as OriginalAnswer<OperationId>['body'], response }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns true for a response, also of another realm or of a package: a test environment may have its own. */
function isResponse(answered: unknown): answered is Response {
  return Object.prototype.toString.call(answered) === '[object Response]' || answered instanceof Response
}

/** @throws Error for what is no JSON, as where a function forgets to return. */
function jsonOf(answered: unknown): unknown {
  if (JSON.stringify(answered) !== undefined) return answered
  throw new Error(`it must return a body or a Response; got ${typeof answered}`)
}
