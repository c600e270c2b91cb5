import { Conclusion } from '../../conclusions/conclusion.ts'
import { findMember, findObject, type Item } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { readTime, type TimeFormat, writeTime } from '../../reading/times.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { LedgerEntry } from '../../judge/ledger.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { at, printedPath } from '../../catalogue/operation-paths.ts'
import {
  type BoundSide,
  delays,
  boundaryExpiry,
  leastLifetime,
  requestedLifetime,
  minute,
  momentsOfExpiry,
  type Precision,
  twoYears,
} from './expiry-bounds.ts'
import type { ShownToken } from './sights.ts'
import { personalAccessTokens, type TokenList } from './token-list.ts'
import { secretTexts } from './token-secret.ts'
import { isSuccessStatus, isUndone } from '../../reading/success.ts'
import { toValueText } from '../../reading/value-text.ts'

/** An attempt to create a personal access token. */
export interface Creation {
  readonly name: string
  readonly scopes: unknown
  /** The requested expiry, in milliseconds since 1970. */
  readonly expiry: number
  readonly sent: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
  /** The record in the answer, or undefined. */
  readonly record: Item | undefined
  /** Bare; undefined unless the answer was a success with an id. */
  readonly id: string | undefined
  readonly entry: LedgerEntry
}

/** The record in the answer to a creation, if any. */
export const sightOfCreation = ({ id, record, exchange }: Creation): readonly ShownToken[] =>
  id !== undefined && record ? [{ id, record, at: exchange }] : []

/** A member that a creation requires. */
export type RequiredMember = 'name' | 'scopes' | 'expires_at'

/** The wishes for a new token. */
export interface CreationOptions {
  /** Follows the id of the run in the token's name. Short and without spaces, as no rule for names is shown. */
  readonly use: string
  readonly scopes: unknown
  readonly expiry: number
  readonly format: TimeFormat
  readonly omit?: RequiredMember
  /** The value that is sent in place of that member. Default: it is left out. */
  readonly instead?: null | ''
  readonly as?: Credential
  /** The credential that is wrong in the request. */
  readonly wrong?: Call['wrong']
  readonly query?: Call['query']
}

/**
 * Requests a token. It is in the ledger before the request is sent, and stays there: the clean-up deletes it, unless a
 * check did.
 */
export async function createToken(session: Session, wish: CreationOptions): Promise<Creation> {
  try {
    return await askForToken(session, wish)
  } catch (error) {
    // The second token gets a different name: the first may have been created, and is then deleted by its name.
    if (error instanceof Conclusion && error.cause?.kind === 'outage')
      return await askForToken(session, { ...wish, use: `${wish.use}-2` })
    throw error
  }
}

/** Removes a token that the target refused to create from the ledger: there is nothing to delete. */
export function forgetRefused(session: Session, creation: Creation): Creation {
  if (creation.id === undefined && isUndone(creation.exchange)) session.run.ledger.close(creation.entry)
  return creation
}

/**
 * Requests a token whose expiry is as close to a bound as can be judged. A slow request may have crossed the bound on
 * its way to the target; it is then sent again with a larger margin.
 */
export async function createAtBound(
  session: Session,
  side: BoundSide,
  precision: Precision,
  wish: Omit<CreationOptions, 'expiry'>,
): Promise<Creation> {
  let token: Creation | undefined
  for (const delay of delays) {
    const expiry = await boundaryExpiry(session, side, precision, delay)
    const use = delay === delays[0] ? wish.use : `${wish.use}-${delay / 1000}s`
    if (token) forgetRefused(session, token)
    token = await createToken(session, { ...wish, use, expiry })
    const isTaken = token.id !== undefined
    if (side.startsWith('below') || isTaken === (side === 'above 7 days')) break
    const { least } = await requestedLifetime(session, token.exchange, momentsOfExpiry(expiry, precision))
    const bound = side === 'above 7 days' ? leastLifetime : twoYears(token.exchange.startedAt).longest
    if (least >= bound + minute) break
  }
  return token!
}

async function askForToken(
  session: Session,
  { use, scopes, expiry, format, omit, instead, as = 'bearer', wrong, query = {} }: CreationOptions,
): Promise<Creation> {
  const { run } = session
  const name = `${run.id}-${use}`
  const sent = Object.fromEntries(
    Object.entries({ name, scopes, expires_at: writeTime(expiry, format) })
      .map(([member, value]) => [member, member === omit ? instead : value] as const)
      .filter(([, value]) => value !== undefined),
  )
  const entry = run.ledger.open({
    runId: run.id,
    operation: personalAccessTokens.operation,
    name,
    isUnnamed: omit === 'name',
    path: printedPath('access-tokens.revoke', run.names),
  })
  const exchange = await session.send({
    method: 'POST',
    path: at('access-tokens.create'),
    query,
    json: sent,
    as,
    entry,
    ...(wrong ? { wrong } : {}),
  })
  const { status, json } = exchange.response
  const record = isSuccessStatus(status) ? findObject(json) : undefined
  const creation = { name, scopes, expiry, sent, exchange, record }
  const id = record && stripPrefix(record['id'] as string)
  if (status < 300)
    // A service that adds the omitted scopes to a token shows them.
    for (const { text } of secretTexts(json, { ...sent, scopes }, id ?? ''))
      if (text.length >= 12) run.redactor.learn(text, 'personal_access_token')
  if (!record || id === undefined) return { ...creation, id: undefined, entry }
  return { ...creation, id, entry: run.ledger.identify(entry, id) }
}

/**
 * The token of a creation: as a list shows it, or else in an answer that is a success with an id and a string that may be
 * the secret. If no token was created, the ledger drops the entry.
 */
export function findCreated(session: Session, creation: Creation, list: TokenList | undefined): ShownToken | undefined {
  const { id, entry, exchange, record, sent } = creation
  const { ledger } = session.run
  const listed =
    id === undefined
      ? [...(list?.records.values() ?? [])].find(({ record: item }) => matchesCreation(session, item, creation))
      : list?.records.get(id)
  if (listed) {
    if (id === undefined) ledger.identify(entry, listed.id)
    return listed
  }
  // It stays in the ledger, even if it is not listed.
  if (id !== undefined && record && secretTexts(exchange.response.json, sent, id).some(({ unlikely }) => !unlikely))
    return { id, record, at: exchange }
  if (id === undefined && (list?.complete || isUndone(exchange))) ledger.close(entry)
  return undefined
}

/** Returns true if a record belongs to a creation: by its name, or by its expiry if no name was requested. */
function matchesCreation(session: Session, item: Item, { name, sent, expiry }: Creation): boolean {
  if (typeof sent['name'] === 'string') return findMember(item, 'name') === name
  const time = readTime(findMember(item, 'expires_at'))
  const isOfRun = toValueText(findMember(item, 'name')).includes(session.run.id)
  return !isOfRun && time !== undefined && Math.abs(time - expiry) < 1000
}
