import type { TSchema } from 'typebox'
import type { Conventions } from '../contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { shown } from '../tools/shown.ts'
import { didYouMean } from '../tools/nearest.ts'
import { fromText } from '../input/read-parameters.ts'
import { faultsOf, type JsonSchema, keyword } from '../tools/json-schema.ts'
import { parseId } from '../resources/ids.ts'

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = keyword(schema, 'properties')
  return isObject(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {}
}

/** The members that the schema of a command names: the parameters that may stand for them. */
export function memberNames(schema: JsonSchema): readonly string[] {
  return Object.keys(propertiesOf(schema))
}

/**
 * The body of a command with the members that came in the query string (clause 4), where the command's schema
 * names them.
 * @throws ApiError `refused` for a member that is given twice, and for an unknown one where the conventions refuse it.
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
      throw new ApiError('refused', `The parameter ${shown(name)} is not known to this command${hint}`, {
        details: [{ at: name, message: 'is not known' }],
      })
    }
    if (values.length > 1 && conventions.repeatedParameters === 'refuse') {
      throw new ApiError('refused', `The parameter ${name} came ${values.length} times; give it once.`, {
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
        `${name} came in the body as ${shown(merged[name])} and in the query as ${shown(value)}; give it once.`,
        { details: [{ at: `/${name}`, message: 'is given twice' }] },
      )
    }
    Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return merged
}

/**
 * A body that matches the schema of a command, with the ids in it bare.
 * @throws ApiError `malformedId` when one of the faults is a malformed id, else `refused`; every fault at its JSON pointer.
 */
export function readCommandBody(schema: JsonSchema, given: unknown): unknown {
  let malformed = false
  const body = withBareIds(schema, given, () => {
    malformed = true
  })
  const faults = faultsOf(schema, body)
  if (faults.length === 0) return body
  const message = `The body does not fit the command: ${faults.map(({ at, message }) => `${at || 'it'} ${message}`).join('; ')}.`
  throw new ApiError(malformed ? 'malformedId' : 'refused', message, {
    requirement: malformed ? 'ids.prefixed-body' : 'services.validated',
    details: faults,
  })
}

/** A copy with every text that the schema marks as an id (`x-id`) in its bare form; a malformed one stays for the schema to refuse. */
function withBareIds(schema: JsonSchema, value: unknown, onMalformed: () => void): unknown {
  if (typeof value === 'string') {
    if (keyword(schema, 'x-id') !== true) return value
    const id = parseId(value)
    if (!id) onMalformed()
    return id?.bare ?? value
  }
  if (Array.isArray(value)) {
    const items = keyword(schema, 'items')
    return isObject(items) ? value.map((item) => withBareIds(items, item, onMalformed)) : value
  }
  if (!isObject(value)) return value
  const properties = propertiesOf(schema)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) && isObject(properties[name])
        ? withBareIds(properties[name], member, onMalformed)
        : member,
    ]),
  )
}
