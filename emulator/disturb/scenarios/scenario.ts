import { authenticate } from '../../api/auth/authenticate.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { readNote, attachNote } from '../../api/dialect/noted-response.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'

/** The number that a scenario can be given, as N in `NAME=N`. */
export interface ScenarioSetting {
  /** The meaning of the number, in a few words. */
  readonly meaning: string
  /** The number without `=N`. */
  readonly default: number
  /** The largest number. The smallest is 1. */
  readonly most: number
}

/** A situation that the specification allows and clients tend to overlook. */
export interface ScenarioRow {
  /** The situation, in one or two sentences. */
  readonly description: string
  /** The clause of the specification that allows it. */
  readonly clause: string
  /** The number that it takes, if any. */
  readonly setting?: ScenarioSetting
  /** True if each path is also served with its trailing slash added or removed, as the target of a redirect. */
  readonly servesEitherSlash?: boolean
  /** Starts the scenario, with a state of its own for each world. @internal */
  readonly begin: (setting: number) => Middleware
}

/** Scenarios by their names, under a title for people. */
export interface ScenarioGroup {
  readonly title: string
  readonly scenarios: Readonly<Record<string, ScenarioRow>>
}

/** Returns true if a request asks for a further page of a list, with a cursor. */
export function asksForNextPage({ endpoint, request, search }: RoutedContext): boolean {
  if (request.method !== 'GET' || (endpoint.answer.kind !== 'list' && endpoint.answer.kind !== 'legacyList'))
    return false
  const parameters = parseSearch(search)
  return ['starting_after', 'ending_before', 'cursor'].some((name) => parameters.has(name))
}

/**
 * Returns true if the endpoint accepts the credentials of a request. A scenario must not act on a request that is
 * refused.
 */
export function isAuthenticated({ endpoint, request, world }: RoutedContext): boolean {
  try {
    authenticate(world, request.headers.get('authorization'), endpoint.credentials)
    return true
  } catch {
    return false
  }
}

/** Returns true if a protected endpoint accepts the credentials of a request. Never for HEAD, which has no effect. */
export function acceptsCredentials(context: RoutedContext): boolean {
  const { endpoint, request } = context
  return request.method !== 'HEAD' && endpoint.credentials.length > 0 && isAuthenticated(context)
}

/** A copy of a context with another value of a query parameter. */
export function setQueryParameter(context: RoutedContext, name: string, value: string): RoutedContext {
  const parameters = new URLSearchParams(context.search)
  parameters.set(name, value)
  return { ...context, search: `?${parameters.toString()}` }
}

/** Makes a step that acts on the first request that it applies to, and on no other. */
export function actOnFirst(applies: (context: RoutedContext) => boolean, act: Middleware): Middleware {
  let done = false
  return (context, next) => {
    if (done || !applies(context)) return next(context)
    done = true
    return act(context, next)
  }
}

/** Makes a step that acts on every request that it applies to. */
export function actOnEvery(applies: (context: RoutedContext) => boolean, act: Middleware): Middleware {
  return (context, next) => (applies(context) ? act(context, next) : next(context))
}

/** Copies a response with additional headers, and perhaps with another body. */
export function copyResponse(response: Response, headers: Readonly<Record<string, string>>, body?: string): Response {
  const all = new Headers(response.headers)
  if (body !== undefined) all.delete('Content-Length')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  const note = readNote(response)
  // Copies the text, if known, so that it can still be read: a stream cannot be read before it is sent.
  const text = body ?? note?.text
  const copy = new Response(text ?? response.body, { status: response.status, headers: all })
  return text === undefined ? copy : attachNote(copy, { ...note, text, headers: Object.fromEntries(all) })
}

/** Operations that return data of a user or an adapter, whose meaning would change with its form. */
const foreign: readonly OperationId[] = [
  'configurations.value',
  'configurations.update',
  'services.capabilities',
  'services.invoke',
  'mcp',
]

/** Changes the JSON of a response. Other responses, and data of users and adapters, stay unchanged. */
export async function changeJsonBody(
  { endpoint: { id } }: RoutedContext,
  response: Response,
  change: (json: unknown) => unknown,
): Promise<Response> {
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
  if (!isJson || (response.ok && foreign.includes(id))) return response
  const text = await response.text()
  return copyResponse(response, {}, text === '' ? text : JSON.stringify(change(JSON.parse(text))))
}

/** The name of the member that holds a user's own data, in the answers of an operation. */
export function dataOwner({ endpoint: { id } }: RoutedContext): string | undefined {
  return id.startsWith('configurations.') ? 'value' : undefined
}
