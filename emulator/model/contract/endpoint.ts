import type { Static, TSchema } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Answer, AnswerShape } from './answer.ts'
import type { Context, PublicContext } from './context.ts'
import type { ConventionName, Conventions } from './conventions.ts'
import type { CredentialKind, ScopeAction } from './credentials.ts'
import type { OperationId } from './operation-ids.ts'
import type { Refusal } from './refusal.ts'

/** The methods that endpoints have. HEAD and OPTIONS follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/* eslint-disable typescript/no-explicit-any -- each handler's types differ, and only it relies on them */
/**
 * The part of an endpoint's declaration that the emulated API and the control API share. Routes, OPTIONS, 405 and input
 * derive from it.
 */
export interface ServedEndpoint<Params extends TSchema = any, Query extends TSchema = any, Body extends TSchema = any> {
  /* eslint-enable typescript/no-explicit-any */
  /** The operation id, for faults, the journal and the OpenAPI document. */
  readonly id: string
  readonly method: Method
  readonly summary: string
  readonly credentials?: readonly CredentialKind[]
  readonly params?: Params
  /** With `additionalProperties`, other parameters are not refused. */
  readonly query?: Query
  /** The body. If its form depends on conventions, a function of them that returns the same object each time. */
  readonly body?: Body | ((conventions: Conventions) => Body)
  /**
   * The form of the body. Default: `json` with a body schema: an object, whose members may also be in the query.
   * `whole`: a JSON value that is never read from the query; without a schema, a body is refused. `own`: the handler
   * reads the body.
   */
  readonly bodyType?: 'json' | 'whole' | 'form' | 'own'
  /** True if no body counts as an empty object where the body is `whole`. Otherwise a request without one is refused. */
  readonly bodyOptional?: boolean
  /** In bytes. Default: that of the conventions. A body of more than 4 MiB may hold any number of values. */
  readonly bodyLimit?: number
  readonly answer?: AnswerShape
  /** Makes the response for a refusal, when a standard prescribes its form. Default: the dialect's error body. */
  readonly toErrorResponse?: (refusal: Refusal) => Response
  /** The requirements that this endpoint meets. */
  readonly requirements?: readonly RequirementId[]
}

/** The declaration of an endpoint of the emulated API. The OpenAPI document and more derive from it. */
interface EndpointFacts<Params extends TSchema, Query extends TSchema, Body extends TSchema> extends ServedEndpoint<
  Params,
  Query,
  Body
> {
  readonly id: OperationId
  /** The path in the specification's own words. `{version}` is each served version. */
  readonly path: string | ((conventions: Conventions) => string)
  /** The resource family whose scope a credential needs. */
  readonly family?: string
  /** The action that the scope must allow. Default: `read` for GET, else `write`. */
  readonly action?: ScopeAction
  /** True if `pagedLists` has no effect. Default: false. */
  readonly alwaysPaged?: boolean
  readonly answer: AnswerShape
  /** The body schema and the statuses of `toErrorResponse`. */
  readonly refusal?: { readonly schema: TSchema; readonly statuses: readonly number[]; readonly description: string }
  /** The codes of its error bodies; `any` includes those of adapters. Default: `known`. */
  readonly codes?: 'known' | 'any'
  readonly requirements: readonly RequirementId[]
  /** The conventions that change this endpoint, apart from those that change all endpoints. */
  readonly conventions?: readonly ConventionName[]
  /** True if the endpoint is served under these conventions. Default: always. */
  readonly served?: (conventions: Conventions) => boolean
}

/** The declaration of an endpoint without credentials. */
export interface PublicEndpoint<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
> extends EndpointFacts<Params, Query, Body> {
  readonly credentials: NoCredentials
  readonly handle: (context: PublicContext<Static<Params>, Static<Query>, Static<Body>>) => Answer | Promise<Answer>
}

/** The declaration of an endpoint that requires credentials. */
export interface ProtectedEndpoint<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
> extends EndpointFacts<Params, Query, Body> {
  readonly credentials: AcceptedCredentials
  readonly handle: (context: Context<Static<Params>, Static<Query>, Static<Body>>) => Answer | Promise<Answer>
}

/** No credentials, as a list of their kinds. */
export type NoCredentials = readonly [] & readonly CredentialKind[]

/** The kinds of credentials that an endpoint accepts. */
export type AcceptedCredentials = readonly [CredentialKind, ...CredentialKind[]]

/* eslint-disable typescript/no-explicit-any -- each handler's types differ, and only it relies on them */
/** A public endpoint in the list of all. The types of its schemas are known only to its own handler. */
export type AnyPublicEndpoint = PublicEndpoint<any, any, any>

/** A protected endpoint in the list of all. */
export type AnyProtectedEndpoint = ProtectedEndpoint<any, any, any>
/* eslint-enable typescript/no-explicit-any */

/** An endpoint in the list of all. */
export type Endpoint = AnyPublicEndpoint | AnyProtectedEndpoint
