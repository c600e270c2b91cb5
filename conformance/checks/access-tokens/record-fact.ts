import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'

/**
 * The fact that a member of a token's record is wrong. The answer to a creation has no other record, and every creation
 * gets another id, so the whole body shows it there.
 */
export function otherMember(at: Exchange, id: string | undefined, member: string): Fact {
  const { method, url } = at.request
  const isCreation = method === 'POST' && (id === undefined || !url.includes(id))
  return { kind: 'body', at, ...(isCreation || id === undefined ? {} : { ids: [id] }), members: [member] }
}

/** A value in JSON, or `none`. */
export function valueOrNone(value: unknown): Phrase {
  return value === undefined ? phrase`none` : json(value)
}
