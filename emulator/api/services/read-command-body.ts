import { ApiError } from '../dialect/api-error.ts'
import { describeFaults, type JsonSchema, keyword } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { parseId } from '../../model/resources/ids.ts'
import { isObject } from '../../tools/is-object.ts'

/** The schemas of the members of a command's body. Each may also be a query parameter. */
export function bodyProperties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = keyword(schema, 'properties')
  return isObject(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {}
}

/**
 * Validates the body of a command and converts its ids to bare ids.
 * @throws ApiError `malformedId` when an id is malformed, or else `refused`. It lists every fault by its JSON pointer.
 */
export function readCommandBody(schema: JsonSchema, sent: unknown): unknown {
  let malformed = false
  const body = bareMarkedIds(schema, sent, () => {
    malformed = true
  })
  const faults = findFaults(schema, body)
  if (faults.length === 0) return body
  const list = describeFaults(faults)
  throw new ApiError(malformed ? 'malformedId' : 'refused', `The body is invalid for this command: ${list}.`, {
    requirement: malformed ? 'ids.prefixed-body' : 'services.validated',
    details: faults,
  })
}

/**
 * Makes the ids that the schema marks (`x-id`) bare, in a copy if there are any. The schema refuses malformed ids. Only
 * the members in the schema are visited: a body may have thousands of unknown ones.
 */
function bareMarkedIds(schema: JsonSchema, value: unknown, onMalformed: () => void): unknown {
  if (typeof value === 'string') {
    if (keyword(schema, 'x-id') !== true) return value
    const id = parseId(value)
    if (!id) onMalformed()
    return id?.bare ?? value
  }
  if (Array.isArray(value)) {
    const items = keyword(schema, 'items')
    if (!isObject(items)) return value
    const bare = value.map((item) => bareMarkedIds(items, item, onMalformed))
    return bare.some((item, index) => item !== value[index]) ? bare : value
  }
  if (!isObject(value)) return value
  const changed = new Map<string, unknown>()
  for (const [name, property] of Object.entries(bodyProperties(schema))) {
    if (!Object.hasOwn(value, name) || !isObject(property)) continue
    const bare = bareMarkedIds(property, value[name], onMalformed)
    if (bare !== value[name]) changed.set(name, bare)
  }
  if (changed.size === 0) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changed.has(name) ? changed.get(name) : member]),
  )
}
