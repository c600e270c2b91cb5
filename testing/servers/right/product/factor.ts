// What differs between right servers, one thing at a time: clauses 2 to 9 leave each of these open.
import type { Choices } from '../service/open-service.ts'
import type { Send } from '../over-socket.ts'

/** Changes a request, or an answer. */
export type Between = NonNullable<Choices['fault']>

/** A value of a factor: what the server does, or what its target file says. */
export interface FactorValue {
  readonly choices?: Choices
  /** Stands before the service; that of the first factor is the innermost. */
  readonly between?: Between
  /** How answers are sent over a socket; undefined for a server in this process. */
  readonly send?: Send
  /** Milliseconds that each answer takes. */
  readonly latency?: number
  /** What the target file says otherwise. */
  readonly target?: Readonly<Record<string, unknown>>
  /** Default: true. */
  readonly hasHooks?: boolean
}

/** Something that SPEC.md leaves open, with what right servers do. The first value is the usual one. */
export type Factor = Readonly<Record<string, FactorValue>>

/** Changes the headers of each answer. */
export const withHeaders =
  (change: (headers: Headers, request: Request, status: number) => void): Between =>
  async (request, next) => {
    const response = await next(request.clone())
    const headers = new Headers(response.headers)
    change(headers, request, response.status)
    return new Response(response.body, { status: response.status, headers })
  }
