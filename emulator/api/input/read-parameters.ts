import type { Static, TObject, TSchema } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { parseId } from '../../model/resources/ids.ts'
import { enumValues } from '../../model/resources/define-resource.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { describeFaults, type JsonSchema, keyword } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'

function malformedId(name: string, value: string, requirement: RequirementId): ApiError {
  return new ApiError(
    'malformedId',
    `${name} must be an id: 27 characters from A-Z, a-z and 0-9, optionally after three lowercase letters and an underscore; got ${shortJson(value)} (${value.length} characters).`,
    {
      requirement,
      details: [{ at: name, message: 'is not an id' }],
    },
  )
}

/**
 * Reads the parameters of a path. Ids become bare unless the schema of the parameter keeps the prefix.
 * @throws ApiError `malformedId` (clause 2.1).
 */
export function readParams(
  schema: TObject | undefined,
  raw: Readonly<Record<string, string>>,
  legacy: boolean,
): Readonly<Record<string, string>> {
  if (!schema) return raw
  const result: Record<string, string> = {}
  for (const { name, isId, keepsPrefix } of declaredParameters(schema).values()) {
    const value = raw[name] ?? ''
    if (!isId) {
      result[name] = value
      continue
    }
    const id = parseId(value)
    if (!id)
      throw malformedId(
        name,
        value,
        legacy ? 'ids.malformed-legacy' : value.includes('_') ? 'ids.malformed-prefixed' : 'ids.malformed-path',
      )
    result[name] = keepsPrefix ? value : id.bare
  }
  return result
}

/** Parses a query string: each parameter with its values in order. */
export function parseSearch(search: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>()
  if (search.length < 2) return parameters
  for (const [name, value] of plain.test(search) ? splitSearch(search) : new URLSearchParams(search)) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/** A query without anything to decode, as most are. URLSearchParams takes three times as long. */
const plain = /^\?[!-$&-*,-~]*$/

function splitSearch(search: string): readonly (readonly [name: string, value: string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let start = 1, end = 0; start < search.length; start = end + 1) {
    end = search.indexOf('&', start)
    if (end < 0) end = search.length
    if (end === start) continue
    const equals = search.indexOf('=', start)
    const middle = equals < 0 || equals > end ? end : equals
    pairs.push([search.slice(start, middle), search.slice(middle + 1, end)])
  }
  return pairs
}

/**
 * Reads the query parameters that an endpoint declares, converts them to their types and checks them.
 * @param others Parameters that are read elsewhere, such as members of a body.
 * @throws ApiError `malformedId`, `invalidEnum` or `refused`.
 */
export function readQuery<Query extends TObject>(
  schema: Query | undefined,
  query: ReadonlyMap<string, readonly string[]>,
  conventions: Conventions,
  others: readonly string[] = [],
): Static<Query> {
  const parameters = schema ? declaredParameters(schema) : none
  const result: Record<string, unknown> = {}
  for (const [name, values] of query) {
    const parameter = parameters.get(name)
    if (parameter) {
      const value = singleValue(values, parameter, conventions)
      // Uses the name from the schema: the engine would have to look up the name from the request first.
      if (value !== undefined) result[parameter.name] = value
    } else if (
      conventions.unknownParameters === 'refuse' &&
      !others.includes(name) &&
      !keyword(schema, 'additionalProperties')
    ) {
      throw unknownParameter(name, [...parameters.keys(), ...others])
    }
  }
  // Loading the validators takes as long as a short answer, and most requests have no parameters.
  if (schema && (Object.keys(result).length > 0 || keyword(schema, 'required') !== undefined)) {
    const faults = findFaults(schema, result)
    if (faults.length > 0)
      throw new ApiError(
        'refused',
        `The query does not fit: ${describeFaults(faults).replaceAll(/(^|; )\//g, '$1')}.`,
        { details: faults },
      )
  }
  return result as Static<Query>
}

/** A parameter's schema, prepared for reading values. */
interface PreparedParameter {
  readonly name: string
  /** The type of its values, as `valueType` reads it. */
  readonly type: unknown
  readonly isId: boolean
  readonly keepsPrefix: boolean
  readonly isInteger: boolean
  readonly allowed: readonly string[] | undefined
}

type Parameters = ReadonlyMap<string, PreparedParameter>

const none: Parameters = new Map()
const knownParameters = new WeakMap<TObject, Parameters>()

/**
 * The parameters that a schema declares. Remembered: reading the schema for each request would take as long as reading
 * the values.
 */
function declaredParameters(schema: TObject): Parameters {
  let parameters = knownParameters.get(schema)
  if (!parameters) {
    parameters = new Map(
      Object.entries<TSchema>(schema.properties).map(([name, property]) => [
        name,
        {
          name,
          type: valueType(property),
          isId: keyword(property, 'x-id') === true,
          keepsPrefix: keyword(property, 'x-keep-prefix') === true,
          isInteger: keyword(property, 'type') === 'integer',
          allowed: enumValues(property),
        },
      ]),
    )
    knownParameters.set(schema, parameters)
  }
  return parameters
}

function unknownParameter(name: string, known: readonly string[]): ApiError {
  const hint = didYouMean(name, known)
  return new ApiError(
    'refused',
    `The parameter ${shortJson(name)} is not known here${hint} The parameters are: ${known.join(', ') || 'none'}.`,
    { details: [{ at: name, message: 'is not known' }] },
  )
}

function singleValue(
  values: readonly string[],
  { name, type, isId: isIdentifier, isInteger, allowed }: PreparedParameter,
  conventions: Conventions,
): unknown {
  const value = onlyValue(name, values, conventions)
  if (isIdentifier) {
    const id = parseId(value)
    if (!id) throw malformedId(name, value, 'ids.malformed-cursor')
    return id.bare
  }
  if (value === '' && !isInteger) {
    if (conventions.emptyParameters === 'ignore') return undefined
    if (conventions.emptyParameters === 'refuse' && !allowed)
      throw new ApiError('refused', `The parameter ${name} is empty; give it a value or leave it out.`, {
        details: [{ at: name, message: 'is empty' }],
      })
  }
  if (allowed && !allowed.includes(value)) {
    throw new ApiError('invalidEnum', `${name} must be one of ${allowed.join(', ')}; got ${shortJson(value)}.`, {
      requirement: 'filters.enum-invalid',
      details: [{ at: name, message: `must be one of ${allowed.join(', ')}`, allowed }],
    })
  }
  return parseAs(type, value)
}

/**
 * The value of a parameter, by the convention `repeatedParameters` when it is repeated.
 * @throws ApiError `refused` when the convention refuses repeated parameters.
 */
export function onlyValue(name: string, values: readonly string[], { repeatedParameters }: Conventions): string {
  if (values.length > 1 && repeatedParameters === 'refuse') {
    throw new ApiError('refused', `The parameter ${name} was sent ${values.length} times; send it once.`, {
      details: [{ at: name, message: 'is repeated' }],
    })
  }
  return repeatedParameters === 'last' ? values.at(-1)! : values[0]!
}

/**
 * Converts a string from the query to the type that the schema asks for. A string that cannot be converted is returned
 * unchanged, and the schema then refuses it.
 */
export function parseParameter(value: string, schema: JsonSchema): unknown {
  return parseAs(valueType(schema), value)
}

/** The type of the values of a schema; for a union, that of its first alternative. */
function valueType(schema: JsonSchema): unknown {
  const options = (keyword(schema, 'anyOf') as readonly JsonSchema[] | undefined) ?? [schema]
  return keyword(options[0], 'type')
}

function parseAs(type: unknown, value: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
