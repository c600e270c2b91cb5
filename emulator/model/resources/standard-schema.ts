import type { TSchema } from 'typebox'
import { pointerNames } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import type { DefaultedMembers, ResourceRecords } from './resource-records.ts'
import { type ResourceCollection, resourceByCollection } from './resources.ts'
import { isObject } from '../../tools/is-object.ts'

/** The validation part of Standard Schema 1 (https://standardschema.dev). */
export interface StandardSchema<Input, Output> {
  /** The members of Standard Schema: a version, a vendor and `validate`. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly validate: (
      value: unknown,
    ) => { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] }
  }
}

/** One fault of an invalid record: the mistake and its member. */
export interface StandardIssue {
  /** The fault, with its place. */
  readonly message: string
  /** The names on the way to the place. */
  readonly path: readonly string[]
}

type Optional<Members, Left extends PropertyKey> = Omit<Members, Left> & {
  readonly [Member in keyof Members as Member extends Left ? Member : never]?: Members[Member] | undefined
}

/** A record as input: members with a default may be left out. */
export type RecordInput<Name extends ResourceCollection> = Name extends ResourceCollection
  ? Optional<ResourceRecords[Name], DefaultedMembers[Name]>
  : never

/** The Standard Schema of a collection's records. */
export type RecordSchema<Name extends ResourceCollection> = StandardSchema<RecordInput<Name>, ResourceRecords[Name]>

/**
 * The schema of a collection's records as a Standard Schema, for `@msw/data`, form libraries and other users of
 * Standard Schema. Members with a default may be left out; unknown members are refused.
 *
 * @example
 * ```ts
 * import { Collection } from '@msw/data'
 *
 * const flows = new Collection({ schema: recordSchema('flows') })
 * ```
 */
export function recordSchema<Name extends ResourceCollection>(collection: Name): RecordSchema<Name> {
  const { schema, members } = resourceByCollection[collection]
  const defaults = Object.entries(members as Readonly<Record<string, TSchema>>).flatMap(([name, member]) =>
    'default' in member ? [[name, member.default] as const] : [],
  )
  return {
    '~standard': {
      version: 1,
      vendor: 'platform-data-emulator',
      validate: function validateRecord(value) {
        const record = isObject(value) ? { ...value, ...missingDefaults(value, defaults) } : value
        const faults = findFaults(schema, record)
        if (faults.length > 0)
          return {
            issues: faults.map(({ at, message }) => ({ message: `${at || 'it'} ${message}`, path: pointerNames(at) })),
          }
        return { value: record as ResourceRecords[Name] }
      },
    },
  }
}

function missingDefaults(value: object, defaults: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(
    defaults.filter(([name]) => (value as Readonly<Record<string, unknown>>)[name] === undefined),
  )
}
