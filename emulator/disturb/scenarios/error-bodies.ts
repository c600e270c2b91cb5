// Errors whose bodies have a shape other than that of the convention errorBody.
import { ApiError } from '../../api/dialect/api-error.ts'
import { refusalBody } from '../../api/dialect/error-body.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { notedResponse } from '../../api/dialect/noted-response.ts'
import { AnswerTemplate } from '../../api/dialect/templates/answer-template.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { acceptsCredentials, copyResponse, type ScenarioRow } from './scenario.ts'

/** A shape of error bodies. */
interface ErrorShape {
  readonly mediaType: string
  /** The status of the refusals that the scenario adds. Default: that of a caller who lacks a scope. */
  readonly status?: number
  readonly write: (error: ApiError, status: number) => string
}

/** A shape of the convention `errorBody`. */
function jsonShape(form: string): ErrorShape {
  const template = new AnswerTemplate('errorBody', form)
  return { mediaType: template.mediaType, write: (error, status) => refusalBody(template, error, status) }
}

const gatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n'

/** Changes the shape of a refusal. Refusals with a form of their own, such as those of OAuth, stay unchanged. */
function reshapeError({ endpoint, draft }: RoutedContext, response: Response, shape: ErrorShape): Response {
  const { status, headers } = response
  if (status < 400 || endpoint.toErrorResponse) return response
  const sent = headers.get('x-emulator-code') ?? codeOfStatus(status)
  const { code, message } = draft.refusal ?? { code: sent, message: sent }
  const error = new ApiError('refused', message, { code })
  return copyResponse(response, { 'Content-Type': shape.mediaType }, shape.write(error, status))
}

/** Refuses every request with bodies of one shape. */
function refuseAll(shape: ErrorShape): Middleware {
  return async (context, next) => {
    const { endpoint, draft, cors, dialect } = context
    if (!acceptsCredentials(context) || endpoint.toErrorResponse)
      return reshapeError(context, await next(context), shape)
    const status = shape.status ?? dialect.conventions.forbiddenStatus
    const refusal = new ApiError('fault', 'A scenario that the test plays refuses every request.', {
      status,
      code: codeOfStatus(status),
    })
    draft.noteRefusal(refusal)
    const headers = { 'Content-Type': shape.mediaType, 'x-emulator-code': refusal.code, ...cors }
    return notedResponse(shape.write(refusal, status), status, headers)
  }
}

/** The row of a scenario that refuses every request with bodies of one shape. */
const refusing = (status: string, body: string, shape: () => ErrorShape): ScenarioRow => ({
  clause: '7',
  description: `Every request with valid credentials is refused with ${status}, and the body of every refusal is ${body}. The token endpoint and MCP, whose errors follow standards, work as always.`,
  begin: () => refuseAll(shape()),
})

const forbidden = 'the status of a missing permission'

/** Scenarios in which every request is refused, each with error bodies of one shape. */
export const errorBodyScenarios = {
  title: 'Errors in other forms',
  scenarios: {
    'error-bodies-error': refusing(forbidden, 'JSON with error.code and error.message', () => jsonShape('error')),
    'error-bodies-problem': refusing(forbidden, 'a problem of RFC 9457', () => jsonShape('problem')),
    'error-bodies-message': refusing(forbidden, 'JSON with message', () => jsonShape('message')),
    'error-bodies-errors': refusing(forbidden, 'JSON with a list, errors', () => jsonShape('errors')),
    'error-bodies-text': refusing(forbidden, 'plain text', () => ({
      mediaType: 'text/plain; charset=utf-8',
      write: ({ message }) => message,
    })),
    'error-bodies-empty': refusing(forbidden, 'empty', () => ({ mediaType: 'application/json', write: () => '' })),
    'error-bodies-html': refusing('502', 'an HTML page of a gateway', () => ({
      mediaType: 'text/html',
      status: 502,
      write: () => gatewayPage,
    })),
  },
}
