// Changes to the run's tokens before one of them is revoked: new names, and attempts to change fixed members.
import { at } from '../../catalogue/operation-paths.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { findMember } from '../../reading/find-list.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { day, writeTime } from '../../reading/times.ts'
import { toValueText } from '../../reading/value-text.ts'
import { type BearerUse, useToken } from './token.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { mainSecret, createdToken } from './main-secret.ts'
import type { Traits } from '../traits.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { noScopes, scopeCount, singleScope } from './scopes.ts'
import type { ShownToken } from './sights.ts'
import { spareRequest } from './spare-tokens.ts'
import { awaitTokenList, type TokenList } from './token-list.ts'

/** POSTs a body to a token. */
function postTokenChange(
  session: Session,
  id: string,
  json: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  return session.send({ method: 'POST', path: at('access-tokens.rename', { id }), json, query, repeatable: true })
}

/** The record of a token before and after a request. */
export interface ChangedRecord {
  readonly id: string
  readonly exchange: Exchange
  /** The record in the list, before the request and after. */
  readonly before: ShownToken | undefined
  readonly after: ShownToken | undefined
}

interface RenamedToken extends ChangedRecord {
  readonly name: string
  readonly list: TokenList
}

/** Gives the main token a new name, and lists the tokens. */
export const renamed: Once<[], RenamedToken> = oncePerRun(async (session) => {
  // Spare tokens are renamed first, so that a revocation by somebody else shows in these requests.
  for (const kind of ['rename', 'delete'] as const)
    await (await spareRequest(session, kind))?.control().catch(() => undefined)
  const { id } = await mainToken(session)
  const before = (await listAtFirst(session)).records.get(id)
  // A new name may end the secret, so it is used first.
  await mainSecret(session).catch(() => undefined)
  const name = `${session.run.id}-new`
  const exchange = await postTokenChange(session, id, { name })
  return { id, name, exchange, before, ...(await listRenamed(session, id, name, exchange)) }
})

/** Gives the main token one more new name after a failure. */
export async function renamedOnceMore(session: Session): Promise<Pick<RenamedToken, 'name' | 'after'>> {
  const { id } = await mainToken(session)
  const name = `${session.run.id}-more`
  return { name, ...(await listRenamed(session, id, name, await postTokenChange(session, id, { name }))) }
}

/** The list once it shows the new name of a token, unless the new name was refused. */
async function listRenamed(
  session: Session,
  id: string,
  name: string,
  { response }: Exchange,
): Promise<Pick<RenamedToken, 'after' | 'list'>> {
  const shows = (sight: ShownToken | undefined) => response.status >= 300 || findMember(sight?.record, 'name') === name
  const list = await awaitTokenList(session, id, ({ records }) => shows(records.get(id)))
  return { after: list.records.get(id), list }
}

/** A use of the main token's secret after the token got a new name; undefined if none was accepted before. */
export const useAfterRename: Once<[], BearerUse | undefined> = oncePerRun(async (session) => {
  await renamed(session)
  const token = await createdToken(session, await mainToken(session))
  return token && (await useToken(session, token))
})

/** A member that is fixed at creation. */
export type FixedMember = 'scopes' | 'expires_at'

/** Values that a request sends for fixed members. */
type Values = Readonly<Partial<Record<FixedMember, unknown>>>

/** A request to change fixed members. */
interface Change {
  /** The token of the run: the main one, or the one with the first of its scopes. */
  readonly to: 'main' | 'oneScope'
  readonly what: string
  readonly values: Values
  /**
   * The place of the values: next to a new name, by themselves, in the query of a new name, or next to a new name in a
   * PUT.
   */
  readonly by: 'name' | 'alone' | 'query' | 'PUT'
}

/** Scopes as a single query value. */
function scopesInQuery(scopes: unknown): string {
  const isText = (scope: unknown) => typeof scope === 'string' || typeof scope === 'number'
  if (isText(scopes)) return toValueText(scopes)
  return Array.isArray(scopes) && scopes.every(isText) ? scopes.join(',') : JSON.stringify(scopes)
}

