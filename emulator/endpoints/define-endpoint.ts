import type { Static, TSchema } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Caller } from '../contract/caller.ts'
import type { CredentialKind } from '../contract/credentials.ts'
import type { ScopeAction } from '../contract/scope.ts'
import type { ConventionName, Conventions } from '../contract/conventions.ts'
import type { ApiError } from '../dialect/api-error.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Draft } from '../journal/draft.ts'
import type { Resource, StoredRecord } from '../contract/resource.ts'
import type { AdapterRegistry } from '../contract/adapter.ts'
import type { Page } from '../store/collection.ts'
import type { World } from '../world/world.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a handler works with. Ids in `params`, `query` and `body` are bare already, and all three match their schemas. */
export interface Context<Params, Query, Body> {
  readonly request: Request
  /** The address that clients see, without the path of the endpoint: where links lead. */
  readonly baseUrl: string
  /** The path and query behind `baseUrl`, as they came. */
  readonly path: string
  readonly search: string
  readonly world: World
  /** What the journal notes of the request. */
  readonly draft: Draft
  readonly conventions: Conventions
  readonly dialect: Dialect
  readonly adapters: AdapterRegistry
  readonly caller: Caller
  /** Whether answers whose schema the endpoint itself does not know are to be checked by the handler. */
  readonly checkResponses: boolean
  /** Told of an error that is the emulator's own where the handler answers it itself. */
  readonly onError: (error: unknown) => void
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** What an endpoint answers when all is well, as a value: the dialect makes a response of it. */
export type Answer =
  | { readonly kind: 'list'; readonly resource: Resource; readonly page: Page<StoredRecord>; readonly paged: boolean }
  | {
      readonly kind: 'legacyList'
      readonly resource: Resource
      readonly items: readonly StoredRecord[]
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'object'
      readonly resource: Resource
      readonly record: StoredRecord
      readonly created?: boolean
      readonly extra?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'deleted'; readonly resource: Resource; readonly record: StoredRecord }
  | {
      readonly kind: 'json'
      readonly value: unknown
      readonly name?: string
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'response'; readonly response: Response }

/** The shape of that answer: what the OpenAPI document says and what responses are checked against. */
export type AnswerShape =
  | { readonly kind: 'list' | 'legacyList' | 'deleted'; readonly resource: Resource }
  | {
      readonly kind: 'object'
      readonly resource: Resource
      readonly created?: boolean
      readonly extra?: (conventions: Conventions) => TSchema
    }
  | {
      readonly kind: 'json'
      readonly schema: (conventions: Conventions) => TSchema
      readonly name?: string
      readonly description: string
    }
  | {
      readonly kind: 'html' | 'mcp'
      readonly description: string
      /** Other statuses of that form, with their reasons. */ readonly others?: (
        conventions: Conventions,
      ) => Readonly<Record<number, string>>
    }

export interface EndpointDefinition<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  /** The operation id: what faults, the journal and the OpenAPI document call it. */
  readonly id: string
  readonly method: Method
  /** The path in the specification's own words. `{version}` stands for each version that is served. */
  readonly path: string | ((conventions: Conventions) => string)
  readonly summary: string
  /** Which credentials it takes; none for a public endpoint. */
  readonly credentials: readonly CredentialKind[]
  /** The resource family whose scope a credential needs. */
  readonly family?: string
  /** What the scope must allow when it does not follow from the method. */
  readonly action?: ScopeAction
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** How the body comes. Default: `json` where there is a body schema. `own`: the handler reads it. */
  readonly bodyType?: 'json' | 'form' | 'own'
  readonly answer: AnswerShape
  /** The response for a refusal where the specification or a standard gives errors a form of their own. Default: the dialect's. */
  readonly toErrorResponse?: (error: ApiError) => Response
  /** The schema of what `toErrorResponse` makes, and the statuses that it answers. */
  readonly refusal?: { readonly schema: TSchema; readonly statuses: readonly number[]; readonly description: string }
  /** The requirements that it answers for. */
  readonly requirements: readonly RequirementId[]
  /** The conventions that it leans on, beyond those that all endpoints do. */
  readonly conventions?: readonly ConventionName[]
  /** Whether it is served at all under these conventions. */
  readonly served?: (conventions: Conventions) => boolean
  readonly handle: (context: Context<Static<Params>, Static<Query>, Static<Body>>) => Answer | Promise<Answer>
}

/** An endpoint as the list holds it: its own types are its own business. */
// eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them
export type Endpoint = EndpointDefinition<any, any, any>

/** Declares an endpoint: the app, OPTIONS, HEAD, 405, OpenAPI and the coverage table derive from this. */
export function defineEndpoint<Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  definition: EndpointDefinition<Params, Query, Body>,
): Endpoint {
  return definition
}

/** The credentials of the versioned API and the Services API (clause 5.1). */
export const bearerCredentials: readonly CredentialKind[] = ['accessToken', 'personalAccessToken']

/** The credentials of the legacy API (clauses 5.4 and 5.6). */
export const legacyCredentials: readonly CredentialKind[] = [...bearerCredentials, 'integrationToken', 'apiKey']
