import type { Answer } from '../../model/contract/answer.ts'
import type { ApiError } from './api-error.ts'
import { anyOrigin, type CorsHeaders, noOrigin, addCors } from './cors.ts'
import type { Dialect } from './dialect.ts'
import { hasNoBody } from './answer-schema.ts'
import { notedResponse, responseClass } from './noted-response.ts'

const json = 'application/json'

/** The rate limit headers when there is no limit. */
export const noLimits: Readonly<Record<string, string>> = {}

/** The parts of a response that do not depend on the answer. */
interface OtherParts {
  readonly limits: Readonly<Record<string, string>>
  readonly cors: CorsHeaders
  /** The number of the request. */
  readonly index: number
}

/**
 * Makes the response for an answer, with the headers that it does not decide. All are passed at once: setting one
 * later would make Node build its Headers, which takes longer than the whole answer.
 */
export function toResponse(answer: Answer, dialect: Dialect, { limits, cors, index }: OtherParts): Response {
  const { conventions } = dialect
  const requestId = toRequestId(index)
  const others = limits === noLimits ? cors : { ...limits, ...cors }
  switch (answer.kind) {
    case 'list': {
      const { items, hasMore } = answer.page
      const paging = { hasMore, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null }
      return jsonResponse(
        dialect.list('listEnvelope', answer.resource, items, paging, requestId),
        conventions.successStatus,
        others,
      )
    }
    case 'legacyList': {
      const text = dialect.list('legacyListEnvelope', answer.resource, answer.items, answer.paging, requestId)
      return jsonResponse(text, conventions.successStatus, { ...answer.headers, ...others })
    }
    case 'object': {
      const takesSecret = dialect.shows('objectEnvelope', '$secret')
      const [secret] = takesSecret ? Object.values(answer.extra ?? {}) : []
      const text =
        answer.extra && !takesSecret
          ? JSON.stringify({ ...dialect.visible(answer.resource, answer.record), ...answer.extra })
          : dialect.json(answer.resource, answer.record)
      return jsonResponse(
        dialect.object(answer.resource.name, text, {
          requestId,
          id: answer.record.id,
          secret: secret === undefined ? undefined : String(secret),
        }),
        answer.created ? conventions.createdStatus : conventions.successStatus,
        others,
      )
    }
    case 'deleted': {
      const status = conventions.deletedStatus
      if (hasNoBody(status)) return new Response(null, { status, headers: others })
      const text = dialect.json(answer.resource, answer.record)
      return jsonResponse(
        dialect.object(answer.resource.name, text, { requestId, id: answer.record.id }),
        status,
        others,
      )
    }
    case 'json': {
      const text = JSON.stringify(answer.value)
      return jsonResponse(
        answer.name === undefined ? text : dialect.object(answer.name, text, { requestId }),
        answer.status ?? conventions.successStatus,
        answer.headers ? { ...answer.headers, ...others } : others,
      )
    }
    case 'template': {
      const text = dialect.filled(answer.template, answer.values, answer.repeated, requestId)
      return jsonResponse(text, conventions.successStatus, answer.headers ? { ...answer.headers, ...others } : others)
    }
    case 'response': {
      const response = addCors(answer.response, cors)
      for (const [name, value] of Object.entries(limits)) response.headers.set(name, value)
      return response
    }
  }
}

/** The parts of the response for a refusal. */
interface RefusalParts {
  readonly index: number | undefined
  /** The status in the body, if the form of the answer replaces that of the conventions. */
  readonly toldStatus?: number | undefined
}

/** Makes the response for a refusal. The header `x-emulator-requirement` names the violated requirement. */
export function toErrorResponse(
  error: ApiError,
  dialect: Dialect,
  { cors, index, toldStatus }: Omit<OtherParts, 'limits' | 'index'> & RefusalParts,
): Response {
  const { mediaType } = dialect.template('errorBody')
  const text = dialect.error(error, index === undefined ? undefined : toRequestId(index), toldStatus)
  const headers: Record<string, string> = {
    ...(text === '' ? {} : { 'Content-Type': mediaType }),
    ...cors,
    ...error.headers,
    'x-emulator-code': error.code,
  }
  if (error.requirement) headers['x-emulator-requirement'] = error.requirement
  const status = dialect.statusOf(error)
  // RFC 9110 section 15.5.2: a 401 has a challenge, even if a convention uses it for another refusal.
  if (status === 401) headers['WWW-Authenticate'] ??= 'Bearer realm="Platform Data API"'
  // RFC 9110 section 15.5.8 states the same of a 407.
  if (status === 407) headers['Proxy-Authenticate'] ??= 'Bearer realm="Platform Data API"'
  return notedResponse(text, status, headers)
}

/** The id of a request by its number in the journal. */
export function toRequestId(index: number): string {
  return `req_${index}`
}

function jsonResponse(text: string, status: number, headers: Readonly<Record<string, string>>): Response {
  const common = usual.get(headers)
  if (!common) return notedResponse(text, status, { 'Content-Type': json, ...headers })
  return notedResponse(text, status, common, headers === anyOrigin ? inProcessHeaders(common) : common)
}

/**
 * All headers of an answer that sets none itself, as most do. Shared, so that the journal does not keep a copy for
 * each.
 */
const usual: ReadonlyMap<CorsHeaders, Readonly<Record<string, string>>> = new Map(
  [anyOrigin, noOrigin].map((cors) => [cors, Object.freeze({ 'Content-Type': json, ...cors })]),
)

/**
 * The usual headers in process, in the form that a Response takes in the least time. Node copies Headers in less time
 * than it checks a record. If the class kept the Headers it is given, changing one answer would change all.
 */
function inProcessHeaders(common: Readonly<Record<string, string>>): Headers | Readonly<Record<string, string>> {
  if (!responseClass().copiesHeaders) return common
  if (!(shared instanceof Headers)) shared = new Headers(common)
  return shared
}

let shared: Headers | undefined
