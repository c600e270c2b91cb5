import type { Static, TObject, TSchema } from 'typebox'
import type { Conventions } from '../model/contract/conventions.ts'
import type { ServedEndpoint } from '../model/contract/endpoint.ts'
import type { Emulator } from '../emulator.ts'
import type { RequestContext } from '../pipeline/context.ts'
import type { World } from '../world/world.ts'
import type { EventStreams } from './event-stream.ts'

/** The request context, as the handlers of the control API see it. */
export interface ControlContext<Params = unknown, Body = unknown, Query = unknown> extends Pick<
  RequestContext,
  'request' | 'origin' | 'baseUrl' | 'search' | 'conventions'
> {
  readonly emulator: Emulator
  /** The world that the request names by its base path or by `x-emulator-world`, or else the default world. */
  readonly world: World
  /** The conventions at the start of the emulator. */
  readonly initialConventions: Conventions
  readonly params: Params
  readonly query: Query
  /** The streams of events that are open. */
  readonly streams: EventStreams
  /** The validated body; undefined when the endpoint has none. */
  readonly body: Body
}

/** The answer of a handler: JSON, or no content when `body`, `text` and `stream` are absent. */
export interface ControlAnswer {
  /** Default: that of the first documented answer. */
  readonly status?: number
  readonly body?: unknown
  /** JSON in pieces of text, which are sent one by one. */
  readonly text?: Iterator<string, void>
  /** A body of any other kind. */
  readonly stream?: ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** A documented answer of an endpoint. */
export interface ControlAnswerShape {
  readonly status: number
  readonly description: string
  readonly schema?: TSchema
  /** Default: JSON. */
  readonly mediaType?: string
}

/** The declaration of a control API endpoint. */
export interface ControlDefinition<
  Params extends TObject,
  Body extends TSchema,
  Query extends TObject,
> extends ServedEndpoint<Params, Query, Body> {
  /** The path below `/_emulator`, with `{parameters}`. */
  readonly path: string
  readonly body?: Body
  readonly answers: readonly ControlAnswerShape[]
  readonly handle: (
    context: ControlContext<Static<Params>, Static<Body>, Static<Query>>,
  ) => ControlAnswer | void | Promise<ControlAnswer | void>
}

// eslint-disable-next-line typescript/no-explicit-any -- each handler has types of its own, and only it uses them
export type ControlEndpoint = ControlDefinition<any, any, any>

/**
 * Declares an endpoint of the control API, from which routing, the index and the OpenAPI document derive. Its body is
 * never read from the query. Without a schema, a body is refused, since it would have no effect.
 */
export function defineControl<Params extends TObject, Body extends TSchema, Query extends TObject>(
  definition: ControlDefinition<Params, Body, Query>,
): ControlEndpoint {
  return { bodyType: 'whole', ...(definition as ControlEndpoint) }
}
