import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * A request on its way. There is one for each request, and each step of the way adds to it what it finds. Its endpoint
 * is known to faults and scenarios, its input only to the handler.
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

/** Puts steps before the rest of a way, the first one outermost. */
export function compose<In>(steps: readonly Middleware<In>[], rest: Next<In>): Next<In> {
  return steps.reduceRight<Next<In>>((next, step) => (context) => step(context, next), rest)
}
