import type { TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shortJson } from '../../tools/short-text.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { fromText } from '../input/read-parameters.ts'
import { describeFaults, type JsonSchema, keyword } from '../../tools/json-schema.ts'
import { faultsOf } from '../../tools/schema-validator.ts'
import { parseId } from '../../model/resources/ids.ts'
import { isObject } from '../../tools/is-object.ts'

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = keyword(schema, 'properties')
  return isObject(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {}
}

/** Returns the member names of a command's schema. Each may also be a query parameter. */
export function memberNames(schema: JsonSchema): readonly string[] {
  return Object.keys(propertiesOf(schema))
}

/**
 * Adds the members from the query string (clause 4) to the body of a command.
 * @throws ApiError `refused` for a member with two values, and for an unknown one if the conventions refuse it.
 */
export function withQueryMembers(
  schema: JsonSchema,
  body: unknown,
  parameters: ReadonlyMap<string, readonly string[]>,
  conventions: Conventions,
): unknown {
  if (parameters.size === 0 || !isObject(body)) return body
  const properties = propertiesOf(schema)
  const merged: Record<string, unknown> = { ...body }
  for (const [name, values] of parameters) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (!property) {
      if (conventions.unknownParameters === 'ignore') continue
      const hint = didYouMean(name, Object.keys(properties))
      throw new ApiError('refused', `This command has no parameter ${shortJson(name)}${hint}`, {
        details: [{ at: name, message: 'is not known' }],
      })
    }
    if (values.length > 1 && conventions.repeatedParameters === 'refuse') {
      throw new ApiError('refused', `The parameter ${name} was given ${values.length} times. Give it once.`, {
        details: [{ at: name, message: 'is repeated' }],
      })
    }
    const value = fromText(
      (conventions.repeatedParameters === 'last' ? values.at(-1) : values[0])!,
      property as TSchema,
    )
    if (Object.hasOwn(merged, name) && JSON.stringify(merged[name]) !== JSON.stringify(value)) {
      throw new ApiError(
        'refused',
        `${name} is ${shortJson(merged[name])} in the body and ${shortJson(value)} in the query. Give it once.`,
        { details: [{ at: `/${name}`, message: 'is given twice' }] },
      )
    }
    Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return merged
}

/**
 * Validates the body of a command and converts its ids to bare ids.
 * @throws ApiError `malformedId` when an id is malformed, or else `refused`. It lists every fault by its JSON pointer.
 */
export function readCommandBody(schema: JsonSchema, sent: unknown): unknown {
  let malformed = false
  const body = withBareIds(schema, sent, () => {
    malformed = true
  })
  const faults = faultsOf(schema, body)
  if (faults.length === 0) return body
  const list = describeFaults(faults)
  throw new ApiError(malformed ? 'malformedId' : 'refused', `The body is invalid for this command: ${list}.`, {
    requirement: malformed ? 'ids.prefixed-body' : 'services.validated',
    details: faults,
  })
}

/**
 * Makes the ids that the schema marks (`x-id`) bare, in a copy where there are any. The schema refuses the malformed
 * ones. It looks only at the members that the schema has: a body may have thousands of others.
 */
function withBareIds(schema: JsonSchema, value: unknown, onMalformed: () => void): unknown {
  if (typeof value === 'string') {
    if (keyword(schema, 'x-id') !== true) return value
    const id = parseId(value)
    if (!id) onMalformed()
    return id?.bare ?? value
  }
  if (Array.isArray(value)) {
    const items = keyword(schema, 'items')
    if (!isObject(items)) return value
    const bare = value.map((item) => withBareIds(items, item, onMalformed))
    return bare.some((item, index) => item !== value[index]) ? bare : value
  }
  if (!isObject(value)) return value
  const changed = new Map<string, unknown>()
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (!Object.hasOwn(value, name) || !isObject(property)) continue
    const bare = withBareIds(property, value[name], onMalformed)
    if (bare !== value[name]) changed.set(name, bare)
  }
  if (changed.size === 0) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changed.has(name) ? changed.get(name) : member]),
  )
}
