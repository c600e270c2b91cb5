import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { isObject } from './find-list.ts'

const maxDepth = 3
const maxMembers = 30
const maxText = 4000
const maxType = 200

/**
 * The shape of an answer, whatever the values in it: its status, its media type and the members of its JSON. Two
 * answers of the same shape may be one answer with another time or number in it.
 */
export function answerShape({ status, headers, json, text }: ReceivedResponse): string {
  const [type = ''] = (headers['content-type'] ?? '').slice(0, maxType).toLowerCase().split(';')
  return `${status} ${type.trim()} ${json === undefined ? text.slice(0, maxText) : shapeOf(json, maxDepth)}`
}

function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    return value.length === 0 ? '[]' : depth === 0 ? '[…]' : `[${shapeOf(first, depth - 1)}]`
  }
  if (!isObject(value)) return value === null ? 'null' : typeof value
  if (depth === 0) return '{…}'
  const members = Object.keys(value).slice(0, maxMembers).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${shapeOf(value[name], depth - 1)}`).join()}}`
}
