import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { answerSchema, hasNoBody } from '../dialect/answer-schema.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { SchemaRegistry } from './schema-registry.ts'
import { Type, type TSchema } from 'typebox'
import type { RefusalKind } from '../../model/contract/refusal.ts'
import { errorSchema } from '../dialect/error-body.ts'
import { declaredInput } from '../input/list-query.ts'

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

/** The kinds of refusal that an endpoint itself answers with. */
type DocumentedKind = Exclude<RefusalKind, 'unknownPath' | 'method' | 'internal' | 'unparsed' | 'fault'>

/** The kinds of refusal that an endpoint can answer with. Every request can exceed the rate limit. */
function possibleRefusals(endpoint: Endpoint, dialect: Dialect): readonly DocumentedKind[] {
  const { params, credentials, family, answer } = endpoint
  const { conventions } = dialect.of(endpoint.id)
  const { query, body } = declaredInput(endpoint, false, conventions)
  const hasIds = (schema: TSchema | undefined) =>
    Object.values((schema as { properties?: Record<string, object> } | undefined)?.properties ?? {}).some(
      (property) => 'x-id' in property || 'x-reference' in property || 'pattern' in property,
    )
  const has = (schema: TSchema | undefined) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}).length > 0
  const kinds: (DocumentedKind | false)[] = [
    (has(query) || has(params) || body !== undefined || conventions.unknownParameters === 'refuse') && 'refused',
    (hasIds(params) || hasIds(query) || hasIds(body)) && 'malformedId',
    has(query) && 'invalidEnum',
    credentials.length > 0 && 'unauthenticated',
    (family !== undefined || credentials.includes('apiKey')) && credentials.length > 0 && 'forbidden',
    has(params) && 'unknown',
    body !== undefined && 'tooLarge',
    body !== undefined && 'mediaType',
    answer.kind === 'object' && answer.created === true && 'conflict',
    'rateLimited',
  ]
  return kinds.filter((kind) => kind !== false)
}

const reasons: Readonly<Record<DocumentedKind, string>> = {
  refused: 'The request is invalid.',
  malformedId: 'An id is malformed (clause 2.1).',
  invalidEnum: 'An enum filter has an invalid value; the error lists the allowed options (clause 4.5).',
  unauthenticated: 'The credentials are missing, unknown, expired or of an unsupported kind.',
  forbidden: 'The credentials do not allow this operation.',
  unknown: 'The object does not exist.',
  tooLarge: 'The body is too large.',
  mediaType: 'The Content-Type is not supported.',
  conflict: 'The object already exists.',
  rateLimited: 'Too many requests. Retry-After gives the seconds to wait.',
}
const unavailable = 'The service cannot answer now, as where a test added a fault. Retry-After may say when it can.'
/** The description of every status that has no entry of its own. */
const anyOther =
  'Any other refusal, such as an evicted world, a full memory, or another status of a fault that a test added.'

const JsonRpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    // JSON-RPC advises against fractions, but an answer repeats the id that it got.
    id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
    error: Type.Object({ code: Type.Integer(), message: Type.String() }),
  },
  { title: 'JsonRpcError' },
)

type RefusalContent = Readonly<Record<string, { readonly schema: object }>>

/** The bodies of refusals: `usual` has the dialect's, `own` also the endpoint's own format. */
function refusalContent(
  { answer, refusal, codes }: Endpoint,
  dialect: Dialect,
  registry: SchemaRegistry,
): { readonly usual: RefusalContent; readonly particular: RefusalContent } {
  if (refusal) {
    const particular = { 'application/json': { schema: registry.convert(refusal.schema) } }
    return { usual: particular, particular }
  }
  const errorBody = dialect.template('errorBody')
  const { mediaType } = errorBody
  const schema = registry.convert(errorSchema(errorBody, codes))
  const usual = { [mediaType]: { schema } }
  if (answer.kind === 'html') return { usual, particular: { ...usual, 'text/html': { schema: text } } }
  if (answer.kind !== 'mcp') return { usual, particular: usual }
  const rpc = registry.convert(JsonRpcError)
  return {
    usual,
    particular: {
      ...usual,
      'application/json': { schema: mediaType === 'application/json' ? { anyOf: [schema, rpc] } : rpc },
    },
  }
}

/** The reasons for a status other than success. */
interface RefusalReasons {
  readonly why: readonly string[]
  /** True if the body may have the endpoint's own format. */
  readonly isParticular: boolean
}

/** The statuses of an operation other than that of success. */
function refusedStatuses(endpoint: Endpoint, dialect: Dialect): ReadonlyMap<number, RefusalReasons> {
  const { answer, refusal } = endpoint
  const kinds = refusal ? [] : possibleRefusals(endpoint, dialect)
  const others = 'others' in answer ? (answer.others?.(dialect.conventions) ?? {}) : {}
  const reasonsByStatus = [
    ...kinds.map((kind) => ({ status: dialect.status(kind), why: reasons[kind], isParticular: false })),
    ...(refusal?.statuses ?? []).map((status) => ({ status, why: refusal!.description, isParticular: true })),
    ...Object.entries(others).map(([status, why]) => ({ status: Number(status), why, isParticular: true })),
    { status: 503, why: unavailable, isParticular: false },
  ]
  return new Map(
    [...Map.groupBy(reasonsByStatus, ({ status }) => status)].map(([status, all]) => [
      status,
      { why: all.map(({ why }) => why), isParticular: all.some(({ isParticular }) => isParticular) },
    ]),
  )
}
