import type { Static, TSchema } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Answer, AnswerShape } from './answer.ts'
import type { Context } from './context.ts'
import type { ConventionName, Conventions } from './conventions.ts'
import type { CredentialKind } from './credentials.ts'
import type { Refusal } from './refusal.ts'
import type { ScopeAction } from './scope.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

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
  readonly toErrorResponse?: (refusal: Refusal) => Response
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

/** An endpoint as the list holds it: its types concern its own handler alone. */
// eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them
export type Endpoint = EndpointDefinition<any, any, any>
