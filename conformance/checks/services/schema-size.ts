// Decides whether a schema can be checked quickly, before a validator is compiled.
import { isObject } from '../../reading/find-list.ts'
import type { CommandSchema } from '../../reading/schemas.ts'

/**
 * The maximum number of parts of a schema. Each part counts once per reference to it, as a validator visits it that
 * often.
 */
const mostParts = 20_000

/** The maximum depth of nested references, as compiling them recurses. */
const deepest = 100

const prefix = '#/$defs/'

/** Returns true if a schema, whose references all lead to its own `$defs`, is small after following all references. */
export function isSmall(schema: CommandSchema): boolean {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {}
  const known = new Map<string, Size>()
  const open = new Set<string>()

  function sizeOfDefinition(name: string): Size {
    const size = known.get(name)
    if (size) return size
    // A circular reference ends with the checked body.
    if (open.has(name) || !Object.hasOwn(definitions, name)) return { parts: 1, depth: 0 }
    if (open.size > deepest) return { parts: Infinity, depth: Infinity }
    open.add(name)
    const { parts, depth } = sizeOf(definitions[name])
    open.delete(name)
    const nested = { parts, depth: depth + 1 }
    known.set(name, nested)
    return nested
  }

  function sizeOf(value: unknown): Size {
    let parts = 1
    let depth = 0
    if (typeof value !== 'object' || value === null) return { parts, depth }
    const reference = isObject(value) ? value['$ref'] : undefined
    if (typeof reference === 'string' && reference.startsWith(prefix)) {
      const size = sizeOfDefinition(reference.slice(prefix.length))
      parts += size.parts
      depth = size.depth
    }
    for (const member of Object.values(value)) {
      const size = sizeOf(member)
      parts += size.parts
      depth = Math.max(depth, size.depth)
    }
    return { parts, depth }
  }

  const { $defs: _definitions, ...rest } = schema
  const { parts, depth } = sizeOf(rest)
  return parts <= mostParts && depth <= deepest
}

interface Size {
  readonly parts: number
  readonly depth: number
}
