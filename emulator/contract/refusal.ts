import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { SchemaFault } from '../tools/json-schema.ts'

/** Why a request is refused. `fault` is a refusal that a test asked for. */
export type RefusalKind =
  | 'refused'
  | 'malformedId'
  | 'invalidEnum'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'unknownPath'
  | 'method'
  | 'conflict'
  | 'tooLarge'
  | 'mediaType'
  | 'rateLimited'
  | 'internal'
  | 'fault'

/** One thing that is wrong with a request. `at` is a JSON pointer into the body, or the name of a parameter. */
export type RefusalDetail = SchemaFault

/** A refusal of a request, before it has a form: see dialect/api-error.ts. */
export interface Refusal {
  readonly kind: RefusalKind
  readonly code: string
  readonly message: string
  /** The requirement that the request broke. */
  readonly requirement: RequirementId | undefined
  readonly details: readonly RefusalDetail[]
  readonly headers: Readonly<Record<string, string>>
  /** The status in place of the one that the kind has under the conventions. */
  readonly status: number | undefined
}
