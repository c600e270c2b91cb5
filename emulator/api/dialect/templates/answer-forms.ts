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
 * A shape of lists: `around` is the JSON text around the items, `schema` describes the result, and `itemTextsOf` finds
 * the texts of the items in it, as they stand there.
 */
export interface ListEnvelope {
  readonly around: (plural: string, paging: Paging, requestId: string) => Around
  readonly schema: (items: TSchema, plural: string) => TSchema
  readonly itemTextsOf: (json: unknown, plural: string) => readonly string[]
  /** Puts a record into what stands around each; undefined where nothing does. */
  readonly toItem?: (text: string, id: string, plural: string) => string
  /** True if the items are members by their ids, and not an array. */
  readonly isByKey?: boolean
}

/** What a template of an object can show beside the object. The secret is that of a token which was just made. */
export interface ObjectMarks {
  readonly requestId: string
  /** Undefined for a value that is no record. */
  readonly id?: string | undefined
  readonly secret?: string | undefined
}

/** A shape of objects: `write` puts it around the JSON text of the object, and `schema` describes the result. */
export interface ObjectEnvelope {
  readonly write: (text: string, singular: string, marks: ObjectMarks) => string
  /** @param isRecord False for a value that has no id, such as that of a configuration. */
  readonly schema: (object: TSchema, singular: string, isRecord: boolean) => TSchema
  /** True if it shows the secret of a token beside the token. */
  readonly takesSecret?: boolean
}

/** A shape of error bodies: `write` makes one, and `schema` describes it for the schema of its code. */
export interface ErrorBody {
  readonly mediaType: string
  /** True if some refusals have no body. */
  readonly mayBeEmpty?: boolean
  readonly write: (refusal: Refusal, status: number, requestId?: string) => unknown
  readonly schema: (code: TSchema, title: string) => TSchema
}
