// Helpers for the schemas of reports, in JSON Schema draft-07, which editors and generators support.
import { operationIds } from '../catalogue/operations.ts'
import { offers } from '../catalogue/profiles.ts'
import { type Content, itemContent, type Kinds, type Member, type OfKind } from '../conclusions/kinds.ts'
import type { JsonEvidence, JsonFact, JsonPlace } from './json-result.ts'

/** The key of a member that only the compiler sees. */
declare const allowed: unique symbol

/** A JSON Schema, or a part of one, with the type of the values that it allows. */
export interface Schema<Value = unknown> {
  readonly [keyword: string]: unknown
  readonly [allowed]?: Value
}

/** The type of the values that a schema allows. */
export type AllowedValue<Some> = Some extends Schema<infer Value> ? Value : never

type Schemas = Readonly<Record<string, Schema>>

export const textSchema: Schema<string> = { type: 'string' }
export const flagSchema: Schema<boolean> = { type: 'boolean' }
export const countSchema: Schema<number> = { type: 'integer', minimum: 0 }
export const milliseconds: Schema<number> = { type: 'number', minimum: 0 }

/** A text of one form. */
export const formSchema = (pattern: string): Schema<string> => ({ type: 'string', pattern })

/** One of some values. */
export const enumSchema = <const Value>(values: readonly Value[]): Schema<Value> => ({ enum: [...values] })

/** An array whose items have one schema. */
export const arraySchema = <Item>(items: Schema<Item>): Schema<readonly Item[]> => ({ type: 'array', items })

/** An object with required and optional members, and no others. */
export function objectSchema<Required extends Schemas, Optional extends Schemas = Record<never, never>>(
  properties: Required,
  optional?: Optional,
): Schema<
  { readonly [Name in keyof Required]: AllowedValue<Required[Name]> } & {
    readonly [Name in keyof Optional]?: AllowedValue<Optional[Name]>
  }
> {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** An object with the given names, whose values have one schema. */
const namedMembersSchema = <Name extends string, Value>(
  names: readonly Name[],
  schema: Schema<Value>,
): Schema<Readonly<Record<Name, Value>>> =>
  objectSchema(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema<Value>>)

/** An object of texts, such as headers. */
const textsSchema: Schema<Readonly<Record<string, string>>> = { type: 'object', additionalProperties: textSchema }

const operation = enumSchema(operationIds)

/** A request of the evidence. */
const requestSchema: Schema<JsonEvidence['request']> = objectSchema(
  { method: textSchema, url: textSchema, headers: textsSchema },
  { operation, body: textSchema },
)

/** The places where a fact was seen. */
const placesSchema: Schema<readonly JsonPlace[]> = arraySchema(
  objectSchema({ method: textSchema, url: textSchema }, { operation }),
)

/** A SHA-256. */
export const digestSchema: Schema<string> = formSchema('^sha256:[0-9a-f]{64}$')

/** The kit, and its catalogue. */
const kitSchema = objectSchema({
  name: textSchema,
  version: textSchema,
  requirements: countSchema,
  digest: digestSchema,
})

/** The number of a clause, such as `4.10`. */
export const clause: Schema<string> = formSchema(String.raw`^\d+(?:\.\d+)?$`)

/** A time as RFC 3339 in UTC. */
export const timeSchema: Schema<string> = formSchema(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

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
export function anyOfSchema<Value>(kinds: Kinds): Schema<Value> {
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

/** A response of the evidence. */
export const responseSchema: Schema<JsonEvidence['response']> = objectSchema(
  { status: countSchema, headers: textsSchema, body: textSchema },
  { trouble: textSchema },
)

/**
 * A result of any judge: the fact of a failure with its places, or the cause why the check is undecided.
 * @param evidence The members of an exchange besides its request.
 * @param required Members that each result has, with the names of its check and requirement.
 */
export function resultSchema<
  Judged extends string,
  Required extends Schemas,
  Optional extends Schemas,
  Evidence extends Schemas,
>(
  { verdicts, facts, causes }: { readonly verdicts: readonly Judged[]; readonly facts: Kinds; readonly causes: Kinds },
  required: Required,
  optional: Optional,
  evidence: Evidence,
) {
  const found = { fact: anyOfSchema<JsonFact>(facts), places: placesSchema }
  return objectSchema(
    {
      clause,
      verdict: enumSchema(verdicts),
      message: textSchema,
      evidence: arraySchema(objectSchema({ request: requestSchema, ...evidence })),
      ...required,
    },
    { ...found, cause: anyOfSchema<OfKind>(causes), suspected: objectSchema(found), ...optional },
  )
}

/** Schemas of the counts in the reports of all judges. */
export const countsSchemas = <Judged extends string>(verdicts: readonly Judged[]) => ({
  kit: kitSchema,
  /** True if the target or client conforms: null if nothing failed and not everything was decided. */
  conformant: enumSchema([true, false, null]),
  summary: namedMembersSchema(verdicts, countSchema),
  requirements: objectSchema({ stated: countSchema, decided: countSchema }),
})
