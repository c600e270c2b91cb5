import type { Static, TObject, TSchema } from 'typebox'
import type { Conventions } from '../contract/conventions.ts'
import type { Emulator } from '../emulator.ts'
import type { World } from '../world/world.ts'

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a handler of the control API works with. */
export interface ControlContext<Params = unknown, Body = unknown> {
  readonly emulator: Emulator
  /** The world that the request names by its base path or by `x-emulator-world`; the default one otherwise. */
  readonly world: World
  /** The conventions that the emulator began with. */
  readonly initialConventions: Conventions
  /** The address of the emulated API; the control API is at `{baseUrl}/_emulator`. */
  readonly baseUrl: string
  readonly params: Params
  /** The query as it came; repeated parameters are refused before. */
  readonly query: ReadonlyMap<string, string>
  /** Matches the schema; undefined when none came. */
  readonly body: Body
}

/** What a handler answers: JSON unless there is no body. */
export interface ControlAnswer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ControlAnswerShape {
  readonly status: number
  readonly description: string
  readonly schema?: TSchema
}

export interface ControlDefinition<Params extends TObject, Body extends TSchema> {
  readonly id: string
  readonly method: ControlMethod
  /** Behind `/_emulator`, with `{parameters}`. */
  readonly path: string
  readonly summary: string
  readonly params?: Params
  /** Parameters of the query, each optional; others are refused unless `moreQuery` says what they are. */
  readonly query?: TObject
  readonly moreQuery?: string
  readonly body?: Body
  readonly bodyOptional?: boolean
  /** Bytes. Default: 16 MiB. */
  readonly bodyLimit?: number
  readonly answers: readonly ControlAnswerShape[]
  readonly handle: (context: ControlContext<Static<Params>, Static<Body>>) => ControlAnswer
}

// eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them
export type ControlEndpoint = ControlDefinition<any, any>

/** Declares an endpoint of the control API: routing, OPTIONS, 405, its index and its OpenAPI document derive from this. */
export function defineControl<Params extends TObject, Body extends TSchema>(
  definition: ControlDefinition<Params, Body>,
): ControlEndpoint {
  return definition
}
