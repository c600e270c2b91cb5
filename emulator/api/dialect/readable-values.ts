import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { shortJson } from '../../tools/short-text.ts'

/** The values of a kind. */
export interface ReadableValues<Value = unknown> {
  /** The form of values, for messages. */
  readonly expects: string
  /** Their JSON Schema (draft-07) in a file, which editors use. */
  readonly schema: Readonly<Record<string, unknown>>
  /**
   * Reads a value from a caller or from the command line; undefined if it has another form.
   * @param operation The operation that it is for; undefined for all.
   * @throws EmulatorError `invalid_convention` when it has the right form, but is wrong.
   */
  readonly read: (value: unknown, operation?: string) => Value | undefined
}

/** Parses a string that can only be JSON, for example from the command line. */
export function parseConvention(name: string, sent: unknown): unknown {
  if (typeof sent !== 'string' || !/^\s*[[{]/.test(sent)) return sent
  try {
    return JSON.parse(sent)
  } catch (error) {
    throw new EmulatorError(
      'invalid_convention',
      `The convention ${name} takes JSON; got ${shortJson(sent)}, which is not JSON: ${(error as Error).message}.`,
    )
  }
}

/** A frozen copy: conventions are compiled once. */
export function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (!isObject(value)) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozenCopy(member)])))
}