/**
 * Attempts to change fixed members. Plain values come first, so that a change seen after all attempts is reported for
 * the simplest. A quick run sends some of each group.
 */
function fixedMemberChanges({ run }: Session, { scopes, expiry, format, precision }: MainToken): readonly Change[] {
  const isSeveral = scopeCount(scopes) > 1
  const [fewer, other, none] = [singleScope(scopes, 0), singleScope(scopes, 1), noScopes(scopes)]
  // The smallest difference in time that the target distinguishes.
  const near = precision === 'day' ? 2 * day : 3_600_000
  const distance = precision === 'day' ? '2 days' : 'an hour'
  const moved = (by: number) => writeTime(expiry + by, format)
  const to = (token: Change['to'], what: string, values: Values, ...ways: readonly Change['by'][]) =>
    ways.map((by): Change => ({ to: token, what, values, by }))
  const groups: readonly (readonly [inQuickRun: number, changes: readonly Change[]])[] = [
    [
      2,
      [
        ...(isSeveral ? to('main', 'fewer scopes', { scopes: fewer }, 'name', 'alone') : []),
        ...to('main', `${JSON.stringify(none)} as scopes`, { scopes: none }, 'name', 'alone'),
        ...to('main', 'null as scopes', { scopes: null }, 'name', 'alone'),
      ],
    ],
    [
      2,
      [
        ...to('main', `an expires_at ${distance} later`, { expires_at: moved(near) }, 'alone', 'name'),
        ...to('main', `an expires_at ${distance} earlier`, { expires_at: moved(-near) }, 'name', 'alone'),
        ...to('main', 'an expires_at 100 days later', { expires_at: moved(100 * day) }, 'name'),
        ...to('main', 'an expires_at 100 days earlier', { expires_at: moved(-100 * day) }, 'alone'),
        ...to('main', 'an empty text as expires_at', { expires_at: '' }, 'alone', 'name'),
        ...to('main', 'null as expires_at', { expires_at: null }, 'name', 'alone'),
      ],
    ],
    [
      1,
      isSeveral
        ? [
            ...to('oneScope', 'another scope', { scopes: other }, 'name', 'alone'),
            ...to('oneScope', 'more scopes', { scopes }, 'name', 'alone'),
          ]
        : [],
    ],
    [
      1,
      [
        ...to(
          'main',
          `${isSeveral ? 'another scope and ' : ''}an expires_at 50 days earlier`,
          { ...(isSeveral ? { scopes: other } : {}), expires_at: moved(-50 * day) },
          'PUT',
        ),
        ...to('main', 'an expires_at 30 days later', { expires_at: moved(30 * day) }, 'query'),
        ...to(
          'main',
          `${JSON.stringify(none)} as scopes and an expires_at ${distance} earlier`,
          { scopes: none, expires_at: moved(-near) },
          'query',
        ),
        ...to(
          'main',
          `${isSeveral ? 'fewer scopes and ' : ''}an expires_at ${distance} later`,
          { ...(isSeveral ? { scopes: fewer } : {}), expires_at: moved(near) },
          'query',
        ),
        ...to('main', 'an empty expires_at', { expires_at: '' }, 'query'),
        ...(isSeveral ? to('oneScope', 'more scopes', { scopes }, 'query') : []),
        ...(isSeveral ? to('oneScope', 'another scope', { scopes: other }, 'query') : []),
      ],
    ],
  ]
  return groups.flatMap(([inQuickRun, changes]) => run.rotation.some(changes, inQuickRun))
}

/** Describes how a change is sent. */
const ways: Readonly<Record<Change['by'], (what: string) => readonly [request: Phrase, contents: Phrase]>> = {
  name: (what) => [phrase`POST with a new name and ${what}`, phrase`a body with a new name and ${what}`],
  alone: (what) => [phrase`POST with only ${what}`, phrase`a body with only ${what}`],
  query: (what) => [phrase`POST with the query ${what}`, phrase`a query with ${what}, beside a new name in the body,`],
  PUT: (what) => [phrase`PUT with a new name and ${what}`, phrase`a PUT with a new name and ${what}`],
}

