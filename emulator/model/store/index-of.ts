import { textOf } from './plan.ts'
import { type Identified, SortedList } from './sorted-list.ts'

/** The records that have a field, sorted by it. */
export function indexOf<T extends Identified>(name: string, records: readonly T[]): SortedList<T> {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const value = textOf(record, name)
    if (value === undefined) continue
    const group = groups.get(value)
    if (group) group.push(record)
    else groups.set(value, [record])
  }
  const values = [...groups.keys()].sort((left, right) => (left < right ? -1 : 1))
  const sorted: T[] = []
  for (const value of values) for (const record of groups.get(value)!) sorted.push(record)
  return SortedList.from((record) => textOf(record, name), sorted)
}
