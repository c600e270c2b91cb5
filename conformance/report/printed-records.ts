import { factIds, factMembers } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'

/** A record of a failure, with its relevant members. */
export interface PrintedRecord {
  readonly id: string
  /** Names, and values in JSON. */
  readonly members: readonly (readonly [name: string, value: string])[]
}

/** The most records shown for one failure. */
const most = 3

/** The most characters of a record that are read, and of a value that are shown. */
const recordLength = 2000
const valueLength = 120

/**
 * The records of a failure in its evidence, with the members that the fact or the request names, and their names. A
 * record without such a member shows nothing of the failure.
 */
export function printedRecords({ fact, evidence }: Pick<CheckResult, 'fact' | 'evidence'>): readonly PrintedRecord[] {
  if (!fact) return []
  const records = [...new Set(factIds(fact))].flatMap((id) => {
    const exchange = evidence.findLast(({ response }) => idAt(response.text, id) >= 0)
    if (!exchange) return []
    const asked = [exchange, fact.at].flatMap(({ request }) => [...(URL.parse(request.url)?.searchParams.keys() ?? [])])
    const named = new Set([...asked, ...factMembers(fact)])
    const members = printedMembers(exchange.response.text, id).filter(([name]) => name === 'name' || named.has(name))
    return members.some(([name]) => named.has(name)) ? [{ id, members }] : []
  })
  return records.slice(0, most)
}

/** A record in one line. */
export function recordLine({ id, members }: PrintedRecord): string {
  return `${id}: ${members.map(([name, value]) => `${name} ${value}`).join(', ')}`
}

function idAt(text: string, id: string): number {
  return text.search(new RegExp(String.raw`"id"\s*:\s*"${id}"`))
}

/** The texts, numbers and other simple values next to an id. The body may be cut, so it is not parsed as a whole. */
function printedMembers(text: string, id: string): readonly (readonly [string, string])[] {
  const record = recordAround(text, idAt(text, id))
  const found = [...record.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.]*|true|false|null)/g)]
  return found
    .filter(([, name]) => name !== 'id')
    .map(([, name, value]) => {
      const plain = unescaped(value!)
      return [name!, plain.length > valueLength ? `${plain.slice(0, valueLength)}…` : plain]
    })
}

/** The object that contains a position, without its inner objects. The id may be anywhere among its members. */
function recordAround(text: string, place: number): string {
  const open: { text: string; isRecord: boolean }[] = [{ text: '', isRecord: false }]
  const until = text.slice(0, place + recordLength)
  for (const { 0: part, index } of until.matchAll(/"(?:[^"\\]|\\.)*"|[{}]|[^"{}]+/g)) {
    const current = open.at(-1)!
    if (part === '{') open.push({ text: '', isRecord: false })
    else if (part !== '}') {
      current.text += part
      current.isRecord ||= index === place
    } else if (current.isRecord) return current.text
    else if (open.length > 1) open.pop()
  }
  return open.find(({ isRecord }) => isRecord)?.text ?? ''
}

/** A value in which escaped characters beyond ASCII are decoded. */
function unescaped(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value))
  } catch {
    return value
  }
}
