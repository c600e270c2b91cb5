// Records whose members are in a separate object next to the id, such as `attributes` in JSON:API.
import { isObject, type Item } from '../reading/find-list.ts'

const usualNames: ReadonlySet<string> = new Set(['attributes', 'fields', 'properties', 'values'])

/** The name of the object that contains the members of all these records; undefined if there is none. */
export function findWrapper(records: readonly Item[]): string | undefined {
  const [first] = records
  const isWrapper = (name: string) =>
    records.every((record) => {
      const inner = record[name]
      return isObject(inner) && !Object.hasOwn(inner, 'id') && !Object.hasOwn(record, 'name')
    })
  const names = Object.keys(first ?? {}).filter((name) => usualNames.has(name) && isWrapper(name))
  return names.length === 1 ? names[0] : undefined
}

/** A record with its members at the top level. */
export function flattenMembers(record: Item): Item {
  const wrapper = findWrapper([record])
  return wrapper === undefined ? record : { id: record['id'], ...(record[wrapper] as Item) }
}
