import { type Item, findRecord } from '../reading/find-list.ts'
import type { Answers } from './answers.ts'
import { type JsonType, memberTypes } from './answer-shape.ts'
import { flattenMembers } from './wrapped-members.ts'

/** The form of the records of a resource: their members and types, without values. */
export interface RecordForm {
  /** The number of seen records. */
  readonly count: number
  /** The members by path, with the number of records that have each. Sorted by path. */
  readonly members: Readonly<Record<string, { readonly types: readonly JsonType[]; readonly in: number }>>
}

/** A resource whose records are learned, by the emulator's name of its collection. */
export type LearnedCollection =
  | 'environments'
  | 'projects'
  | 'resources'
  | 'catalog_products'
  | 'groups'
  | 'issue_events'
  | 'access_tokens'

/** The questions whose answers show records of each resource. */
const sources: Readonly<Record<LearnedCollection, readonly string[]>> = {
  environments: ['environments.list', 'environments.limit-2', 'environments.retrieve'],
  projects: ['projects.list', 'legacy.projects'],
  resources: ['resources.list'],
  catalog_products: [
    'products.list',
    'products.first',
    'products.next',
    'products.limit-huge',
    'products.largest-limit',
  ],
  groups: ['legacy.groups.list', 'legacy.groups.next'],
  issue_events: ['legacy.events.list'],
  access_tokens: ['access-tokens.list', 'access-tokens.rename'],
}

/** The form of the records of each resource that was seen. */
export type RecordForms = Readonly<Partial<Record<LearnedCollection, RecordForm>>>

/** The most records that are read. */
const mostRecords = 200

/** The records in the answers, without duplicates. */
export function collectRecords(answers: Answers): Readonly<Partial<Record<LearnedCollection, readonly Item[]>>> {
  const found = Object.entries(sources).flatMap(([collection, questions]) => {
    const records = new Map<unknown, Item>()
    for (const question of questions) {
      const isOfOne = /\.(?:retrieve|rename)$/.test(question)
      // A record may hold a list of other objects.
      const items = (isOfOne ? undefined : answers.list(question)?.items) ?? [answers.record(question)]
      for (const item of items) {
        const record = findRecord(item)
        if (record) records.set(record['id'], flattenMembers(record))
      }
    }
    return records.size === 0 ? [] : [[collection, [...records.values()].slice(0, mostRecords)] as const]
  })
  return Object.fromEntries(found)
}

/** The forms of the records in the answers. */
export function collectRecordForms(answers: Answers): RecordForms {
  return Object.fromEntries(
    Object.entries(collectRecords(answers)).map(([name, records]) => [name, recordForm(records)]),
  )
}

function recordForm(records: readonly unknown[]): RecordForm {
  const seen = new Map<string, { types: Set<JsonType>; in: number }>()
  for (const record of records)
    for (const [path, types] of Object.entries(memberTypes(record))) {
      if (path === '') continue
      const member = seen.get(path) ?? { types: new Set(), in: 0 }
      for (const type of types) member.types.add(type)
      member.in++
      seen.set(path, member)
    }
  const members = [...seen].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return {
    count: records.length,
    members: Object.fromEntries(
      members.map(([path, { types, in: times }]) => [path, { types: [...types].toSorted(), in: times }]),
    ),
  }
}
