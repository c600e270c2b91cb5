import type { TSchema } from 'typebox'
import { isObject } from './is-object.ts'

/** A JSON Schema 2020-12: from TypeBox, or from an adapter that a user wrote. */
export type JsonSchema = TSchema | Readonly<Record<string, unknown>>

/** The value of a schema's keyword; undefined when the schema does not have it. */
export function keyword(schema: JsonSchema | undefined, name: string): unknown {
  return (schema as Readonly<Record<string, unknown>> | undefined)?.[name]
}

/** One place where a value does not match a schema. */
export interface SchemaFault {
  /** JSON Pointer into the value. */
  readonly at: string
  /** The expected and the actual value. It lists the values of `allowed`. */
  readonly message: string
  /** The values of an enum, for programs. */
  readonly allowed?: readonly unknown[]
}

/** The listed faults of a value, and the number of further ones. */
export interface Faults extends ReadonlyArray<SchemaFault> {
  readonly more?: number
}

/** The longest list of faults in a message, in characters. */
const longestList = 1500

/**
 * Describes faults in a sentence, with the number of further ones.
 * @param whole The name of the value itself.
 */
export function describeFaults(faults: Faults, whole = 'it'): string {
  const texts: string[] = []
  let length = 0
  for (const { at, message } of faults) {
    const text = `${at || whole} ${message}`
    if (texts.length > 0 && length + text.length > longestList) break
    texts.push(text)
    length += text.length
  }
  const more = faults.length - texts.length + (faults.more ?? 0)
  return [...texts, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('; ')
}

/** The contents of a file without the member `$schema`, by which editors find its JSON Schema. */
export function withoutSchema(content: unknown): unknown {
  if (!isObject(content)) return content
  const { $schema: _forEditors, ...members } = content as Readonly<Record<string, unknown>>
  return members
}

/** Encodes a name as one step of a JSON Pointer (RFC 6901), with the leading slash. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Splits a JSON Pointer (RFC 6901) into its decoded names. */
export function pointerNames(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
