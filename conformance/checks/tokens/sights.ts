import { fail } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findMember, type Item } from '../../reading/find-list.ts'
import type { Similar } from '../similar.ts'

/** The record of a token, as an answer shows it. */
export interface ShownToken {
  readonly id: string
  readonly record: Item
  /** The page of the list, or the answer to a creation or a change. */
  readonly at: Exchange
}

/** Returns true for the answer to a creation: every creation gets another id. */
const isOfCreation = ({ id, at: { request } }: ShownToken): boolean =>
  request.method === 'POST' && !request.url.includes(id)

/** The answer that shows a record, as messages name it. */
export function sightPlace(sight: ShownToken): string {
  if (sight.at.request.method === 'GET') return 'the list'
  return isOfCreation(sight) ? 'the answer to its creation' : 'the answer'
}

/**
 * The fact that a member of a token's record is wrong. The answer to a creation has no other record, so the whole body
 * shows it there.
 */
export function otherMember(sight: ShownToken, member: string): Fact {
  return { kind: 'body', at: sight.at, ...(isOfCreation(sight) ? {} : { ids: [sight.id] }), members: [member] }
}

/** A member of a record and the answer that shows it, or `none`. */
export function sightedMember(sight: ShownToken, member: string): Phrase {
  return phrase`${valueOrNone(findMember(sight.record, member))} in ${sightPlace(sight)}`
}

/** Fails for a member of a record with another value than expected. */
export function failMember(
  sight: ShownToken,
  member: string,
  expected: Phrase,
  got: Phrase = sightedMember(sight, member),
  /** The request that changed it. */
  by?: Exchange,
  similar: Similar = {},
): never {
  fail({
    expected,
    got,
    fact: { ...otherMember(sight, member), ...(by === undefined ? {} : { by }) } as Fact,
    ...similar,
  })
}

/** A value in JSON, or `none`. */
export function valueOrNone(value: unknown): Phrase {
  return value === undefined ? phrase`none` : json(value)
}
