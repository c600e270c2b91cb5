import type { TSchema } from 'typebox'

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
