// Values by a JSON Schema: mostly valid, now and then any other. A string such as `{{id:projects:3}}` is replaced by a
// value of the world when the turn of the request comes (wire.ts).
import fc from 'fast-check'

/** The part of JSON Schema that the declarations use. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly 'x-id'?: boolean
  readonly 'x-reference'?: string
}

const collections = ['projects', 'environments', 'flows', 'catalogs', 'catalog_products', 'issues', 'groups'] as const

/** The placeholder of an id in a collection. */
export function arbitraryId(collection: string, prefix = ''): fc.Arbitrary<string> {
  return fc.nat(30).map((index) => `${prefix}{{id:${collection}:${index}}}`)
}

/** An id of any collection, bare or prefixed, known or not. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...collections).chain((collection) => arbitraryId(collection)) },
  { weight: 2, arbitrary: fc.constantFrom('prj_', 'env_', 'xyz_').chain((prefix) => arbitraryId('projects', prefix)) },
  fc.stringMatching(/^([a-z]{3}_)?[0-9A-Za-z]{27}$/),
)

/** Text of every sort: names that are searched for, secrets, markup, controls, lone surrogates, and long text. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Name', 'Oak chair', '{{mark}}', 'active', '2026-06-01T00:00:00Z') },
  fc.constantFrom('{{bearer}}', '{{token:0}}', '{{refresh:0}}', '{{clientSecret}}', '{{apiKey}}'),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ', '\0', '\ud800', '\ufeff', '<script>', '%', '../..'),
  fc.constantFrom('null', 'NaN', '1e309', '-0', '0:0:1', '*', '{id}', '~', 'mail.hosts.0', 'a\\.b', '\u202e', '💩'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .tuple(fc.constantFrom('x', '😀', '"', '\\', '\u0001', '[', '<', 'é'), fc.integer({ min: 100, max: 1100 }))
    .map(([unit, times]) => unit.repeat(times)),
)

const anyJson = fc.oneof({ weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, oddText, fc.constantFrom(5, null, {}))

/** Values of members and parameters whose schema says too little. */
const named: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  scopes: fc.constantFrom<unknown>(['projects:read'], [{ resource: 'projects', action: 'read' }], ['x']),
  expires_at: fc.constantFrom<unknown>('{{in30days}}', '{{in30daysSeconds}}', '2020-01-01T00:00:00Z', 5, null),
  prepare_state: fc.constantFrom('{{state:0}}', '{{state:1}}', 'x'),
  cursor: fc.constantFrom('0:0:0', '0:100:0', '0:5:1', '1:2147483648:0', '-1:0:0', 'x'),
  path: fc.constantFrom('mail', 'mail.from', 'a.b', 'a\\.b', 'list.0', '', '.', 'a..b', '__proto__.x', '/0/'),
  limit: fc.constantFrom<unknown>(1, 2, 5, 100, 101, 0, -1, 'x', '1e3'),
}

/** The values of a member or parameter. */
export function arbitraryValues(name: string, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  return fc.oneof({ weight: 20, arbitrary: named[name] ?? validValues(schema, depth + 1) }, anyJson)
}

function validValues(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], items = {}, minimum = -3, maximum = 120 } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema['x-reference']) return fc.oneof({ weight: 5, arbitrary: arbitraryId(schema['x-reference']) }, anyId)
  if (schema['x-id']) return anyId
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((alternative) => arbitraryValues('', alternative, depth)))
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(properties).map(
        ([name, member]) => [name, arbitraryValues(name, member, depth)] as const,
      )
      const known = fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true })
      // Now and then one member too many.
      const more = fc.tuple(known, oddText, anyJson).map(([value, name, extra]) => ({ ...value, [name]: extra }))
      return fc.oneof({ weight: members.length > 0 ? 15 : 1, arbitrary: known }, more)
    }
    case 'array':
      return fc.array(arbitraryValues('', items, depth), { minLength: 1, maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }), fc.constantFrom(0, 2.5, -1e-9))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return oddText
    default:
      return anyJson
  }
}
