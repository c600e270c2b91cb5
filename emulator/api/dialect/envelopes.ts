import { Type } from 'typebox'
import type { OperationConventions } from '../../model/contract/conventions.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { BareId } from '../../model/resources/define-resource.ts'
import { isTemplate, type Template } from '../../model/contract/template.ts'
import type { ListEnvelope, ObjectEnvelope } from './templates/answer-forms.ts'
import { listTemplate, objectTemplate } from './templates/envelope-templates.ts'

/** The shapes that a convention has names for. */
type Named<Name extends 'listEnvelope' | 'legacyListEnvelope' | 'objectEnvelope'> = Exclude<
  OperationConventions[Name],
  Template
>

const memberOf = (json: unknown, name: string) => (json as Readonly<Record<string, readonly unknown[]>>)[name]!

const textsOf = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item))

const closed = { additionalProperties: false } as const

const listUnder = (nameOf: (plural: string) => string): ListEnvelope => ({
  around: (plural, paging) => [
    `{${JSON.stringify(nameOf(plural))}:`,
    paging.hasMore ? ',"has_more":true}' : ',"has_more":false}',
  ],
  schema: (items, plural) => Type.Object({ [nameOf(plural)]: items, has_more: Type.Boolean() }, closed),
  itemTextsOf: (json, plural) => textsOf(memberOf(json, nameOf(plural))),
})

const objectUnder = (nameOf: (singular: string) => string): ObjectEnvelope => ({
  write: (text, singular) => `{${JSON.stringify(nameOf(singular))}:${text}}`,
  schema: (object, singular) => Type.Object({ [nameOf(singular)]: object }, closed),
})

/** The named envelopes of lists in the versioned API. */
const listEnvelopes: Readonly<Record<Named<'listEnvelope'>, ListEnvelope>> = {
  data: listUnder(() => 'data'),
  array: {
    around: () => ['', ''],
    schema: (items) => items,
    itemTextsOf: (json) => textsOf(json as readonly unknown[]),
  },
  items: {
    around: (_plural, paging) => ['{"items":', `,"next_cursor":${JSON.stringify(paging.nextCursor)}}`],
    schema: (items) => Type.Object({ items, next_cursor: Type.Union([BareId, Type.Null()]) }, closed),
    itemTextsOf: (json) => textsOf(memberOf(json, 'items')),
  },
  named: listUnder((plural) => plural),
}

/** The named envelopes of lists in the legacy API, which have their paging in a header. */
const legacyListEnvelopes: Readonly<Record<Named<'legacyListEnvelope'>, ListEnvelope>> = {
  array: listEnvelopes.array,
  data: {
    around: () => ['{"data":', '}'],
    schema: (items) => Type.Object({ data: items }),
    itemTextsOf: (json) => textsOf(memberOf(json, 'data')),
  },
}

/** The named envelopes of single objects. */
const objectEnvelopes: Readonly<Record<Named<'objectEnvelope'>, ObjectEnvelope>> = {
  bare: { write: (text) => text, schema: (object) => object },
  data: objectUnder(() => 'data'),
  named: objectUnder((singular) => singular),
}

/** A cursor of the legacy API (clause 4.10). */
const LegacyCursor = Type.String({ pattern: String.raw`^\d+:\d+:[01]$` })

/** The envelopes that conventions choose. */
export class Envelopes {
  readonly list: ListEnvelope
  readonly legacyList: ListEnvelope
  readonly object: ObjectEnvelope

  constructor({ listEnvelope, legacyListEnvelope, objectEnvelope }: OperationConventions, operation?: OperationId) {
    this.list = isTemplate(listEnvelope)
      ? listTemplate('listEnvelope', listEnvelope, BareId)
      : listEnvelopes[listEnvelope]
    this.legacyList = isTemplate(legacyListEnvelope)
      ? listTemplate('legacyListEnvelope', legacyListEnvelope, LegacyCursor)
      : legacyListEnvelopes[legacyListEnvelope]
    this.object = isTemplate(objectEnvelope)
      ? objectTemplate(objectEnvelope, operation)
      : objectEnvelopes[objectEnvelope]
  }
}
