// Helpers for the schemas of reports, in JSON Schema draft-07, which editors and generators support.
import { operationIds } from '../catalogue/operations.ts'
import { offers } from '../catalogue/profiles.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { type Content, itemContent, type Kinds, type Member } from '../conclusions/kinds.ts'

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

export const textSchema: Schema = { type: 'string' }
export const countSchema: Schema = { type: 'integer', minimum: 0 }
export const milliseconds: Schema = { type: 'number', minimum: 0 }

/** An array whose items have one schema. */
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })

/** An object with required and optional members, and no others. */
export function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** An object with the given names, whose values have one schema. */
export const namedMembersSchema = (names: readonly string[], schema: Schema): Schema =>
  objectSchema(Object.fromEntries(names.map((name) => [name, schema])))

/** An object of texts, such as headers. */
export const textsSchema: Schema = { type: 'object', additionalProperties: textSchema }

const operation: Schema = { enum: [...operationIds] }

/** A request of the evidence. */
export const requestSchema: Schema = objectSchema(
  { method: textSchema, url: textSchema, headers: textsSchema },
  { operation, body: textSchema },
)

/** The places where a fact was seen. */
export const placesSchema: Schema = arraySchema(objectSchema({ method: textSchema, url: textSchema }, { operation }))

/** The kit, and its catalogue. */
export const kitSchema: Schema = objectSchema({
  name: textSchema,
  version: textSchema,
  requirements: countSchema,
  digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
})

/** The number of a clause, such as `4.10`. */
export const clause: Schema = { type: 'string', pattern: String.raw`^\d+(?:\.\d+)?$` }

/** True if the target or client conforms: null if nothing failed and not everything was decided. */
export const conformant: Schema = { enum: [true, false, null] }

const contents: Readonly<Record<Content, Schema>> = {
  /** The index of an exchange in the evidence, from 0; null if it was not kept. */
  exchange: { type: ['integer', 'null'], minimum: 0 },
  id: textSchema,
  member: textSchema,
  text: textSchema,
  word: textSchema,
  requirement: textSchema,
  count: countSchema,
  flag: { type: 'boolean' },
  offer: { enum: [...offers] },
  status: { anyOf: [countSchema, { enum: ['success', 'refusal'] }] },
}

function memberSchema(member: Member): Schema {
  if (typeof member !== 'string')
    return typeof member[0] === 'object' ? arraySchema({ enum: [...member[0]] }) : { enum: [...member] }
  return member in contents ? contents[member as Content] : arraySchema(memberSchema(itemContent(member)))
}

/** The schema of a value of any kind, with the members of its kind and no others. */
export function anyOfSchema(kinds: Kinds): Schema {
  return {
    oneOf: Object.entries(kinds).map(([kind, members]) => {
      const [optional, required] = [true, false].map((isOptional) =>
        Object.fromEntries(
          Object.entries(members)
            .filter(([name]) => name.endsWith('?') === isOptional)
            .map(([name, member]) => [name.replace('?', ''), memberSchema(member)]),
        ),
      )
      return objectSchema({ kind: { const: kind }, ...required }, optional)
    }),
  }
}

/** The reason why something could not be decided. */
export const causeSchema: Schema = anyOfSchema(causeKinds)

/** A response of the evidence. */
export const responseSchema: Schema = objectSchema(
  { status: countSchema, headers: textsSchema, body: textSchema },
  { trouble: textSchema },
)

/** The parts of a result's schema that differ between judges. */
interface ResultWords {
  readonly verdicts: readonly string[]
  readonly facts: Kinds
  readonly causes: Kinds
  /** The members of an exchange besides its request. */
  readonly evidence: Readonly<Record<string, Schema>>
  /** Members that each result has, with the names of its check and requirement. */
  readonly required: Readonly<Record<'check' | 'requirement' | (string & {}), Schema>>
  readonly optional: Readonly<Record<string, Schema>>
}

/** A result: the fact of a failure with its places, or the cause why the check is undecided. */
export function resultSchema({ verdicts, facts, causes, evidence, required, optional }: ResultWords): Schema {
  const found = { fact: anyOfSchema(facts), places: placesSchema }
  return objectSchema(
    {
      clause,
      verdict: { enum: [...verdicts] },
      message: textSchema,
      evidence: arraySchema(objectSchema({ request: requestSchema, ...evidence })),
      ...required,
    },
    { ...found, cause: anyOfSchema(causes), suspected: objectSchema(found), ...optional },
  )
}

/** Schemas of the counts in the reports of all judges. */
export const countsSchemas = (verdicts: readonly string[]): Readonly<Record<string, Schema>> => ({
  kit: kitSchema,
  conformant,
  summary: namedMembersSchema(verdicts, countSchema),
  requirements: objectSchema({ stated: countSchema, decided: countSchema }),
})
