// Chooses the bodies that a command must refuse.
import type { CommandSchema } from '../../reading/schemas.ts'
import { bodyFaults, type BodyFault, hasAlternatives } from './body-faults.ts'
import type { BodyValidator } from './body-validator.ts'

/** A body that a schema forbids, and the reason. */
export interface InvalidBody {
  readonly body: unknown
  readonly fault: string
  /** The keyword that forbids the body. */
  readonly keyword: string
  /** True if the broken value is within a member of the body. */
  readonly isWithin?: boolean | undefined
  /** The path of the broken value. */
  readonly at?: string | undefined
  /** The type of a value of a wrong type, in words. */
  readonly sent?: string | undefined
  /** A body that breaks the same bound by far. */
  readonly far?: unknown
}

/** The schema of a command and its validator. */
export interface ReadSchema {
  readonly schema: CommandSchema
  /** Undefined if no validator can read the schema; only the plainest faults are then made. */
  readonly forbids: BodyValidator | undefined
}

/** The number of faults with a missing top-level member that come first, with one of each other kind. */
const mostMissing = 10
/** The kinds of faults that a plain reading of a schema forbids, regardless of its other keywords. */
const plainKinds: ReadonlySet<string> = new Set([
  'required',
  'required-within',
  'type',
  'type-within',
  'type-absent',
  'enum',
  'minimum',
  'minItems',
  'additionalProperties',
  'array-around',
  'empty-object',
  'null-body',
  'text-body',
])

/** Bodies that differ from a valid one in one thing that the schema forbids, at any depth: the plainest first. */
export function invalidBodies(read: ReadSchema, validBody: unknown): readonly InvalidBody[] {
  const all = new Map<string, InvalidBody & { readonly kind: string }>()
  for (const fault of bodyFaults(read.schema, validBody)) {
    const body = forbiddenBody(fault, read)
    const key = JSON.stringify(body)
    const { keyword, kind, isWithin, at, wanted } = fault
    const sent = keyword === 'type' && kind !== 'fraction' ? typeInWords(valueAt(body, at)) : undefined
    const what = at && wanted && sent ? `${sent} as ${at}, which is of type ${wanted}` : fault.what
    const far = fault.far === undefined ? undefined : forbiddenBody({ ...fault, bodies: [fault.far] }, read)
    if (body !== undefined && !all.has(key)) all.set(key, { body, fault: what, keyword, kind, isWithin, at, far, sent })
  }
  const found = [...all.values()]
  const counts = new Map<string, number>()
  const isFirst = ({ kind }: { readonly kind: string }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= (kind === 'required' ? mostMissing : 1)
  }
  const { first = [], others = [] } = Object.groupBy(found, (body) => (isFirst(body) ? 'first' : 'others'))
  return [...first, ...others]
}

/** The value at a path such as `items[0].sku`. */
function valueAt(body: unknown, path = ''): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '')
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)
}

function typeInWords(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The first body with only one fault, or else the first with any. */
function forbiddenBody({ kind, keyword, bodies }: BodyFault, { schema, forbids }: ReadSchema): unknown {
  if (!forbids) return plainKinds.has(kind) && !isAmbiguous(schema, keyword) ? bodies[0] : undefined
  let wrong: unknown
  for (const body of bodies) {
    const objections = forbids(body)
    if (objections.length > 0 && objections.every((objection) => objection.keyword === keyword)) return body
    if (objections.length > 0) wrong ??= body
  }
  return wrong
}

/** Returns true if another part of an unreadable schema may override a keyword. */
function isAmbiguous(schema: CommandSchema, keyword: string): boolean {
  const text = JSON.stringify(schema)
  return (
    hasAlternatives(schema) ||
    /"(?:oneOf|anyOf|if|not|\$ref|nullable)":/.test(text) ||
    (keyword === 'required' && text.includes('"default":')) ||
    (keyword === 'additionalProperties' &&
      (!text.includes('"additionalProperties":false') || text.includes('"patternProperties"')))
  )
}
