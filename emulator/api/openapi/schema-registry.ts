import type { TSchema } from 'typebox'

/** Keywords that only the emulator reads; the document leaves them out. */
const internal: ReadonlySet<string> = new Set([
  'x-id',
  'x-keep-prefix',
  'x-limit',
  'x-reference',
  'x-references',
  'x-requirement',
])

/** Keywords whose member names are property names, not keywords. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

/** Keywords whose value is data, not a schema. */
const data: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required'])

/** Converts TypeBox schemas to plain JSON and collects each titled object once, for `components.schemas`. */
export class SchemaRegistry {
  readonly #texts = new Map<string, string>()
  readonly #schemas: Record<string, unknown> = {}

  readonly #collects: boolean

  /** @param collects Whether titled objects become references. Otherwise every schema is inlined. */
  constructor(collects = true) {
    this.#collects = collects
  }

  /** The collected schemas, by title. */
  get schemas(): Readonly<Record<string, unknown>> {
    return this.#schemas
  }

  /** Returns the schema as plain JSON, or a `$ref` to it when it is a titled object. */
  convert(schema: TSchema): object {
    const plain = this.#plain(schema) as Record<string, unknown>
    const { title } = plain
    if (!this.#collects || typeof title !== 'string' || plain['type'] !== 'object' || !/^[\w.-]+$/.test(title))
      return plain
    const text = JSON.stringify(plain)
    const known = this.#texts.get(title)
    // Two schemas may share a title, such as a record with and without its secret. The second is inlined.
    if (known !== undefined && known !== text) return plain
    this.#texts.set(title, text)
    this.#schemas[title] = plain
    return { $ref: `#/components/schemas/${title}` }
  }

  #plain(value: object): object {
    const plain = Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !internal.has(name))
        .map(([name, member]) => [name, this.#member(name, member)]),
    )
    return Array.isArray(plain['enum']) && !('type' in plain) ? { type: enumType(plain['enum']), ...plain } : plain
  }

  #member(name: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || data.has(name)) return value
    if (Array.isArray(value))
      return value.map((item: unknown) =>
        typeof item === 'object' && item !== null ? this.convert(item as TSchema) : item,
      )
    if (maps.has(name))
      return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, this.convert(schema as TSchema)]))
    return this.convert(value as TSchema)
  }
}

/** The type of the values of an enum. TypeBox leaves it out, and client generators and linters ask for it. */
function enumType(values: readonly unknown[]): string | readonly string[] {
  const types = [
    ...new Set(values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value))),
  ]
  return types.length === 1 ? types[0]! : types
}
