import type { CheckId } from '../../catalogue/check-ids.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, findMember, collectTexts } from '../../reading/find-list.ts'
import { readTime } from '../../reading/times.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { assertUse, useToken } from '../tokens/token.ts'
import {
  type ChangeAttempt,
  changeAttempts,
  type ChangedRecord,
  type FixedMember,
  renamed,
  renamedOnceMore,
  useAfterRename,
} from '../tokens/changed-tokens.ts'
import { mainToken } from '../tokens/main-token.ts'
import { createdToken } from '../tokens/main-secret.ts'
import { sameScopes } from '../tokens/scopes.ts'
import { failMember, type Sight, type Similar, valueOrNone } from '../tokens/sights.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { nearestFirst } from '../traits.ts'
import { missesTokens } from '../tokens/token-list.ts'

const common = { effect: 'write', needs: ['bearer'] } as const
const after = ['pat.name-updatable.rename'] as const

/** Resolves to true if the main token still authenticates, which shows that nobody has revoked it. */
async function stillWorks(session: Session): Promise<boolean> {
  const token = await createdToken(session, await mainToken(session))
  // A revocation may take a moment to reach every part of the target.
  await session.run.time.sleep(2000)
  return token !== undefined && (await useToken(session, token)).works
}

/** @throws Conclusion unless a change was accepted; `insufficientEvidence` if somebody else may have revoked the token. */
async function assertChangeAccepted(
  session: Session,
  { exchange, after: later }: Pick<ChangedRecord, 'exchange' | 'after'>,
  expected: Phrase,
  similar: Similar = {},
): Promise<void> {
  const { status } = exchange.response
  if (status < 300) return
  if ((status === 404 || status === 410) && !later && !(await stillWorks(session))) notListed(exchange)
  fail({ expected, fact: { kind: 'status', at: exchange, wanted: 'success' }, ...similar })
}

function notListed(exchange?: Exchange): never {
  insufficient(because.changed, phrase`the token is not listed any more; somebody else may have revoked it`, exchange)
}

/** A member that cannot be changed (clauses 2.2 and 5.3). */
interface FixedTokenMember {
  readonly member: FixedMember
  readonly isSame: (left: unknown, right: unknown) => boolean
  /** Why the value in the list shows nothing; undefined if it can be compared. */
  readonly unreadable: (value: unknown) => Phrase | undefined
  readonly id: CheckId
  readonly description: string
}

const fixed: readonly FixedTokenMember[] = [
  {
    member: 'scopes',
    isSame: sameScopes,
    unreadable: () => undefined,
    id: 'pat.scopes-fixed.attempt',
    description:
      'Gives a token a new name, then POSTs fewer scopes, none and null to one token, and another scope and more scopes to a second, with and without a new name, and PUTs another scope. Whether that is refused or ignored, the list shows the scopes as before.',
  },
  {
    member: 'expires_at',
    // The difference is smaller than any requested change, and no larger than any rounding.
    isSame: (left, right) => {
      const [time, other] = [readTime(left), readTime(right)]
      return time !== undefined && other !== undefined ? Math.abs(time - other) <= 1000 : left === right
    },
    unreadable: (value) =>
      readTime(value) === undefined
        ? phrase`the list shows ${json(value)} as expires_at, which is not a known time format`
        : undefined,
    id: 'pat.expiry-fixed.attempt',
    description:
      'Gives a token a new name, then POSTs an earlier and a later expires_at, by an hour and by 100 days, and null, with and without a new name, PUTs one, and sends one in the query of a new name. Whether that is refused or ignored, the list shows expires_at as before.',
  },
]

/** A member that the record no longer shows has changed. */
function assertMemberUnchanged(
  { member, isSame, unreadable }: FixedTokenMember,
  { before, after: later }: Pick<ChangedRecord, 'before' | 'after'>,
  when: Phrase,
  /** The answer to the request, if another answer shows the record. */
  answered?: Exchange,
  similar?: Similar,
): void {
  const old = findMember(before?.record, member)
  if (old === undefined) insufficient(see('pat.record'), phrase`the list does not show the ${member} of the token`)
  if (!later) notListed()
  const reason = unreadable(old)
  if (reason) insufficient(see('pat.record'), reason)
  const now = findMember(later.record, member)
  if (isSame(old, now)) return
  failMember(
    later,
    member,
    phrase`${member} to stay ${json(old)} ${when}`,
    answered && fixedMemberPhrase(member, now, answered),
    answered,
    similar,
  )
}

