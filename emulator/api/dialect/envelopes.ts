import { Type, type TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { BareId } from '../../model/resources/define-resource.ts'

/** The position of a page in its list. */
export interface Paging {
  readonly hasMore: boolean
  /** The id to continue after; null on the last page. */
  readonly nextCursor: string | null
}

/** The JSON text before and behind the array of a list. */
type Around = readonly [before: string, behind: string]

/** A shape of lists: `around` is the JSON text around the array of the items, and `schema` describes the result. */
interface ListEnvelope {
  readonly around: (plural: string, paging: Paging | undefined) => Around
  readonly schema: (items: TSchema, plural: string) => TSchema
}

/** A shape of lists of the legacy API, which have their paging in a header. */
interface LegacyListEnvelope {
  readonly around: Around
  readonly schema: (items: TSchema) => TSchema
}

/** A shape of objects: `write` puts it around the JSON text of the object, and `schema` describes the result. */
interface ObjectEnvelope {
  readonly write: (text: string, singular: string) => string
  readonly schema: (object: TSchema, singular: string) => TSchema
}

const closed = { additionalProperties: false } as const

const listUnder = (nameOf: (plural: string) => string): ListEnvelope => ({
  around: (plural, paging) => [
    `{${JSON.stringify(nameOf(plural))}:`,
    paging ? (paging.hasMore ? ',"has_more":true}' : ',"has_more":false}') : '}',
  ],
  schema: (items, plural) => Type.Object({ [nameOf(plural)]: items, has_more: Type.Optional(Type.Boolean()) }, closed),
})

const objectUnder = (nameOf: (singular: string) => string): ObjectEnvelope => ({
  write: (text, singular) => `{${JSON.stringify(nameOf(singular))}:${text}}`,
  schema: (object, singular) => Type.Object({ [nameOf(singular)]: object }, closed),
})

/** The envelopes of lists in the versioned API. */
export const listEnvelopes: Readonly<Record<Conventions['listEnvelope'], ListEnvelope>> = {
  data: listUnder(() => 'data'),
  array: { around: () => ['', ''], schema: (items) => items },
  items: {
    around: (_plural, paging) => ['{"items":', paging ? `,"next_cursor":${JSON.stringify(paging.nextCursor)}}` : '}'],
    schema: (items) => Type.Object({ items, next_cursor: Type.Optional(Type.Union([BareId, Type.Null()])) }, closed),
  },
  named: listUnder((plural) => plural),
}

/** The envelopes of lists in the legacy API. */
export const legacyListEnvelopes: Readonly<Record<Conventions['legacyListEnvelope'], LegacyListEnvelope>> = {
  array: { around: ['', ''], schema: (items) => items },
  data: { around: ['{"data":', '}'], schema: (items) => Type.Object({ data: items }) },
}

/** The envelopes of single objects. */
export const objectEnvelopes: Readonly<Record<Conventions['objectEnvelope'], ObjectEnvelope>> = {
  bare: { write: (text) => text, schema: (object) => object },
  data: objectUnder(() => 'data'),
  named: objectUnder((singular) => singular),
}
