import type { FoundRecord, ListedCollection } from '../../control/records.ts'

/** The part of the schema of a member that the views of records use. */
export interface MemberSchema {
  readonly enum?: readonly unknown[]
  readonly 'x-reference'?: string
}

/** A collection as the control API describes it. */
export type CollectionInfo = ListedCollection & {
  readonly schema: { readonly properties?: Readonly<Record<string, MemberSchema>> } | null
}

/** A stored record. */
export interface DataRecord {
  readonly id: string
  readonly [member: string]: unknown
}

/** A record with its related records. */
export type RecordWithRelations = FoundRecord & { readonly record: DataRecord }

/** The setting of the address that holds the filter of a member. */
export const filterSetting = (member: string): string => `where.${member}`

/** Returns true if a text is an id, bare or prefixed. */
export function isId(text: string): boolean {
  return /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(text)
}