/** The value of a member in the list at the end and, if it differs, in the answer to the request. */
function fixedMemberPhrase(member: string, now: unknown, answered: Exchange): Phrase {
  const first = findMember(findObject(answered.response.json), member)
  const isOther = first !== undefined && !isSameJson(first, now)
  const values = isOther ? phrase`${json(first)} in the answer, and ` : ''
  return phrase`${values}${valueOrNone(now)} in the list; the answer was ${answerPhrase(answered)}`
}

/** Compares the record after a new name: in the list, and in the answer if that shows the member. */
async function assertSameAfterRename(session: Session, row: FixedTokenMember): Promise<void> {
  const { id, exchange, before, after } = await renamed(session)
  assertMemberUnchanged(row, { before, after }, phrase`after a new name`, exchange, {
    condition: phrase`for a new name`,
    beside: phrase`the list before the new name, which shows ${json(findMember(before?.record, row.member))}`,
  })
  const record = findObject(exchange.response.json)
  if (record && findMember(record, row.member) !== undefined)
    assertMemberUnchanged(
      row,
      { before, after: { id, record, at: exchange } },
      phrase`in the answer to a new name`,
      undefined,
      {
        condition: phrase`only in the answer to a new name`,
        beside: phrase`the list after it, which shows ${row.member} as before`,
        remedy: phrase`Answer a new name with the whole record, as it is stored.`,
      },
    )
}

/**
 * Any attempt may have caused the state in the list. Attempts whose own answer shows a new value come first, then
 * accepted ones that requested the value in the list.
 */
function likeliestFirst(all: readonly ChangeAttempt[], { member, isSame }: FixedTokenMember): readonly ChangeAttempt[] {
  const rank = ({ exchange: { response }, values, before, after: later }: ChangeAttempt) => {
    if (response.status >= 300) return 3
    const answered = findMember(findObject(response.json), member)
    if (answered !== undefined && !isSame(answered, findMember(before?.record, member))) return 0
    return isSame(values[member], findMember(later?.record, member)) ? 1 : 2
  }
  return all.toSorted((left, right) => rank(left) - rank(right))
}

/** The most attempts that are named. */
const mostNamed = 4

/** The other attempts whose answers show that they changed a member, and those that did not. */
function similarAttempts(
  all: readonly ChangeAttempt[],
  first: ChangeAttempt,
  { member, isSame }: FixedTokenMember,
): Similar {
  const showsChange = ({ exchange: { response }, values }: ChangeAttempt): boolean | undefined => {
    const answered = findMember(findObject(response.json), member)
    return answered === undefined ? undefined : isSame(answered, values[member])
  }
  // A service that stores a change without showing it in its answer shows nothing in the other answers either.
  const isReliable = showsChange(first) === true
  const isEffective = (attempt: ChangeAttempt): boolean | undefined => {
    if (attempt.exchange.response.status >= 300) return false
    const isChanged = showsChange(attempt)
    return isChanged || isReliable ? isChanged : undefined
  }
  const named = (verdict: boolean) => {
    const found = all.filter((attempt) => attempt !== first && isEffective(attempt) === verdict)
    const others = nearestFirst(found, ({ traits }) => traits, first.traits)
    const list = others.slice(0, mostNamed).map(({ what }) => what)
    const rest = others.length - list.length
    return list.length === 0
      ? undefined
      : phrase`${{ list, between: '; ' }}${rest > 0 ? phrase`; and ${rest} more` : ''}`
  }
  return { alike: named(true), beside: named(false) }
}

