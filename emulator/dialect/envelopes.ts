import Type, { type TSchema } from 'typebox'
import type { Conventions } from '../contract/conventions.ts'
import { BareId } from '../resources/define-resource.ts'

/** The position of a page in its list. */
export interface Paging {
  readonly hasMore: boolean
  /** The id to continue after; null on the last page. */
  readonly nextCursor: string | null
}

/** A shape of lists: `write` puts it around the JSON text of the items, and `schema` describes the result. */
interface ListEnvelope {
  readonly write: (items: string, plural: string, paging: Paging | undefined) => string
  readonly schema: (items: TSchema, plural: string) => TSchema
}

/** A shape of lists of the legacy API, which have their paging in a header. */
interface LegacyListEnvelope {
  readonly write: (items: string) => string
  readonly schema: (items: TSchema) => TSchema
}

/** A shape of objects: `write` puts it around the JSON text of the object, and `schema` describes the result. */
interface ObjectEnvelope {
  readonly write: (text: string, singular: string) => string
  readonly schema: (object: TSchema, singular: string) => TSchema
}

const closed = { additionalProperties: false } as const

const listUnder = (nameOf: (plural: string) => string): ListEnvelope => ({
  write: (items, plural, paging) =>
    `{${JSON.stringify(nameOf(plural))}:${items}${paging ? `,"has_more":${paging.hasMore}` : ''}}`,
  schema: (items, plural) => Type.Object({ [nameOf(plural)]: items, has_more: Type.Optional(Type.Boolean()) }, closed),
})

const objectUnder = (nameOf: (singular: string) => string): ObjectEnvelope => ({
  write: (text, singular) => `{${JSON.stringify(nameOf(singular))}:${text}}`,
  schema: (object, singular) => Type.Object({ [nameOf(singular)]: object }, closed),
})

/** The envelopes of lists in the versioned API. */
export const listEnvelopes: Readonly<Record<Conventions['listEnvelope'], ListEnvelope>> = {
  data: listUnder(() => 'data'),
  array: { write: (items) => items, schema: (items) => items },
  items: {
    write: (items, _plural, paging) =>
      `{"items":${items}${paging ? `,"next_cursor":${JSON.stringify(paging.nextCursor)}` : ''}}`,
    schema: (items) => Type.Object({ items, next_cursor: Type.Optional(Type.Union([BareId, Type.Null()])) }, closed),
  },
  named: listUnder((plural) => plural),
}

/** The envelopes of lists in the legacy API. */
export const legacyListEnvelopes: Readonly<Record<Conventions['legacyListEnvelope'], LegacyListEnvelope>> = {
  array: { write: (items) => items, schema: (items) => items },
  data: { write: (items) => `{"data":${items}}`, schema: (items) => Type.Object({ data: items }) },
}

/** The envelopes of single objects. */
export const objectEnvelopes: Readonly<Record<Conventions['objectEnvelope'], ObjectEnvelope>> = {
  bare: { write: (text) => text, schema: (object) => object },
  data: objectUnder(() => 'data'),
  named: objectUnder((singular) => singular),
}
