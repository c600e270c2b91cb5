// The differences between right servers, one thing at a time: clauses 2 to 9 leave each of these open.
import type { Choices } from '../service/open-service.ts'
import type { Send } from '../over-socket.ts'

/** The requests to a server so far, with this one. */
export interface SeenRequests {
  readonly count: number
  /** Milliseconds since 1970, by the clock of the service. */
  readonly now: number
}

/** Changes a request, or its answer. */
export type Between = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  seen: SeenRequests,
) => Response | Promise<Response>

/** A value of a factor: what the server does, or what its target file says. */
export interface FactorValue {
  readonly choices?: Choices
  /** Stands before the service; that of the first factor is the innermost. */
  readonly between?: Between
  /** How answers are sent over a socket; undefined for a server in this process. */
  readonly send?: Send
  /** Milliseconds that each answer takes. */
  readonly latency?: number
  /** The changes of the target file, given the form of tokens. */
  readonly target?: (form: (token: string) => string) => Readonly<Record<string, unknown>>
  /** Default: true. */
  readonly hasHooks?: boolean
}

/** Something that SPEC.md leaves open, with what right servers do. The first value is the usual one. */
export type Factor = Readonly<Record<string, FactorValue>>

/** Changes each answer. */
export const changeEachAnswer =
  (change: (response: Response, request: Request, seen: SeenRequests) => Response | Promise<Response>): Between =>
  async (request, next, seen) =>
    change(await next(request.clone()), request, seen)

/** Changes the answers to requests whose method and path match. */
export const changeMatchingAnswers = (
  pattern: RegExp,
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Between =>
  changeEachAnswer((response, request) =>
    pattern.test(`${request.method} ${new URL(request.url).pathname}`) ? change(response, request) : response,
  )

/** Changes the headers of each answer. */
export const changeAnswerHeaders = (
  change: (headers: Headers, request: Request, status: number, seen: SeenRequests) => void,
): Between =>
  changeEachAnswer((response, request, seen) => {
    const headers = new Headers(response.headers)
    change(headers, request, response.status, seen)
    return new Response(response.body, { status: response.status, headers })
  })
