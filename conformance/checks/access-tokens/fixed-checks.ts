import type { CheckId } from '../../catalogue/check-ids.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
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
  mayLackScopes,
  renamed,
  renamedOnceMore,
  useAfterRename,
} from '../tokens/changed-tokens.ts'
import { mainToken } from '../tokens/main-token.ts'
import { createdToken } from '../tokens/main-secret.ts'
import { sameScopes } from '../tokens/scopes.ts'
import { contrast, type Similar } from '../similar.ts'
import { failMember, type ShownToken, valueOrNone } from '../tokens/sights.ts'
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
  if ((status === 404 || status === 410) && !later && !(await stillWorks(session))) failAsUnlisted(exchange)
  fail({ expected, fact: { kind: 'status', at: exchange, wanted: 'success' }, ...similar })
}

function failAsUnlisted(exchange?: Exchange): never {
  insufficient(because.changed, phrase`the token is no longer listed; another client may have revoked it`, exchange)
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
  /** The answer to the request, if another answer shows the record. */
  answered: Exchange | undefined,
  similar: (old: unknown, now: unknown) => ChangeWords,
): void {
  const old = findMember(before?.record, member)
  if (old === undefined) insufficient(see('pat.record'), phrase`the list does not show the ${member} of the token`)
  if (!later) failAsUnlisted()
  const reason = unreadable(old)
  if (reason) insufficient(see('pat.record'), reason)
  const now = findMember(later.record, member)
  if (isSame(old, now)) return
  const { got, ...words } = similar(old, now)
  const values = answered && fixedMemberPhrase(member, now, answered)
  failMember(later, member, phrase`${member} to stay ${json(old)}`, got ?? values, answered, words)
}

/** The parts of a failure about a changed member. */
interface ChangeWords extends Similar {
  readonly got?: Phrase
}

/** The value of a member in the list at the end, and in the answer to the request. */
function fixedMemberPhrase(member: string, now: unknown, { response: { json: body, status } }: Exchange): Phrase {
  const first = findMember(findObject(body), member)
  const spite = status < 300 ? '' : phrase`, although the answer was ${status}`
  return isSameJson(first, now)
    ? phrase`${valueOrNone(now)} in the list and in the answer`
    : phrase`${valueOrNone(now)} in the list, ${valueOrNone(first)} in the answer${spite}`
}

/** The values of a member that a change takes away, if it changes nothing else. */
function removedValues(member: string, old: unknown, now: unknown): Phrase | undefined {
  if (!Array.isArray(old) || !Array.isArray(now)) return undefined
  const lost = old.filter((value) => !now.includes(value))
  if (lost.length === 0 || lost.length + now.length > old.length) return undefined
  if (old.length > 2 && now.length === 1 && now[0] === old[0]) return phrase`all ${member} except the first`
  return lost.length === 1 && lost[0] === old.at(-1)
    ? phrase`the last of the ${member}`
    : phrase`${lost.length} of ${old.length} ${member}`
}

/** Compares the record after a new name: in the list, and in the answer if that shows the member. */
async function assertSameAfterRename(session: Session, row: FixedTokenMember): Promise<void> {
  const { member } = row
  const { id, exchange, before, after: later } = await renamed(session)
  assertMemberUnchanged(row, { before, after: later }, exchange, (old, now) => {
    const lost = removedValues(member, old, now)
    return {
      symptom: phrase`a new name ${lost ? phrase`removes ${lost}` : phrase`changes ${member}`}`,
      remedy: phrase`Store only the new name, and leave ${member} unchanged.`,
    }
  })
  const record = findObject(exchange.response.json)
  if (record && findMember(record, member) !== undefined)
    assertMemberUnchanged(row, { before, after: { id, record, at: exchange } }, undefined, (old, now) => {
      const lost = removedValues(member, old, now)
      return {
        symptom: phrase`the answer to a new name ${lost ? phrase`leaves out ${lost}` : phrase`shows another value of ${member}`}, unlike the list`,
        got: phrase`${json(now)} in the answer, ${json(findMember(later?.record, member))} in the list after it`,
        remedy: phrase`Answer a new name with the whole record, as it is stored.`,
      }
    })
}

/**
 * Any attempt may have caused the state in the list. Attempts whose own answer shows a new value come first, then
 * accepted ones that requested the value in the list.
 */
function likeliestFirst(all: readonly ChangeAttempt[], { member, isSame }: FixedTokenMember): readonly ChangeAttempt[] {
  const rank = ({ exchange: { response }, values, before, after: later }: ChangeAttempt) => {
    if (response.status >= 300) return 3
    const answered = findMember(findObject(response.json), member)
    const [old, now] = [before, later].map((sight) => findMember(sight?.record, member))
    // Some values remove the member.
    if (answered === undefined ? now === undefined : !isSame(answered, old)) return 0
    return isSame(values[member], now) ? 1 : 2
  }
  return all.toSorted((left, right) => rank(left) - rank(right))
}

/** The other attempts whose answers show that they changed a member, and those that did not; the nearest first. */
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
  const isRight = (attempt: ChangeAttempt): boolean | undefined => {
    if (attempt.exchange.response.status >= 300) return true
    const isChanged = showsChange(attempt)
    return isChanged === true ? false : isReliable && isChanged === false ? true : undefined
  }
  const others = all.filter((attempt) => attempt !== first)
  const nearest = nearestFirst(others, (attempt) => attempt.traits, first.traits)
  return contrast(nearest.map((attempt) => [attempt.what, isRight(attempt)]))
}

async function assertSameAfterAttempts(session: Session, row: FixedTokenMember): Promise<void> {
  const { all, isSeveral } = await changeAttempts(session)
  const about = all.filter(({ values }) => row.member in values)
  for (const attempt of likeliestFirst(about, row)) {
    const { contents, by, exchange, ...records } = attempt
    const where =
      by === 'PUT' ? 'by PUT, as by POST' : `in the ${by === 'query' ? 'query' : 'body'}, whatever the value`
    assertMemberUnchanged(row, records, exchange, () => ({
      symptom: phrase`${contents} changes ${row.member}`,
      remedy: phrase`Ignore or refuse ${row.member} ${where}.`,
      ...similarAttempts(about, attempt, row),
    }))
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
      const { name, exchange, after: later } = await renamed(session)
      const isStored = findMember(later?.record, 'name') === name
      if (exchange.response.status === 202)
        insufficient(because.data, phrase`the change is accepted for later: ${answerPhrase(exchange)}`, exchange)
      if (!collectTexts(exchange.response.json).some(({ text }) => text === name))
        fail({
          expected: phrase`the updated token, with the name ${json(name)}, as answer`,
          symptom: phrase`${exchange.response.status} without the updated token`,
          ...(isStored && {
            beside: phrase`the new name in the list of tokens`,
            remedy: phrase`Answer with the updated token.`,
          }),
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
      if (use && (await unlessConcluded(mayLackScopes(session, use))) === true)
        blocked(see('pat.scopes-fixed'), phrase`the token is refused after a change of its scopes`)
      if (use)
        assertUse(use, true, phrase`the secret to be accepted as before after a new name`, {
          symptom: phrase`a new name ends the secret of the token`,
          beside: phrase`the same secret before the new name`,
          remedy: phrase`Change only the name, and leave the secret valid.`,
        })
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
  sight: ShownToken | undefined,
  by?: Exchange,
  similar?: Similar,
): void {
  if (!sight) failAsUnlisted()
  if (findMember(sight.record, 'name') !== name) failMember(sight, 'name', expected, undefined, by, similar)
}
