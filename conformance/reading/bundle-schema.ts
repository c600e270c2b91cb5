// Bundles a schema and the targets of its references into one schema for a validator.
import { isObject } from './find-list.ts'
import { referredSchema, type CommandSchema } from './schemas.ts'

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'example'])
/** Keywords that would give a part its own address. */
const addressKeywords = new Set(['$id', 'id', '$schema'])

/**
 * A schema with the targets of its references, which may be in any of the given values. Members that only responses
 * have are not required in a request. Undefined if a reference has no target.
 */
export function bundleSchema(schema: CommandSchema, within: readonly unknown[]): CommandSchema | undefined {
  const definitions: Record<string, unknown> = {}
  const names = new Map<string, string>()
  /** The parts still to copy. Recursion could become as deep as a chain of references. */
  const pending: (readonly [name: string, part: CommandSchema])[] = []
  let isWhole = true

  /** The address of a reference's target in the new schema. */
  function addressOf(reference: string): string {
    if (reference === '#') return reference
    let name = names.get(reference)
    if (name === undefined) {
      names.set(reference, (name = `part${names.size}`))
      const target = reference.startsWith('#') ? referredSchema(reference, within) : undefined
      if (target === undefined) isWhole = false
      else pending.push([name, target])
    }
    return `#/$defs/${name}`
  }

  /** @param isMap True if the names of the members were chosen by the author of the schema, as in `properties`. */
  function copyOf(value: unknown, isMap = false): unknown {
    if (Array.isArray(value)) return value.map((item) => copyOf(item))
    if (!isObject(value)) return value
    const copy: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      if (isMap) copy[name] = copyOf(member)
      else if (name === '$ref' && typeof member === 'string') copy[name] = addressOf(member)
      else if (name === 'required' && Array.isArray(member))
        copy[name] = member.filter((required) => !isReadOnly(value, required))
      else if (dataKeywords.has(name)) copy[name] = member
      else if (!(addressKeywords.has(name) && typeof member === 'string'))
        copy[name] = copyOf(member, /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/.test(name))
    }
    return copy
  }

  const whole = copyOf(schema) as CommandSchema
  for (let next = pending.pop(); next; next = pending.pop()) definitions[next[0]] = copyOf(next[1])
  if (!isWhole) return undefined
  return { ...whole, $defs: { ...(isObject(whole['$defs']) ? whole['$defs'] : {}), ...definitions } }
}

function isReadOnly({ properties }: CommandSchema, name: unknown): boolean {
  const property = isObject(properties) && typeof name === 'string' ? properties[name] : undefined
  return isObject(property) && property['readOnly'] === true
}
