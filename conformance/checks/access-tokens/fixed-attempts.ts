import { at } from '../../catalogue/operation-paths.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { day, writeTime } from '../../reading/times.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { change, renamed } from './changed-tokens.ts'
import {
  changesOfMain,
  changesOfOneScope,
  type FixedChange,
  type FixedMember,
  queriesOfMain,
  queriesOfOneScope,
  type QueryChange,
} from './fixed-changes.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { rangeTokens } from './range-tokens.ts'
import { singleScope, scopeCount } from './scopes.ts'
import { listTokensUntil } from './token-list.ts'

/** A request that was to change what is fixed. */
export interface ChangeAttempt {
  readonly what: Phrase
  /** The token that it was about. */
  readonly id: string
  /** The body that was sent. */
  readonly json: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
  /** The record of the token in the list, before all attempts and after. */
  readonly before: Item | undefined
  readonly after: Item | undefined
  /** The page that shows the record afterwards. */
  readonly page: Exchange | undefined
}

export interface Attempts {
  /** Attempts on one token follow each other: what the list shows may come from any. */
  readonly scopes: readonly ChangeAttempt[]
  readonly expiry: readonly ChangeAttempt[]
  /** True if several scopes are known. With one, no other scope can be asked for. */
  readonly several: boolean
  /** A new name at the end, which may be changed. */
  readonly last: LastRename
}

interface LastRename {
  readonly id: string
  readonly name: string
  readonly exchange: Exchange
  readonly after: Item | undefined
  readonly page: Exchange | undefined
}

/** An attempt before it is known what came of it. */
interface SentAttempt extends Pick<ChangeAttempt, 'what' | 'id' | 'json' | 'exchange'> {
  readonly of: readonly FixedMember[]
}

/** A token that exists, with the name by which it is known. */
type NamedToken = Pick<MainToken, 'id' | 'name'>

/** Letters that no code page has together, each of which is written in one way alone. */
const beyondAscii = 'ßж字'

/**
 * Attempts to change what is fixed: fewer scopes, more, another and none; an earlier expiry, a later one and none; and
 * all at once by PUT, which is not documented here. After a last new name, which may be changed, one list shows what
 * came of them.
 */
export const changeAttempts: Once<[], Attempts> = once(async (session) => {
  const { list: before } = await renamed(session)
  const main = await mainToken(session)
  const { short, gone } = await rangeTokens(session)
  const oneScope = short.id === undefined || gone.has(short.id) ? undefined : { id: short.id, name: short.name }
  const [ofMain, ofOneScope] = [changesOfMain(session, main), changesOfOneScope(session, main.scopes)]
  const sent: SentAttempt[] = []
  for (const change of ofMain) sent.push(await sendChange(session, main.id, change, 'chg'))
  if (oneScope) for (const change of ofOneScope) sent.push(await sendChange(session, oneScope.id, change, 'chg2'))
  sent.push(await putChange(session, main))
  for (const query of queriesOfMain(session, main))
    sent.push(await sendInQuery(session, { id: main.id, name: `${session.run.id}-qry` }, query))
  // The second token keeps the name by which it is known.
  if (oneScope)
    for (const query of queriesOfOneScope(session, main.scopes)) sent.push(await sendInQuery(session, oneScope, query))
  const { name, exchange } = await renameLast(session, main.id)
  // A list that shows the last name shows what came before it, too.
  const shows = (record: Item | undefined) => exchange.response.status >= 300 || memberOf(record, 'name') === name
  const after = await listTokensUntil(session, main.id, ({ records }) => shows(records.get(main.id)))
  const attemptsOf = (member: FixedMember) =>
    sent
      .filter((attempt) => attempt.of.includes(member))
      .map((attempt) => ({
        ...attempt,
        before: before.records.get(attempt.id),
        after: after.records.get(attempt.id),
        page: after.foundOn.get(attempt.id),
      }))
  return {
    scopes: attemptsOf('scopes'),
    expiry: attemptsOf('expiry'),
    several: scopeCount(main.scopes) > 1,
    last: { id: main.id, name, exchange, after: after.records.get(main.id), page: after.foundOn.get(main.id) },
  }
})

async function sendChange(
  session: Session,
  id: string,
  { of, what, json, named }: FixedChange,
  use: string,
): Promise<SentAttempt> {
  const exchange = await change(session, id, named ? { name: `${session.run.id}-${use}`, ...json } : json)
  const described = named ? phrase`POST with a new name and ${what}` : phrase`POST with ${what} alone`
  return { of: [of], id, what: described, json, exchange }
}

/** Asks for other scopes and another expiry by PUT, which is not documented here. */
async function putChange(session: Session, { id, scopes, expiry, format }: MainToken): Promise<SentAttempt> {
  const several = scopeCount(scopes) > 1
  const json = {
    name: `${session.run.id}-chg`,
    scopes: several ? singleScope(scopes, 1) : scopes,
    expires_at: writeTime(expiry - 50 * day, format),
  }
  return {
    of: several ? ['scopes', 'expiry'] : ['expiry'],
    id,
    what: phrase`PUT with other scopes and expires_at`,
    json,
    exchange: await session.send({ method: 'PUT', path: at('access-tokens.rename', { id }), json }),
  }
}

/** Extra parameters may be given in the query of a write (clause 4); they cannot change what is fixed either. */
async function sendInQuery(session: Session, { id, name }: NamedToken, query: QueryChange): Promise<SentAttempt> {
  const members = [
    query.scopes === undefined ? [] : 'scopes',
    query.expires_at === undefined ? [] : 'expires_at',
  ].flat()
  return {
    of: members.map((member) => (member === 'scopes' ? 'scopes' : 'expiry')),
    id,
    what: phrase`POST with a new name and ${members.join(' and ')} in the query`,
    json: { ...query },
    exchange: await session.send({
      method: 'POST',
      path: at('access-tokens.rename', { id }),
      query: { ...query },
      json: { name },
      repeatable: true,
    }),
  }
}

/** Gives a token a last new name. Which letters a name may have is not stated. */
async function renameLast(
  session: Session,
  id: string,
): Promise<{ readonly name: string; readonly exchange: Exchange }> {
  const strange = `${session.run.id}-${beyondAscii}-last`
  const answered = await change(session, id, { name: strange })
  if (![400, 422].includes(answered.response.status)) return { name: strange, exchange: answered }
  const name = `${session.run.id}-last`
  return { name, exchange: await change(session, id, { name }) }
}
