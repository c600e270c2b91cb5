// TypeScript types of schemas.
import type { TSchema } from 'typebox'
import { enumValues } from '../../emulator/model/resources/define-resource.ts'
import { literals } from './name-lists.ts'

/** The members that a schema may have. */
type Anything = TSchema & {
  readonly type?: string
  readonly anyOf?: readonly TSchema[]
  readonly const?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** The TypeScript type of a member's schema. @throws TypeError for a schema that no member has so far. */
function typeOf(schema: TSchema): string {
  const { type, anyOf, const: value, properties, patternProperties, items } = schema as Anything
  const values = value === undefined ? enumValues(schema) : [value]
  if (values) return literals(values)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (patternProperties) return `Readonly<Record<string, ${Object.values(patternProperties).map(typeOf).join(' | ')}>>`
  if (properties) return `{\n${describedMembers(schema)}\n}`
  if (items) return `readonly ${typeOf(items)}[]`
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  if (type === 'integer') return 'number'
  if (Object.keys(schema).every((name) => name === 'description')) return 'unknown'
  throw new TypeError(
    `.ci/generate/types.ts has no TypeScript type for the schema ${JSON.stringify(schema)}; teach typeOf this one.`,
  )
}

/** Members whose type is narrower than their schema. */
const narrower: Readonly<Record<string, string>> = { operation: 'OperationId' }

/** The members of an object whose schema describes each of them. */
export function describedMembers(schema: TSchema): string {
  const { properties = {}, required = [] } = schema as Anything
  const members = Object.entries(properties).map(([name, member]) => {
    const { description } = member as Anything
    if (!description) throw new TypeError(`The schema of ${name} has no description; give it one.`)
    const mark = required.includes(name) ? '' : '?'
    return `${docComment(description)}\nreadonly ${name}${mark}: ${narrower[name] ?? typeOf(member)}`
  })
  return members.join('\n')
}

/** A sentence on lines that are not too long. */
export function docComment(text: string): string {
  const lines = text.match(/.{1,110}(?: |$)/g) ?? []
  return lines.length === 1 ? `/** ${text} */` : `/**\n${lines.map((line) => ` * ${line.trim()}`).join('\n')}\n */`
}