async function assertSameAfterAttempts(session: Session, row: FixedTokenMember): Promise<void> {
  const { all, isSeveral } = await changeAttempts(session)
  const about = all.filter(({ values }) => row.member in values)
  for (const attempt of likeliestFirst(about, row)) {
    const { what, exchange, ...records } = attempt
    const { method, url, body } = exchange.request
    const sent = phrase`${method} ${url}${body === undefined ? '' : phrase` with ${body}`}`
    const similar = { condition: phrase`for a ${what}`, ...similarAttempts(about, attempt, row) }
    assertMemberUnchanged(row, records, phrase`after a ${what}: ${sent}`, exchange, similar)
  }
  if (row.member === 'scopes' && !isSeveral)
    insufficient(
      undeclared('personalAccessTokens.scopes'),
      phrase`only one scope is known; declare at least two in personalAccessTokens.scopes`,
    )
}

/**
 * The members that can be changed after creation, and those that cannot. The target may refuse or ignore an attempt;
 * the record stays as it is (clauses 2.2 and 5.3).
 */
export const accessTokenFixedChecks: readonly DeclaredCheck[] = [
  {
    ...common,
    id: 'pat.name-updatable.rename',
    after: ['pat.list.created', 'pat.record.name'],
    description: 'POSTs a new name to /access-tokens/{id}: a success, and the list shows the new name.',
    run: async (session) => {
      const { id, name, exchange, after: later, list } = await renamed(session)
      await assertChangeAccepted(session, { exchange, after: later }, phrase`the new name to be accepted`)
      const expected = phrase`the token with the name ${json(name)} in the list`
      if (!later) missesTokens(list, [id], expected)
      assertRecordName(expected, name, later)
      const other = [...list.records.values()].find(
        (sight) => sight !== later && findMember(sight.record, 'name') === name,
      )
      if (other)
        failMember(
          other,
          'name',
          phrase`only that token to be renamed`,
          phrase`the token ${other.id} with the name ${json(name)} as well`,
        )
    },
  },
  {
    ...common,
    id: 'pat.name-updatable.answer',
    after,
    description: 'POSTs a new name to /access-tokens/{id}: the answer is the updated token, with its new name.',
    run: async (session) => {
      const { name, exchange } = await renamed(session)
      if (exchange.response.status === 202)
        insufficient(because.data, phrase`the change is accepted for later: ${answerPhrase(exchange)}`, exchange)
      if (!collectTexts(exchange.response.json).some(({ text }) => text === name))
        fail({
          expected: phrase`the updated token, with the name ${json(name)}, as answer`,
          fact: { kind: 'body', at: exchange, members: ['name'] },
        })
    },
  },
  {
    ...common,
    id: 'pat.name-updatable.again',
    after,
    description:
      'POSTs a second new name to /access-tokens/{id}, with letters beyond ASCII if they are accepted: a success, and the list shows it.',
    run: async (session) => {
      const { name, exchange, after: later } = (await changeAttempts(session)).last
      await assertChangeAccepted(session, { exchange, after: later }, phrase`a second new name to be accepted`, {
        condition: phrase`for a second new name`,
        beside: phrase`the first new name`,
      })
      if (later && findMember(later.record, 'name') === name) return
      const plain = await unlessConcluded(renamedOnceMore(session))
      const third = phrase`a third name, of letters of ASCII`
      const isTaken = plain && findMember(plain.after?.record, 'name') === plain.name
      assertRecordName(phrase`the name ${json(name)} in the list`, name, later, exchange, {
        condition: phrase`for a second new name`,
        ...(plain && { [isTaken ? 'beside' : 'alike']: third }),
      })
    },
  },
  {
    ...common,
    id: 'pat.name-updatable.secret',
    after: [...after, 'pat.bearer.accepted'],
    description: 'Renames a token and uses its secret: it is accepted as before, as only the name changes.',
    run: async (session) => {
      const use = await useAfterRename(session)
      if (use) assertUse(use, true, phrase`the secret to be accepted as before after a new name`)
    },
  },
  ...fixed.map((row): DeclaredCheck => ({
    ...common,
    id: row.id,
    after,
    description: row.description,
    run: async (session) => {
      await assertSameAfterRename(session, row)
      await assertSameAfterAttempts(session, row)
    },
  })),
]

function assertRecordName(
  expected: Phrase,
  name: string,
  sight: Sight | undefined,
  by?: Exchange,
  similar?: Similar,
): void {
  if (!sight) notListed()
  if (findMember(sight.record, 'name') !== name) failMember(sight, 'name', expected, undefined, by, similar)
}
