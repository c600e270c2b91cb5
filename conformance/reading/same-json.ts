import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { isObject } from './find-list.ts'

/** JSON text that does not depend on the order of members. */
export function sortedJson(value: unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  )
  return text ?? ''
}

/** Returns true if two JSON values are the same, whatever the order of their members. */
export const isSameJson = (left: unknown, right: unknown): boolean => sortedJson(left) === sortedJson(right)

/** Returns true if two answers have the same body: the same JSON, or else the same text. */
export const isSameBody = (left: ReceivedResponse, right: ReceivedResponse): boolean =>
  left.json === undefined ? left.text === right.text : isSameJson(left.json, right.json)

/** The most frequent of some values, and the first of several; undefined without any. */
export function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const alike = [...Map.groupBy(values, (value) => JSON.stringify(value)).values()]
  return alike.toSorted((left, right) => right.length - left.length)[0]?.[0]
}
