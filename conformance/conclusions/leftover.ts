import type { OperationId } from '../catalogue/operations.ts'

/** What hooks of the target file create, with the hook that deletes one. */
export const createHooks = {
  createProduct: { noun: 'product', deletedBy: 'deleteProduct' },
  createEvent: { noun: 'event', deletedBy: 'deleteEvent' },
} as const
/** A hook of the target file that creates something. */
export type CreateHook = keyof typeof createHooks

/** A thing that a run has made at a target. */
export interface Made {
  /** The operation that makes it; undefined for a request to any other address. */
  readonly operation?: OperationId | undefined
  /** The hook of the target file that made it, if one did. */
  readonly hook?: CreateHook | undefined
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
  /** The target file declares no hook to delete what its other hook made. */
  | { readonly kind: 'noHook' }
  /** It may exist: its id never came back, and the target does not show all such things. */
  | { readonly kind: 'unidentified' }
  /** No list shows its id under the name of the run, so that it may be something else. */
  | { readonly kind: 'unlisted' }
  /** The target refused to delete it by its documented DELETE, or by the hook. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The request to delete it failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
