import { authenticate } from '../auth/authenticate.ts'
import type { Interceptor, Operation } from '../contract/intercept.ts'
import { parseSearch } from '../input/read-parameters.ts'

/** A situation that the specification allows and that clients tend to forget, played by the emulator. */
export interface Scenario {
  readonly name:
    | 'token-expires-mid-walk'
    | 'objects-change-mid-walk'
    | 'link-previous-first'
    | 'empty-page-mid-walk'
    | 'unknown-members'
    | 'rate-limited-mid-walk'
    | 'rename-races-revoke'
  /** What happens, in a sentence. */
  readonly description: string
  /** The clause that allows it. */
  readonly clause: string
  /** Begins the scenario: what has happened in one world is nothing to another. @internal */
  readonly begin: () => Interceptor
}

/** Declares a scenario. */
export function defineScenario(scenario: Scenario): Scenario {
  return scenario
}

/** Whether a request asks for a further page of a list: it comes with a cursor. */
export function asksForNextPage({ endpoint, request, scope }: Operation): boolean {
  if (request.method !== 'GET' || (endpoint.answer.kind !== 'list' && endpoint.answer.kind !== 'legacyList'))
    return false
  const parameters = parseSearch(scope.search)
  return ['starting_after', 'ending_before', 'cursor'].some((name) => parameters.has(name))
}

/** Whether a request comes with credentials that its endpoint takes: one that is refused for them changes nothing. */
export function isAuthenticated({ endpoint, request, scope: { world } }: Operation): boolean {
  try {
    authenticate(world, request.headers.get('authorization'), endpoint.credentials)
    return true
  } catch {
    return false
  }
}

/** An interceptor that acts on the first request that it applies to, and lets all others pass. */
export function once(applies: (operation: Operation) => boolean, act: Interceptor): Interceptor {
  let done = false
  return (operation, next) => {
    if (done || !applies(operation)) return next()
    done = true
    return act(operation, next)
  }
}

/** A response with another body and other headers. */
export function replaced(response: Response, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  const all = new Headers(response.headers)
  all.delete('Content-Length')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return new Response(body, { status: response.status, headers: all })
}
