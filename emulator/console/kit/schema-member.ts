// Edits a member of a JSON Schema as text.
import { toDisplayText } from './text.tsx'
import { escapeUnseen } from '../state/unseen.ts'

/** The part of JSON Schema that forms understand. */
export interface MemberSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly MemberSchema[]
  readonly properties?: Readonly<Record<string, MemberSchema>>
  readonly default?: unknown
  readonly description?: string
  readonly 'x-reference'?: string
}

/** The schema of an object. */
export interface ObjectSchema extends MemberSchema {
  readonly required?: readonly string[]
}

/** The control that edits a member. */
export type Widget =
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly empty: string }
  | { readonly kind: 'text' | 'number'; readonly hint: string }
  | { readonly kind: 'json' }

const hasType = (schema: MemberSchema, type: string): boolean =>
  schema.type === type || (schema.anyOf?.some((alternative) => hasType(alternative, type)) ?? false)

/** Chooses the control for a member. */
export function chooseWidget(schema: MemberSchema): Widget {
  const empty =
    schema.default === undefined || schema.default === null ? '(none)' : `(default: ${toDisplayText(schema.default)})`
  if (schema.enum) return { kind: 'choice', values: schema.enum.map(toDisplayText), empty }
  if (schema.const !== undefined) return { kind: 'choice', values: [toDisplayText(schema.const)], empty }
  if (schema.type === 'boolean') return { kind: 'choice', values: ['true', 'false'], empty }
  const isText = hasType(schema, 'string')
  if (schema.type === 'number' || schema.type === 'integer') return { kind: 'number', hint: defaultText(schema) }
  if (isText) return { kind: 'text', hint: defaultText(schema) }
  return hasType(schema, 'number') || hasType(schema, 'integer')
    ? { kind: 'number', hint: defaultText(schema) }
    : { kind: 'json' }
}

function defaultText({ default: value }: MemberSchema): string {
  return value === undefined || value === null || value === '' ? '' : toDisplayText(value)
}

/** A value as the text of its control. */
export function textOfMember(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? escapeUnseen(JSON.stringify(value, null, 2)) : String(value)
}

/**
 * Reads the text of a control. An empty text means null if the member may be null, and an empty text if the member is a
 * text.
 */
export function parseMemberText(
  schema: MemberSchema,
  typed: string,
): { readonly value: unknown } | { readonly fault: string } {
  const widget = chooseWidget(schema)
  if (typed === '' && (hasType(schema, 'null') || widget.kind !== 'text')) return { value: null }
  if (widget.kind === 'choice') {
    const values = schema.enum ?? (schema.const === undefined ? [true, false] : [schema.const])
    return { value: values.find((value) => toDisplayText(value) === typed) ?? typed }
  }
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(typed.trim())
  // The emulator explains the mistake in any other text.
  if (widget.kind === 'number') return { value: isNumber ? Number(typed) : typed }
  const mayBeObject = hasType(schema, 'object') && typed.trimStart().startsWith('{')
  if (widget.kind === 'text' && !mayBeObject) {
    const mayBeNumber = hasType(schema, 'number') || hasType(schema, 'integer')
    return { value: mayBeNumber && isNumber ? Number(typed) : typed }
  }
  try {
    return { value: JSON.parse(typed) }
  } catch (error) {
    // Anything that does not begin as JSON is a text, such as the page of a gateway.
    if (!/^\s*[[{"]/.test(typed)) return { value: typed }
    return { fault: `must be JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
