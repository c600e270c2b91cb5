// Values by a JSON Schema: mostly valid, sometimes beside it.
import fc from 'fast-check'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly 'x-id'?: boolean
  readonly 'x-reference'?: string
}

const collections = ['projects', 'environments', 'flows', 'catalogs', 'catalog_products', 'issues', 'groups'] as const

/** The placeholder of an id in a collection. */
export function idOf(collection: string, prefix = ''): fc.Arbitrary<string> {
  return fc.nat(30).map((index) => `${prefix}{{id:${collection}:${index}}}`)
}

/** An id of any collection, bare or prefixed, known or not. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...collections).chain((collection) => idOf(collection)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('prj_', 'flw_', 'env_', 'wrk_', 'flr_', 'xyz_'), fc.constantFrom(...collections))
      .chain(([prefix, collection]) => idOf(collection, prefix)),
  },
  fc.stringMatching(/^([a-z]{3}_)?[0-9A-Za-z]{27}$/),
  fc.stringMatching(/^[0-9A-Za-z_]{0,40}$/),
)

/** Text of every sort: names that are searched for, markup, controls, lone surrogates, other scripts, and long text. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Name', 'Oak chair', '{{canary}}', 'a.b.c', 'active', '2026-06-01T00:00:00Z'),
  },
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ', '\0', '\ud800', '\ufeff', '<script>', '%', '../..'),
  fc.constantFrom('null', 'NaN', '1e309', '-0', '0:0:1', '*', '{id}', '~', 'mail.hosts.0', 'a\\.b', '\u202e', '💩'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('x', '😀', '"', '\\', '\u0001', '[', '<', 'é'), fc.integer({ min: 100, max: 1100 }))
    .map(([unit, times]) => unit.repeat(times)),
)

const anyJson = fc.oneof({ weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, oddText, fc.constantFrom(5, null, {}))

/** A value for a schema. One in about twenty is any JSON instead. */
export function fromSchema(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  return fc.oneof({ weight: 20, arbitrary: valid(schema, depth) }, { weight: 1, arbitrary: anyJson })
}

function valid(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema['x-reference']) return fc.oneof({ weight: 5, arbitrary: idOf(schema['x-reference']) }, anyId)
  if (schema['x-id']) return anyId
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((alternative) => fromSchema(alternative, depth + 1)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, depth)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, depth + 1), { minLength: depth > 2 ? 0 : 1, maxLength: 3 })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -3, max: Math.min(schema.maximum ?? 120, 2 ** 31) })
    case 'number':
      return fc.oneof(
        fc.constantFrom(0, 1, 2.5),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: schema.minimum ?? -1e6 }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return anyJson
  }
}

function textOf({ format, pattern }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.constantFrom('2026-06-01T00:00:00Z', '2027-12-31T23:59:60Z', '2026-06-01', '')
  if (pattern === '^[ -~]+$') return fc.constantFrom('text/plain', 'application/json', '5', ' ')
  return oddText
}

function objectOf({ properties = {}, required = [], patternProperties }: Schema, depth: number): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, fromSchema(member, depth + 1)]),
  )
  const known = fc.record(members, { requiredKeys: required.filter((name) => name in members), noNullPrototype: true })
  const [others] = Object.values(patternProperties ?? {})
  if (others)
    return fc.dictionary(fc.constantFrom('name', 'status', 'id', 'price', '__proto__'), fromSchema(others, depth + 1), {
      maxKeys: 4,
      noNullPrototype: true,
    })
  // Now and then one member too many.
  return fc.oneof(
    { weight: 15, arbitrary: known },
    {
      weight: 1,
      arbitrary: fc.tuple(known, oddText, anyJson).map(([value, name, extra]) => ({ ...value, [name]: extra })),
    },
  )
}
