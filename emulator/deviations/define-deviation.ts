import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../contract/conventions.ts'

/** Answers a request, as `fetch` does. */
export type FetchLike = (request: Request) => Promise<Response>

/** A server made of another: what a deviation puts around `fetch`. */
export type FetchWrapper = (next: FetchLike) => FetchLike

/**
 * A deliberate violation of one stated requirement: a wrapper around `fetch`, so that the handlers stay clean. It
 * may alter, drop, replay or split requests and rewrite answers. The kit must catch every one.
 */
export interface Deviation {
  /** A literal in kebab-case that grep finds. */
  readonly name: string
  /** The requirement that the server breaks. */
  readonly requirement: RequirementId
  /** What the server does wrong, in a sentence. */
  readonly description: string
  /** The check that is meant to catch it. */
  readonly caughtBy: string
  /** The conventions under which it shows, where the defaults hide it. */
  readonly conventions?: Partial<Conventions>
  /** A server that deviates, from one that does not. Each call begins with no memory of an earlier one. */
  readonly wrap: (next: FetchLike) => FetchLike
}

/** Declares a deviation. */
export function defineDeviation(deviation: Deviation): Deviation {
  return deviation
}

/** A deviation that rewrites some JSON answers: `change` gets the body and returns what to send instead, or undefined to leave it. */
export function rewriteJson(
  applies: (request: Request, response: Response) => boolean,
  change: (body: unknown, request: Request) => unknown,
): FetchWrapper {
  return (next) => async (request) => {
    const copy = request.clone()
    const response = await next(request)
    if (!applies(copy, response) || !(response.headers.get('content-type') ?? '').includes('json')) return response
    const text = await response.text()
    const changed = text === '' ? undefined : change(JSON.parse(text), copy)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(changed === undefined ? text : JSON.stringify(changed), { status: response.status, headers })
  }
}

/** A deviation that alters some requests on their way in: `change` returns another URL. */
export function rewriteUrl(change: (url: URL, request: Request) => URL | undefined): FetchWrapper {
  return (next) => (request) => {
    const url = change(new URL(request.url), request)
    return next(url === undefined ? request : new Request(url, request))
  }
}