/** A requested change. Attempts on one token follow each other, so the state in the list may come from any of them. */
export interface ChangeAttempt extends ChangedRecord {
  readonly what: Phrase
  /** The body and the query, as the subject of a sentence. */
  readonly contents: Phrase
  readonly by: Change['by']
  readonly traits: Traits
  readonly values: Values
}

interface Attempts {
  readonly all: readonly ChangeAttempt[]
  /** True if several scopes are known. With only one, no other scope can be requested. */
  readonly isSeveral: boolean
  /** A new name at the end, which may be changed. */
  readonly last: Omit<RenamedToken, 'before' | 'list'>
}

/** Letters that no single code page contains, each with only one Unicode representation. */
const beyondAscii = 'ßж字'

/** Attempts to change fixed members. After a final new name, which is allowed, one list shows the results. */
export const changeAttempts: Once<[], Attempts> = oncePerRun(async (session) => {
  const { list: before } = await renamed(session)
  const main = await mainToken(session)
  const { short, left } = await rangeTokens(session)
  const ids = { main: main.id, oneScope: left }
  const changes = fixedMemberChanges(session, main).filter(({ to }) => ids[to] !== undefined)
  const answers: Exchange[] = []
  // One after another, so that each answer shows its own change.
  for (const asked of changes) answers.push(await sendChange(session, asked, ids[asked.to]!, short.name))
  const { name, exchange } = await renameLast(session, main.id)
  const { list, ...last } = await listRenamed(session, main.id, name, exchange)
  return {
    all: changes.map(({ to, what, values, by }, index) => {
      const id = ids[to]!
      const records = { before: before.records.get(id), after: list.records.get(id) }
      const [request, contents] = ways[by](what)
      const traits = { by, values: what }
      return { id, what: request, contents, by, traits, values, exchange: answers[index]!, ...records }
    }),
    isSeveral: scopeCount(main.scopes) > 1,
    last: { id: main.id, name, exchange, ...last },
  }
})

/** Resolves to true if a use of the main token may be refused only because its scopes were changed. */
export async function mayLackScopes(session: Session, { works, exchange }: BearerUse): Promise<boolean> {
  if (works || exchange.response.status !== 403) return false
  const { id } = await mainToken(session)
  const before = findMember((await listAtFirst(session)).records.get(id)?.record, 'scopes')
  const now = findMember((await changeAttempts(session)).last.after?.record, 'scopes')
  return before !== undefined && now !== undefined && !isSameJson(before, now)
}

async function sendChange(session: Session, { to, values, by }: Change, id: string, known: string): Promise<Exchange> {
  const { run } = session
  const isMain = to === 'main'
  if (by === 'alone') return await postTokenChange(session, id, values)
  // The query of a write may have extra parameters (clause 4), which cannot change fixed members either.
  if (by === 'query') {
    const query = Object.entries(values).map(([member, value]) => [
      member,
      member === 'scopes' ? scopesInQuery(value) : String(value),
    ])
    // The second token keeps the name by which it is known.
    return await postTokenChange(session, id, { name: isMain ? `${run.id}-qry` : known }, Object.fromEntries(query))
  }
  const json = { name: `${run.id}-${isMain ? 'chg' : 'chg2'}`, ...values }
  // PUT is not documented here.
  if (by === 'PUT') return await session.send({ method: 'PUT', path: at('access-tokens.rename', { id }), json })
  return await postTokenChange(session, id, json)
}

/** Gives a token a final new name. The letters that a name may have are not stated. */
async function renameLast(
  session: Session,
  id: string,
): Promise<{ readonly name: string; readonly exchange: Exchange }> {
  const strange = `${session.run.id}-${beyondAscii}-last`
  const answered = await postTokenChange(session, id, { name: strange })
  if (![400, 422].includes(answered.response.status)) return { name: strange, exchange: answered }
  const name = `${session.run.id}-last`
  return { name, exchange: await postTokenChange(session, id, { name }) }
}
