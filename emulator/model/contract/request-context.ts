import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The context of a request whose endpoint is known, as faults and scenarios see it: its input is read later. The
 * pipeline has one context for each request (pipeline/context.ts).
 */
/* eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them */
export interface RoutedContext extends Context<any, any, any> {
  /** Not published, as compilers fail on bundled types of TypeBox. @internal */
  readonly endpoint: Endpoint
  /** The parameters of the path, decoded but not parsed. */
  readonly rawParams: Readonly<Record<string, string>>
}

/** A step on the way of a request. It can pass on a changed context, change the answer, or answer itself. */
export type Middleware<In = RoutedContext> = (context: In, next: Next<In>) => Promise<Response>

/** The rest of the way. */
export type Next<In = RoutedContext> = (context: In) => Promise<Response>
