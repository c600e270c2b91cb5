import type { Static, TSchema } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Answer, AnswerShape } from './answer.ts'
import type { Context } from './context.ts'
import type { ConventionName, Conventions } from './conventions.ts'
import type { CredentialKind } from './credentials.ts'
import type { Refusal } from './refusal.ts'
import type { ScopeAction } from './scope.ts'

/** The methods that endpoints have. HEAD and OPTIONS follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What declares an endpoint. Routes, OPTIONS, 405, the OpenAPI document and more derive from it. */
export interface EndpointDefinition<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  /** The operation id, for faults, the journal and the OpenAPI document. */
  readonly id: string
  readonly method: Method
  /** The path in the specification's own words. `{version}` stands for each version that is served. */
  readonly path: string | ((conventions: Conventions) => string)
  readonly summary: string
  /** The accepted credentials; none for a public endpoint. */
  readonly credentials: readonly CredentialKind[]
  /** The resource family whose scope a credential needs. */
  readonly family?: string
  /** The action that the scope must allow. Default: `read` for GET, else `write`. */
  readonly action?: ScopeAction
  readonly params?: Params
  readonly query?: Query
  /** Whether `limit` and the cursors have an effect. Default: always. */
  readonly paged?: (conventions: Conventions) => boolean
  readonly body?: Body
  /** The body under the conventions, for the OpenAPI document. Default: `body`. */
  readonly documentedBody?: (conventions: Conventions) => TSchema
  /** The form of the body. Default: `json` with a body schema. `own`: the handler reads the body. */
  readonly bodyType?: 'json' | 'form' | 'own'
  readonly answer: AnswerShape
  /** Makes the response for a refusal, when a standard prescribes its form. Default: the dialect's error body. */
  readonly toErrorResponse?: (refusal: Refusal) => Response
  /** The body schema and the statuses of `toErrorResponse`. */
  readonly refusal?: { readonly schema: TSchema; readonly statuses: readonly number[]; readonly description: string }
  /** The codes of its error bodies; `any` where those of adapters come too. Default: `known`. */
  readonly codes?: 'known' | 'any'
  /** The requirements that this endpoint meets. */
  readonly requirements: readonly RequirementId[]
  /** The conventions that change this endpoint, apart from those that change all of them. */
  readonly conventions?: readonly ConventionName[]
  /** Whether the endpoint is served under these conventions. Default: always. */
  readonly served?: (conventions: Conventions) => boolean
  readonly handle: (context: Context<Static<Params>, Static<Query>, Static<Body>>) => Answer | Promise<Answer>
}

/** An endpoint in the list of all. The types of its schemas are known only to its own handler. */
// eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them
export type Endpoint = EndpointDefinition<any, any, any>
