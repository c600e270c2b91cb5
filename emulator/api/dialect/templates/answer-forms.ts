import type { TSchema } from 'typebox'
import type { Refusal } from '../../../model/contract/refusal.ts'

/** The position of a page in its list. */
export interface Paging {
  readonly hasMore: boolean
  /** The cursor to continue with; null on the last page. */
  readonly nextCursor: string | null
}

/** The JSON text before and behind the array of a list. */
export type Around = readonly [before: string, behind: string]

/**
 * A shape of lists: `around` is the JSON text around the array of the items, `schema` describes the result, and
 * `itemsOf` finds the items in it.
 */
export interface ListEnvelope {
  readonly around: (plural: string, paging: Paging | undefined, requestId: string) => Around
  readonly schema: (items: TSchema, plural: string) => TSchema
  readonly itemsOf: (json: unknown, plural: string) => readonly unknown[]
}

/** A shape of objects: `write` puts it around the JSON text of the object, and `schema` describes the result. */
export interface ObjectEnvelope {
  readonly write: (text: string, singular: string, requestId: string) => string
  readonly schema: (object: TSchema, singular: string) => TSchema
}

/** A shape of error bodies: `write` makes one, and `schema` describes it for the schema of its code. */
export interface ErrorBody {
  readonly mediaType: string
  readonly write: (refusal: Refusal, status: number, requestId?: string) => unknown
  readonly schema: (code: TSchema, title: string) => TSchema
}
