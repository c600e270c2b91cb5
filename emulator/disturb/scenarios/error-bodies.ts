// Errors whose bodies have another shape than the convention errorBody says.
import { ApiError } from '../../api/dialect/api-error.ts'
import { errorBodies } from '../../api/dialect/error-bodies.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { notedResponse } from '../../api/dialect/noted-response.ts'
import type { RoutedRequest } from '../../model/contract/routed-request.ts'
import { defineScenario, isServed, replaced, type Scenario } from './scenario.ts'

/** A shape of error bodies. */
interface ErrorShape {
  readonly name: `error-bodies-${'error' | 'problem' | 'message' | 'errors' | 'text' | 'empty' | 'html'}`
  /** The kind of body, for the description. */
  readonly what: string
  readonly mediaType: string
  /** The status of the refusals that the scenario adds. Default: that of a caller who lacks a scope. */
  readonly status?: number
  readonly write: (error: ApiError, status: number) => string
}

const json = (form: keyof typeof errorBodies): Pick<ErrorShape, 'mediaType' | 'write'> => ({
  mediaType: errorBodies[form].mediaType,
  write: (error, status) => JSON.stringify(errorBodies[form].write(error, status)),
})

const gatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n'

const shapes: readonly ErrorShape[] = [
  { name: 'error-bodies-error', what: 'JSON with error.code and error.message', ...json('error') },
  { name: 'error-bodies-problem', what: 'a problem of RFC 9457', ...json('problem') },
  { name: 'error-bodies-message', what: 'JSON with message', ...json('message') },
  { name: 'error-bodies-errors', what: 'JSON with a list, errors', ...json('errors') },
  {
    name: 'error-bodies-text',
    what: 'plain text',
    mediaType: 'text/plain; charset=utf-8',
    write: ({ message }) => message,
  },
  { name: 'error-bodies-empty', what: 'empty', mediaType: 'application/json', write: () => '' },
  {
    name: 'error-bodies-html',
    what: 'an HTML page of a gateway',
    mediaType: 'text/html',
    status: 502,
    write: () => gatewayPage,
  },
]

/** The error that an error body in any convention's shape stands for. */
function errorOf(text: string, code: string): ApiError {
  const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  const first = (value: unknown): Readonly<Record<string, unknown>> =>
    Array.isArray(value) ? first(value[0]) : typeof value === 'object' && value !== null ? { ...value } : {}
  const body = first(parsed)
  const inner = { ...body, ...first(body['error']), ...(Array.isArray(body['errors']) ? first(body['errors']) : {}) }
  const message = [body['detail'], inner['message'], body['message']].find((candidate) => typeof candidate === 'string')
  return new ApiError('refused', String(message ?? code), { code })
}

/** Gives a refusal of the API the shape. Refusals in a form of their own, as those of OAuth, stay as they are. */
async function reshaped(
  { endpoint }: RoutedRequest,
  response: Response,
  { mediaType, write }: ErrorShape,
): Promise<Response> {
  if (response.status < 400 || endpoint.toErrorResponse) return response
  const error = errorOf(await response.text(), response.headers.get('x-emulator-code') ?? codeOfStatus(response.status))
  return replaced(response, write(error, response.status), { 'Content-Type': mediaType })
}

/** Scenarios in which every request is refused, each with error bodies of one shape. */
export const errorBodyScenarios: readonly Scenario[] = shapes.map((shape) =>
  defineScenario({
    name: shape.name,
    clause: '7',
    description: `Every request with valid credentials is refused with ${shape.status ?? 'the status of a missing permission'}, and the body of every refusal is ${shape.what}. The token endpoint and MCP, whose errors follow standards, work as always.`,
    begin: () => async (routed, next) => {
      const { endpoint, draft, cors, dialect } = routed
      if (!isServed(routed) || endpoint.toErrorResponse) return reshaped(routed, await next(), shape)
      const status = shape.status ?? dialect.conventions.forbiddenStatus
      const refusal = new ApiError('fault', `The scenario ${shape.name} refuses every request.`, {
        status,
        code: codeOfStatus(status),
      })
      draft.noteRefusal(refusal)
      const headers = { 'Content-Type': shape.mediaType, 'x-emulator-code': refusal.code, ...cors }
      return notedResponse(shape.write(refusal, status), status, headers)
    },
  }),
)
