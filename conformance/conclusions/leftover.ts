import type { OperationId } from '../catalogue/operations.ts'

/** A thing that a run has made at a target. */
export interface Made {
  /** The operation that makes it; undefined for a request to any other address. */
  readonly operation?: OperationId | undefined
  /** Its name, by which it can be found if its id never came back. */
  readonly name: string
  /** The id; known once the answer has come. */
  readonly id?: string | undefined
}

/** A thing that could not be deleted, with the reason. */
export interface Leftover {
  readonly made: Made
  readonly why: LeftoverReason
}

/** The reason why a thing stays. */
export type LeftoverReason =
  /** No way to take it back is documented. */
  | { readonly kind: 'undocumented' }
  /** No way to take it back is documented, and it ends by itself. */
  | { readonly kind: 'ends' }
  /** It may exist: its id never came back, and the target does not show all such things. */
  | { readonly kind: 'unidentified' }
  /** No list shows its id under the name of the run, so that it may be something else. */
  | { readonly kind: 'unlisted' }
  /** The target refused to delete it. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The request to delete it failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
