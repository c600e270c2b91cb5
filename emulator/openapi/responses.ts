import Type, { type TSchema } from 'typebox'
import type { Endpoint } from '../contract/endpoint.ts'
import type { RefusalKind } from '../contract/refusal.ts'
import { answerSchema } from '../dialect/answer-schema.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { SchemaRegistry } from './schema-registry.ts'
import { errorBodies } from '../dialect/error-bodies.ts'

const text = { type: 'string' } as const
const linkHeader = {
  Link: {
    description:
      'Always two entries, first rel="previous", then rel="next". Each is an absolute URL with the attributes ' +
      'rel, results ("true" or "false") and cursor ("identifier:offset:is_prev") (clause 4.10).',
    required: true,
    schema: text,
  },
}
const limitHeaders = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, { schema: { type: 'integer' } }]),
)

interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, object>>
}

/** The successful response of an endpoint. */
function successOf(
  endpoint: Endpoint,
  dialect: Dialect,
  registry: SchemaRegistry,
): { readonly status: number; readonly response: DocumentedResponse } {
  const { answer } = endpoint
  const { createdStatus, deletedStatus, rateLimit } = dialect.conventions
  const schema = answerSchema(endpoint, dialect)
  const json = schema ? { content: { 'application/json': { schema: registry.convert(schema) } } } : {}
  const headers = { ...(answer.kind === 'legacyList' ? linkHeader : {}), ...(rateLimit > 0 ? limitHeaders : {}) }
  const common = { ...(Object.keys(headers).length > 0 ? { headers } : {}), ...json }
  switch (answer.kind) {
    case 'list':
    case 'legacyList':
      return {
        status: 200,
        response: { description: `The ${answer.resource.plural.replaceAll('_', ' ')}.`, ...common },
      }
    case 'object':
      return {
        status: answer.created ? createdStatus : 200,
        response: { description: `The ${answer.resource.name.replaceAll('_', ' ')}.`, ...common },
      }
    case 'deleted':
      return {
        status: deletedStatus,
        response: { description: deletedStatus === 204 ? 'Deleted.' : 'The deleted object.', ...common },
      }
    case 'json':
      return { status: 200, response: { description: answer.description, ...common } }
    case 'html':
      return { status: 200, response: { description: answer.description, content: { 'text/html': { schema: text } } } }
    case 'mcp':
      return {
        status: 200,
        response: {
          description: answer.description,
          content: { 'application/json': { schema: {} }, 'text/event-stream': { schema: text } },
        },
      }
  }
}

/** The kinds of refusal that an endpoint can answer with. */
function refusalsOf(
  { params, query, body, credentials, family, answer }: Endpoint,
  dialect: Dialect,
): readonly RefusalKind[] {
  const hasIds = (schema: TSchema | undefined) =>
    Object.values((schema as { properties?: Record<string, object> } | undefined)?.properties ?? {}).some(
      (property) => 'x-id' in property || 'x-reference' in property || 'pattern' in property,
    )
  const has = (schema: TSchema | undefined) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}).length > 0
  const kinds: (RefusalKind | false)[] = [
    (has(query) || has(params) || body !== undefined || dialect.conventions.unknownParameters === 'refuse') &&
      'refused',
    (hasIds(params) || hasIds(query) || hasIds(body)) && 'malformedId',
    has(query) && 'invalidEnum',
    credentials.length > 0 && 'unauthenticated',
    (family !== undefined || credentials.includes('apiKey')) && credentials.length > 0 && 'forbidden',
    has(params) && 'unknown',
    body !== undefined && 'tooLarge',
    body !== undefined && 'mediaType',
    answer.kind === 'object' && answer.created === true && 'conflict',
    dialect.conventions.rateLimit > 0 && 'rateLimited',
  ]
  return kinds.filter((kind) => kind !== false)
}

const reasons: Readonly<Partial<Record<RefusalKind, string>>> = {
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

const refusalHeaders: Readonly<Partial<Record<RefusalKind, string>>> = {
  unauthenticated: 'WWW-Authenticate',
  rateLimited: 'Retry-After',
}

const JsonRpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    // JSON-RPC advises against fractions, but an answer repeats the id that it got.
    id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
    error: Type.Object({ code: Type.Integer(), message: Type.String() }),
  },
  { title: 'JsonRpcError' },
)

type Content = Readonly<Record<string, { readonly schema: object }>>

/** The bodies of refusals: `usual` has the dialect's, `own` also the endpoint's own format. */
function refusalContent(
  { answer, refusal }: Endpoint,
  dialect: Dialect,
  registry: SchemaRegistry,
): { readonly usual: Content; readonly own: Content } {
  if (refusal) return { usual: {}, own: { 'application/json': { schema: registry.convert(refusal.schema) } } }
  const { mediaType, schema: errorSchema } = errorBodies[dialect.conventions.errorBody]
  const schema = registry.convert(errorSchema)
  const usual = { [mediaType]: { schema } }
  if (answer.kind === 'html') return { usual, own: { ...usual, 'text/html': { schema: text } } }
  if (answer.kind !== 'mcp') return { usual, own: usual }
  const rpc = registry.convert(JsonRpcError)
  return {
    usual,
    own: {
      ...usual,
      'application/json': { schema: mediaType === 'application/json' ? { anyOf: [schema, rpc] } : rpc },
    },
  }
}

/** Documents the responses of an operation in the dialect of the conventions, one for each status. */
export function responsesOf(
  endpoint: Endpoint,
  dialect: Dialect,
  registry: SchemaRegistry,
): Readonly<Record<string, DocumentedResponse>> {
  const { status, response } = successOf(endpoint, dialect, registry)
  const { answer, refusal } = endpoint
  const content = refusalContent(endpoint, dialect, registry)
  const kinds = refusal ? [] : refusalsOf(endpoint, dialect).map((kind) => [kind, dialect.status(kind)] as const)
  const others = refusal
    ? Object.fromEntries(refusal.statuses.map((code) => [code, refusal.description]))
    : 'others' in answer
      ? (answer.others?.(dialect.conventions) ?? {})
      : {}
  const responses = new Map<number, DocumentedResponse>([[status, response]])
  for (const code of new Set([...kinds.map(([, code]) => code), ...Object.keys(others).map(Number)])) {
    const own = kinds.filter(([, kindCode]) => kindCode === code).map(([kind]) => kind)
    const description = [
      ...own.map((kind) => reasons[kind]),
      ...(others[code] === undefined ? [] : [others[code]]),
    ].join(' ')
    if (code < 400) {
      responses.set(code, { description })
      continue
    }
    const headers = Object.fromEntries(
      own.flatMap((kind) => (refusalHeaders[kind] ? [[refusalHeaders[kind], { schema: text }]] : [])),
    )
    responses.set(code, {
      description,
      headers: {
        'X-Emulator-Requirement': { description: 'The requirement that the request broke.', schema: text },
        ...headers,
      },
      content: others[code] === undefined ? content.usual : content.own,
    })
  }
  return Object.fromEntries(
    [...responses].toSorted(([left], [right]) => left - right).map(([code, documented]) => [String(code), documented]),
  )
}
