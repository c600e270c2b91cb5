// The facts about a service beyond the specification that the author of a client must know, written by hand.
import { PlatformError } from '../careful/wire.ts'

/** A list whose records a client reads. */
export type ListKind = 'environment' | 'product' | 'group' | 'event'

/** How a service answers. Each function reads a body, and throws where it is another one. */
export interface ServiceForms {
  /** The records of a page, and whether more follow; undefined where the answer does not say. */
  readonly page: (json: unknown, kind: ListKind) => { readonly records: unknown; readonly hasMore?: unknown }
  /** The records of a page of the legacy API. */
  readonly legacyPage: (json: unknown, kind: ListKind) => unknown
  /** The projects of the legacy API. */
  readonly projects: (json: unknown) => unknown
  /** The members of a personal access token, its id among them. */
  readonly token: (json: unknown) => unknown
  /** A personal access token that was just made, with its secret. */
  readonly created: (json: unknown) => { readonly token: unknown; readonly secret: unknown }
  /** True for `expires_at` in the form of the service. */
  readonly isExpiry: (value: unknown) => boolean
  /** The value of a configuration. */
  readonly value: (json: unknown) => unknown
  /** The object with `access_token`. */
  readonly issued: (json: unknown) => unknown
  readonly stateCode: (json: unknown) => unknown
  /** The names of the commands of a connection. */
  readonly commands: (json: unknown) => readonly unknown[]
  /** The allowed values in the refusal of an invalid enum value, or a text that contains them. */
  readonly allowed: (json: unknown) => unknown
  /** The status for a token that is not accepted, at a path below the base URL. */
  readonly expired: (path: string) => number
}

/** @throws PlatformError for an answer of another form. */
export function unreadable(message: string): never {
  throw new PlatformError('unreadable', message)
}

/** The value at names with dots between them. @throws PlatformError that names the first one that is missing. */
export function readDotted(json: unknown, names: string): unknown {
  return names.split('.').reduce<unknown>((value, name) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
      return (value as Readonly<Record<string, unknown>>)[name]
    return unreadable(`The answer has no ${name}, which should be in it at ${names}.`)
  }, json)
}

/** The items of an array. @throws PlatformError for another value. */
export function readItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : unreadable('The answer has no array where one should be.')
}

/** The members of an object. @throws PlatformError for another value. */
export function readObjectMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : unreadable('The answer has no object where one should be.')
}
