import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The context of a request in the pipeline. Each request has one, and each step adds its results. Faults and scenarios
 * know the endpoint; only the handler knows the input.
 */
/* eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them */
export interface RequestContext extends Context<any, any, any> {
  /** Not published, as compilers fail on bundled types of TypeBox. @internal */
  readonly endpoint: Endpoint
  /** The parameters of the path, decoded but not parsed. */
  readonly rawParams: Readonly<Record<string, string>>
}

/** A step on the way of a request. It can pass on a changed context, change the answer, or answer itself. */
export type Middleware<In = RequestContext> = (context: In, next: Next<In>) => Promise<Response>

/** The rest of the way. */
export type Next<In = RequestContext> = (context: In) => Promise<Response>
