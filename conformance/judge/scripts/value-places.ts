// The places of values in answers, so that a script finds them in the same place again.
import { entryOf, parseLinkHeader } from '../../reading/link-header.ts'
import type { ReceivedResponse } from '../../conclusions/exchange.ts'

/** The place of a value in an answer. The functions of a script with these names read it: see helpers.ts. */
export interface ValuePlace {
  readonly reader: 'member' | 'link' | 'link_cursor'
  /** The name of a member, or a relation. */
  readonly name: string
  /** The position among the members with this name, from 1. */
  readonly index: number
}

/** A value with its place. */
export interface PlacedValue {
  readonly value: string
  readonly place: ValuePlace
}

const member = /^\s*"([\w.-]+)"\s*:\s*"([^"]*)"\s*$/

/**
 * The texts of an answer with their places. The body is split at each brace, bracket and comma, as a script can do
 * without a parser: texts with such characters in them are not found.
 */
export function placedValues({ text, headers }: ReceivedResponse, requestUrl: string): readonly PlacedValue[] {
  const counts = new Map<string, number>()
  const values: PlacedValue[] = []
  for (const piece of text.split(/[{}[\],\n]/)) {
    const [, name, value] = member.exec(piece) ?? []
    if (name === undefined || value === undefined) continue
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    values.push({ value: value.replaceAll(String.raw`\/`, '/'), place: { reader: 'member', name, index } })
  }
  const entries = parseLinkHeader(headers['link'] ?? '') ?? []
  for (const name of ['next', 'previous']) {
    const target = entryOf(entries, name)?.target
    if (target === undefined || !URL.canParse(target, requestUrl)) continue
    const url = new URL(target, requestUrl)
    values.push({ value: url.href, place: { reader: 'link', name, index: 1 } })
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null) values.push({ value: cursor, place: { reader: 'link_cursor', name, index: 1 } })
  }
  return values
}
