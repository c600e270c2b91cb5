import { ApiError } from '../api/dialect/api-error.ts'
import { findAnswerForm } from '../api/dialect/answer-forms.ts'
import { addCors } from '../api/dialect/cors.ts'
import { internalRefusal, toRefusal } from '../api/dialect/refusal-of.ts'
import { toErrorResponse } from '../api/dialect/respond.ts'
import { methodEndpoint } from '../api/routing/router.ts'
import { ConnectionDropped } from '../tools/connection-dropped.ts'
import type { AnyContext, SharedStep, Step } from './context.ts'

/**
 * The longest address in characters. A server accepts less; in process, megabytes of parameters would take half a
 * second.
 */
export const longestAddress = 65_536

/** Refuses an address that is too long to parse. */
export const checkAddress: Step = (context, next) => {
  const { length } = context.request.url
  if (length <= longestAddress) return next(context)
  throw new ApiError(
    'refused',
    `The address of a request must have at most ${longestAddress} characters; this one has ${length}. Send fewer parameters, or shorter ones.`,
  )
}

/** Answers refusals, and internal errors, outside of the journal. */
export const answerRefusals: SharedStep = async (context, next) => {
  try {
    return await next(context)
  } catch (error) {
    if (isUnanswered(error, context.request)) throw error
    const refusal = toRefusal(error) ?? internalRefusal(error, context.onError)
    return dropHeadBody(context.request, refuse(refusal, context))
  }
}

/** Answers refusals and internal errors, and notes them in the journal. */
export const noteRefusals: SharedStep = async (context, next) => {
  try {
    return await next(context)
  } catch (error) {
    const { request, onError } = context
    if (isUnanswered(error, request)) throw error
    const refusal = error instanceof ApiError ? error : internalRefusal(error, onError)
    return refuseNoted(refusal, context)
  }
}

/** Answers a refusal, and notes it in the journal, which has no requests to the control API. */
export function refuseNoted(refusal: ApiError, context: AnyContext): Response {
  context.draft?.noteRefusal(refusal)
  return refuse(refusal, context)
}

/** Returns true if nobody waits for an answer: the connection was dropped, or the client aborted. */
function isUnanswered(error: unknown, request: Request): boolean {
  if (error instanceof ApiError) return false
  // Reading the signal of a request over HTTP creates it.
  return error instanceof ConnectionDropped || (request.signal.aborted && error === request.signal.reason)
}

/** Removes the body from answers to HEAD. */
export const leaveOutHeadBody: SharedStep = (context, next) =>
  context.request.method === 'HEAD' ? answerWithoutBody(context.request, next(context)) : next(context)

async function answerWithoutBody(request: Request, answering: Promise<Response>): Promise<Response> {
  return dropHeadBody(request, await answering)
}

/** The answer to HEAD is that to GET without its body. */
export const dropHeadBody = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** Makes the response for a refusal, in the form of the endpoints at the path. */
function refuse(refusal: ApiError, context: AnyContext): Response {
  const { app, cors, request, isBelowBase, path } = context
  // Megabytes of slashes are not the path of an endpoint, and splitting them is slow.
  const isRoutable = isBelowBase && path.length <= longestAddress
  const route = context.route ?? (isRoutable ? app.router.find(path)?.route : undefined)
  // The error form of one endpoint serves every method at its path.
  const { toErrorResponse: toResponse } =
    [...(route?.endpoints.values() ?? [])].find((each) => each.toErrorResponse) ?? {}
  if (toResponse) return addCors(toResponse(refusal), cors)
  const endpoint = route && methodEndpoint(route, request.method)
  const dialect = endpoint ? app.dialect.of(endpoint.id) : app.dialect
  const outcome = { operation: context.draft?.operation?.id, name: refusal.code, mistake: refusal.mistake }
  const form = findAnswerForm(app.dialect.conventions.answerForms, outcome, dialect.statusOf(refusal))
  return toErrorResponse(refusal, dialect, { cors, index: context.draft?.index, toldStatus: form?.status })
}
