import type { ObjectSchema } from '../kit/schema-member.ts'

/** A collection as the control API describes it. */
export interface CollectionInfo {
  readonly name: string
  readonly count: number
  readonly writable: boolean
  /** The members that have an index. */
  readonly filters: readonly string[]
  readonly searched: readonly string[]
  readonly schema: ObjectSchema | null
}

/** A stored record. */
export interface DataRecord {
  readonly id: string
  readonly [member: string]: unknown
}

/** A record with its related records. */
export interface RecordWithRelations {
  readonly collection: string
  readonly record: DataRecord
  readonly references: readonly {
    readonly member: string
    readonly collection: string
    readonly id: string
    readonly name: string | null
  }[]
  readonly referrers: readonly { readonly collection: string; readonly member: string; readonly count: number }[]
}

/** The setting of the address that holds the filter of a member. */
export const filterSetting = (member: string): string => `where.${member}`

/** Returns true if a text is an id, bare or prefixed. */
export function isId(text: string): boolean {
  return /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(text)
}
