import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { SchemaFault } from '../../tools/json-schema.ts'

/** Why a request is refused. `fault`: a test asked for it. */
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
  | 'unparsed'
  | 'fault'

/** One mistake in a request. `at` is a JSON pointer into the body, or the name of a parameter. */
export type RefusalDetail = SchemaFault

/** A refusal of a request. `ApiError` in dialect/api-error.ts is one that can be thrown. */
export interface Refusal {
  readonly kind: RefusalKind
  readonly code: string
  readonly message: string
  /** The requirement that the request broke. */
  readonly requirement: RequirementId | undefined
  readonly details: readonly RefusalDetail[]
  /** The kind of the first mistake, which a service may answer in its own way. Default: its place. */
  readonly mistake?: string | undefined
  /** The number of faults beyond those in `details`. */
  readonly more?: number
  readonly headers: Readonly<Record<string, string>>
  /** Overrides the status that the conventions give the kind. */
  readonly status: number | undefined
}
