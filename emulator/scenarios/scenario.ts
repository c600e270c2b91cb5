import { authenticate } from '../auth/authenticate.ts'
import type { Interceptor, Operation } from '../contract/intercept.ts'
import { parseSearch } from '../input/read-parameters.ts'

/** A situation that the specification allows and clients tend to overlook. The emulator can play it. */
export interface Scenario {
  /** A literal in kebab-case that grep finds. */
  readonly name:
    | 'token-expires-mid-walk'
    | 'objects-change-mid-walk'
    | 'link-previous-first'
    | 'empty-page-mid-walk'
    | 'unknown-members'
    | 'rate-limited-mid-walk'
    | 'rename-races-revoke'
  /** What happens, in one or two sentences. */
  readonly description: string
  /** The clause of the specification that allows it. */
  readonly clause: string
  /** Starts the scenario, with a state of its own for each world. @internal */
  readonly begin: () => Interceptor
}

/** Declares a scenario. */
export function defineScenario(scenario: Scenario): Scenario {
  return scenario
}

/** Whether a request asks for another page of a list: it has a cursor. */
export function asksForNextPage({ endpoint, request, scope }: Operation): boolean {
  if (request.method !== 'GET' || (endpoint.answer.kind !== 'list' && endpoint.answer.kind !== 'legacyList'))
    return false
  const parameters = parseSearch(scope.search)
  return ['starting_after', 'ending_before', 'cursor'].some((name) => parameters.has(name))
}

/** Whether the endpoint accepts the credentials of a request. A scenario must not act on a request that is refused. */
export function isAuthenticated({ endpoint, request, scope: { world } }: Operation): boolean {
  try {
    authenticate(world, request.headers.get('authorization'), endpoint.credentials)
    return true
  } catch {
    return false
  }
}

/** Makes an interceptor that acts on the first request that it applies to, and on no other. */
export function once(applies: (operation: Operation) => boolean, act: Interceptor): Interceptor {
  let done = false
  return (operation, next) => {
    if (done || !applies(operation)) return next()
    done = true
    return act(operation, next)
  }
}

/** Copies a response with another body and additional headers. */
export function replaced(response: Response, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  const all = new Headers(response.headers)
  all.delete('Content-Length')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return new Response(body, { status: response.status, headers: all })
}
