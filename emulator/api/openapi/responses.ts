import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { answerSchema, hasNoBody } from '../dialect/answer-schema.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { anyOther, refusalContent, refusedStatuses } from './refusals.ts'
import type { SchemaRegistry } from './schema-registry.ts'

const text = { type: 'string' } as const
const linkHeader = {
  Link: {
    description:
      'Always two entries, first rel="previous", then rel="next". Each is an absolute URL with the attributes rel, results ("true" or "false") and cursor ("identifier:offset:is_prev") (clause 4.10).',
    required: true,
    schema: text,
  },
}
const limitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, { schema: { type: 'integer' } }]),
)
const noHeaders: Readonly<Record<string, object>> = {}
const rateLimitHeaders = ({ conventions }: Dialect) => (conventions.rateLimit > 0 ? limitHeaders : noHeaders)
const refusalHeaders = {
  'X-Emulator-Code': { description: 'The code of the error, whatever the form of the body.', schema: text },
  'X-Emulator-Requirement': { description: 'The requirement that the request broke.', schema: text },
}

interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, object>>
}

/** The successful response of an endpoint. */
function successResponse(
  endpoint: Endpoint,
  dialect: Dialect,
  registry: SchemaRegistry,
  openMembers: OpenMembers,
): { readonly status: number; readonly response: DocumentedResponse } {
  const { answer } = endpoint
  const { createdStatus, deletedStatus, successStatus } = dialect.conventions
  const schema = answerSchema(endpoint, dialect, openMembers)
  const json = schema ? { content: { 'application/json': { schema: registry.convert(schema) } } } : {}
  const headers = { ...(answer.kind === 'legacyList' ? linkHeader : {}), ...rateLimitHeaders(dialect) }
  const common = { ...(Object.keys(headers).length > 0 ? { headers } : {}), ...json }
  switch (answer.kind) {
    case 'list':
    case 'legacyList':
      return {
        status: successStatus,
        response: { description: `The ${answer.resource.plural.replaceAll('_', ' ')}.`, ...common },
      }
    case 'object':
      return {
        status: answer.created ? createdStatus : successStatus,
        response: { description: `The ${answer.resource.name.replaceAll('_', ' ')}.`, ...common },
      }
    case 'deleted':
      return {
        status: deletedStatus,
        response: { description: hasNoBody(deletedStatus) ? 'Deleted.' : 'The deleted object.', ...common },
      }
    case 'json':
      return { status: answer.status ?? successStatus, response: { description: answer.description, ...common } }
    case 'template':
      return { status: successStatus, response: { description: answer.description, ...common } }
    case 'html':
      return {
        status: 200,
        response: { description: answer.description, ...common, content: { 'text/html': { schema: text } } },
      }
    case 'mcp':
      return {
        status: 200,
        response: {
          description: answer.description,
          ...common,
          content: { 'application/json': { schema: {} }, 'text/event-stream': { schema: text } },
        },
      }
  }
}

/** Documents the responses of an operation in the dialect of the conventions, one for each status. */
export function documentResponses(
  endpoint: Endpoint,
  general: Dialect,
  registry: SchemaRegistry,
  openMembers: OpenMembers,
): Readonly<Record<string, DocumentedResponse>> {
  const dialect = general.of(endpoint.id)
  const { status, response } = successResponse(endpoint, dialect, registry, openMembers)
  const content = refusalContent(endpoint, dialect, registry)
  const statusHeaders: Readonly<Record<number, string>> = {
    [dialect.status('unauthenticated')]: 'WWW-Authenticate',
    401: 'WWW-Authenticate',
    429: 'Retry-After',
    503: 'Retry-After',
  }
  const responses: Record<string, DocumentedResponse> = { [status]: response }
  for (const [code, { why, isParticular }] of refusedStatuses(endpoint, dialect)) {
    const mayBeEmpty = dialect.template('errorBody').mayBeEmpty && !endpoint.refusal
    const description = [...why, ...(mayBeEmpty ? ['There may be no body.'] : [])].join(' ')
    const header = statusHeaders[code]
    responses[code] =
      code < 400
        ? { description, ...(code === 303 ? { headers: { Location: { required: true, schema: text } } } : {}) }
        : {
            description,
            headers: {
              ...refusalHeaders,
              ...(header === undefined ? {} : { [header]: { schema: text } }),
              ...rateLimitHeaders(dialect),
            },
            content: isParticular ? content.particular : content.usual,
          }
  }
  // JavaScript puts members with numeric names first, in ascending order.
  return { ...responses, default: { description: anyOther, headers: refusalHeaders, content: content.particular } }
}
