import { isObject } from './is-object.ts'

type Test = (value: unknown) => boolean

/** Makes a keyword's part of the test, for values of any type. */
type Keyword = (argument: never, schema: Readonly<Record<string, unknown>>) => Test

/**
 * Returns true if a value matches a JSON Schema beyond doubt. False when it does not match, and also where only Ajv can
 * tell: a keyword that is not listed here, or a pattern that could take long. Most values match, so most processes need
 * no Ajv, which takes longer to load and to compile one schema than everything else that a first request does.
 */
export function surelyMatches(schema: unknown, value: unknown): boolean {
  return testOf(schema)(value)
}

/** The tests of schemas so far: a start checks hundreds of records by one, before V8 has compiled any of this. */
const tests = new WeakMap<object, Test>()

function testOf(schema: unknown): Test {
  if (!isObject(schema)) return schema === true ? always : never
  let test = tests.get(schema)
  if (!test) tests.set(schema, (test = makeTest(schema)))
  return test
}

const always: Test = () => true
const never: Test = () => false

function makeTest(schema: Readonly<Record<string, unknown>>): Test {
  const parts: Test[] = []
  for (const name of Object.keys(schema)) {
    if (annotations.has(name) || name.startsWith('x-')) continue
    if (!Object.hasOwn(keywords, name)) return never
    parts.push(keywords[name]!(schema[name] as never, schema))
  }
  return allOf(parts)
}

function allOf(parts: readonly Test[]): Test {
  const [first, second] = parts
  if (first && parts.length === 1) return first
  // Most are a type and what it is limited to.
  if (first && second && parts.length === 2) return (value) => first(value) && second(value)
  return (value) => {
    for (const part of parts) if (!part(value)) return false
    return true
  }
}

const annotations: ReadonlySet<string> = new Set(['description', 'title', 'default', 'examples', 'readOnly'])

/** As Ajv has them: a keyword for numbers says nothing of a string. */
const keywords: Readonly<Record<string, Keyword>> = {
  type: (type: string) => (Object.hasOwn(types, type) ? types[type]! : never),
  const: (constant: unknown) => (isScalar(constant) ? (value) => value === constant : never),
  enum: (members: readonly unknown[]) => (value) => isScalar(value) && members.includes(value),
  anyOf: (schemas: readonly unknown[]) => (value) => schemas.some((schema) => surelyMatches(schema, value)),
  minimum: (least: number) => (value) => typeof value !== 'number' || value >= least,
  maximum: (most: number) => (value) => typeof value !== 'number' || value <= most,
  // Two units of UTF-16 may be one character.
  minLength: (least: number) => (value) =>
    typeof value !== 'string' || value.length >= 2 * least || isLongAscii(value, least),
  maxLength: (most: number) => (value) => typeof value !== 'string' || value.length <= most,
  pattern: (source: string) => {
    const pattern = quickRegExp(source)
    return (value) => typeof value !== 'string' || pattern?.test(value) === true
  },
  format: (format: string) => (value) => typeof value !== 'string' || (format === 'date-time' && instant.test(value)),
  minItems: (least: number) => (value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number) => (value) => !Array.isArray(value) || value.length <= most,
  items: (schema: unknown) => (value) => !Array.isArray(value) || value.every((item) => surelyMatches(schema, item)),
  required: (names: readonly string[]) => (value) =>
    !isObject(value) || names.every((name) => Object.hasOwn(value, name) && value[name] !== undefined),
  // Also what it inherits, as Ajv looks at that, too.
  properties: (properties: Readonly<Record<string, unknown>>) => {
    const members = Object.keys(properties).map((name) => ({ name, test: undefined as Test | undefined }))
    return (value) =>
      !isObject(value) ||
      members.every((member) => {
        const found = value[member.name]
        return found === undefined || (member.test ??= testOf(properties[member.name]))(found)
      })
  },
  additionalProperties: (additional: unknown, { properties = {}, patternProperties }) =>
    additional === true
      ? always
      : (value) =>
          !isObject(value) ||
          (patternProperties === undefined &&
            Object.keys(value).every(
              (name) => Object.hasOwn(properties as object, name) || surelyMatches(additional, value[name]),
            )),
}

const types: Readonly<Record<string, Test>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  number: Number.isFinite,
  integer: Number.isInteger,
}

/** One class of characters after an optional beginning of fixed length: a RegExp takes no long time for that. */
const quickPattern = /^\^(?:\(\?:[^()*+?|]*\)\?)?\[[^\]]*\](?:\{\d+\}|\+)\$$/

const quickRegExps = new Map<string, RegExp | undefined>()

/** The pattern, where it takes no long time in any text. */
function quickRegExp(source: string): RegExp | undefined {
  if (!quickRegExps.has(source))
    quickRegExps.set(source, quickPattern.test(source) ? new RegExp(source, 'u') : undefined)
  return quickRegExps.get(source)
}

/** Returns true for a pattern that takes no long time in any text. */
export function isQuickPattern(source: string): boolean {
  if (!quickPattern.test(source)) return false
  try {
    return new RegExp(source, 'u').global === false
  } catch {
    return false
  }
}

/** The times that the emulator writes. Ajv takes more, such as 29 February of a leap year. */
const instant = new RegExp(
  [
    String.raw`^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])`,
    String.raw`|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`,
    String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$`,
  ].join(''),
)

function isLongAscii(text: string, least: number): boolean {
  return text.length >= least && /^[ -~]*$/.test(text)
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
