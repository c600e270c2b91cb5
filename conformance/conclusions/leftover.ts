import type { OperationId } from '../catalogue/operations.ts'

/**
 * The hooks of the target file that create something, with the object that they create and the hook that deletes it.
 */
export const createHooks = {
  createProduct: { noun: 'product', deletedBy: 'deleteProduct' },
  createEvent: { noun: 'event', deletedBy: 'deleteEvent' },
} as const
/** A hook of the target file that creates something. */
export type CreateHook = keyof typeof createHooks

/** An object that a run has created at a target. */
export interface CreatedObject {
  /** The operation that creates it; undefined for a request to any other address. */
  readonly operation?: OperationId | undefined
  /** The hook of the target file that created it, if any. */
  readonly hook?: CreateHook | undefined
  /** Its name, by which it can be found if its id was never returned. */
  readonly name: string
  /** The id; known once the answer has arrived. */
  readonly id?: string | undefined
}

/** An object that could not be deleted, with the reason. */
export interface Leftover {
  readonly made: CreatedObject
  readonly why: LeftoverReason
}

/** The reason why an object was not deleted. */
export type LeftoverReason =
  /** There is no documented way to delete it. */
  | { readonly kind: 'undocumented' }
  /** There is no documented way to delete it, and it expires by itself. */
  | { readonly kind: 'ends' }
  /** The target file declares no hook that deletes it. */
  | { readonly kind: 'noHook' }
  /** It may exist: its id was never returned, and the target does not list all such objects. */
  | { readonly kind: 'unidentified' }
  /** No list has its id with the name of the run, so it may be something else. */
  | { readonly kind: 'unlisted' }
  /** The target refused to delete it by its documented DELETE, or by the hook. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The request to delete it failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
