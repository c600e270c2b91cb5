import { because, see, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answer, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, type Item, memberOf, textsIn } from '../../reading/find-list.ts'
import { readTime } from '../../reading/times.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isAccepted } from '../accepted-bearer.ts'
import { type Renamed, renamed } from './changed-tokens.ts'
import { type ChangeAttempt, changeAttempts } from './fixed-attempts.ts'
import { valueOrNone } from './record-checks.ts'
import { mainSecret } from './range-tokens.ts'
import { otherMember } from './record-fact.ts'
import { useAfterRename } from './renamed-secret.ts'
import { sameScopes } from './scopes.ts'
import { isSameJson } from '../../reading/same-json.ts'

const needs = ['bearer'] as const
const after = ['pat.name-updatable.rename'] as const

/** Resolves to true if the main token still authenticates, so that nobody has revoked it. */
async function stillWorks(session: Session): Promise<boolean> {
  const { at, acceptance } = await mainSecret(session)
  // A revocation may take a moment to reach every part of the target.
  await session.run.time.sleep(2000)
  return at !== undefined && acceptance?.way !== undefined && (await isAccepted(session, acceptance.way, at.text))
}

/** The record of a token, before and after a request. */
interface TwoRecords {
  readonly id: string
  readonly before: Item | undefined
  readonly after: Item | undefined
  /** The answer that shows the record afterwards; undefined when none does. */
  readonly page: Exchange | undefined
  /** The request between the two, such as "after a new name". */
  readonly when: Phrase
  /** The answer to that request, where it is not the one that shows the record afterwards. */
  readonly answered?: Exchange
}

/** A member of a record before and after a request, with the fact that it is another one. */
interface TwoValues {
  readonly old: unknown
  readonly now: unknown
  readonly fact: Fact
}

/** A member that the record showed before and does not show any more has changed. */
function valuesOf(member: string, { id, before, after: later, page }: TwoRecords): TwoValues {
  const old = memberOf(before, member)
  if (old === undefined) insufficient(see('pat.record'), phrase`the list does not show the ${member} of the token`)
  if (later === undefined || page === undefined) notListed()
  return { old, now: memberOf(later, member), fact: otherMember(page, id, member) }
}

function notListed(): never {
  insufficient(because.changed, phrase`the token is not listed any more; somebody else may have revoked it`)
}

/** What came of a member: in the list at the end and, where that is another value, in the answer to the request. */
function gotOf(member: string, now: unknown, { answered }: TwoRecords): Phrase {
  if (!answered) return valueOrNone(now)
  const first = memberOf(findObject(answered.response.json), member)
  const isOther = first !== undefined && !isSameJson(first, now)
  const values = isOther ? phrase`${json(first)} in the answer, and in the list at the end` : phrase`in the list`
  return phrase`${values} ${valueOrNone(now)}; the answer was ${answer(answered)}`
}

function assertSameScopes(records: TwoRecords): void {
  const { old, now, fact } = valuesOf('scopes', records)
  if (!sameScopes(old, now))
    fail({
      expected: phrase`the scopes to stay ${json(old)} ${records.when}`,
      got: gotOf('scopes', now, records),
      fact,
    })
}

/** Returns true if two times differ by less than any change that was asked for, and by no more than any rounding. */
function sameTime(left: number, right: number | undefined): boolean {
  return right !== undefined && Math.abs(left - right) <= 1000
}

function assertSameExpiry(records: TwoRecords): void {
  const { old, now, fact } = valuesOf('expires_at', records)
  const [oldTime, time] = [readTime(old), readTime(now)]
  if (oldTime === undefined)
    insufficient(see('pat.record'), phrase`the list shows ${json(old)} as expires_at, which is no known time`)
  if (!sameTime(oldTime, time))
    fail({
      expected: phrase`expires_at to stay ${json(old)} ${records.when}`,
      got: gotOf('expires_at', now, records),
      fact,
    })
}

/** The records before and after a new name: as the list shows them, and as the answer does if it shows a member. */
function afterRename({ id, before, after: later, exchange, list }: Renamed, member: string): readonly TwoRecords[] {
  const answered = findObject(exchange.response.json)
  const listed = { id, before, after: later, page: list.foundOn.get(id), when: phrase`after a new name` }
  return memberOf(answered, member) === undefined
    ? [listed]
    : [listed, { id, before, after: answered, page: exchange, when: phrase`in the answer to a new name` }]
}

/**
 * What the list shows may come from any attempt. Named first is the first one whose own answer shows another value than
 * before, then one that was accepted and asked for what the list shows.
 */
function likeliestFirst(
  all: readonly ChangeAttempt[],
  member: string,
  isSame: (left: unknown, right: unknown) => boolean,
): readonly ChangeAttempt[] {
  const rank = ({ exchange: { response }, json: asked, before, after: later }: ChangeAttempt) => {
    if (response.status >= 300) return 3
    const answered = memberOf(findObject(response.json), member)
    if (answered !== undefined && !isSame(answered, memberOf(before, member))) return 0
    return isSame(asked[member], memberOf(later, member)) ? 1 : 2
  }
  return all.toSorted((left, right) => rank(left) - rank(right))
}

function afterAttempt({ what, exchange, ...records }: ChangeAttempt): TwoRecords {
  const { method, url, body } = exchange.request
  const sent = phrase`${method} ${url}${body === undefined ? '' : phrase` with ${body}`}`
  return { ...records, when: phrase`after a ${what} (${sent})`, answered: exchange }
}

/**
 * What can be changed after creation, and what cannot. The target may refuse or ignore an attempt; the record stays as
 * it is (clauses 2.2 and 5.3).
 */
export const accessTokenFixedChecks: readonly Check[] = [
  defineCheck({
    id: 'pat.name-updatable.rename',
    effect: 'write',
    needs,
    after: ['pat.list.created', 'pat.record.name'],
    description: 'POSTs a new name to /access-tokens/{id}: a success, and the list shows the new name.',
    run: async (session) => {
      const { id, name, exchange, after: later, list } = await renamed(session)
      const refused = {
        expected: phrase`the new name to be accepted`,
        fact: { kind: 'status', at: exchange, wanted: 'success' },
      } as const
      if ((exchange.response.status === 404 || exchange.response.status === 410) && !later) {
        if (await stillWorks(session))
          fail({ ...refused, got: phrase`${answer(exchange)}, although the secret of the token still works` })
        insufficient(
          because.changed,
          phrase`the token is not listed any more; somebody else may have revoked it: ${answer(exchange)}`,
          exchange,
        )
      }
      if (exchange.response.status >= 300) fail({ ...refused, got: answer(exchange) })
      const expected = phrase`the token with the name ${json(name)} in the list`
      if (!later) {
        if (!list.complete)
          insufficient(
            because.data,
            phrase`${list.records.size} tokens were listed, and how to get the others is not shown`,
          )
        const at = list.exchanges.at(-1)!
        fail({
          expected,
          got: phrase`${list.records.size} others: ${answer(at)}`,
          fact: { kind: 'missing', at, ids: [id], pages: list.exchanges },
        })
      }
      if (memberOf(later, 'name') !== name)
        fail({
          expected,
          got: valueOrNone(memberOf(later, 'name')),
          fact: otherMember(list.foundOn.get(id)!, id, 'name'),
        })
      const [other] =
        [...list.records].find(([, record]) => record !== later && memberOf(record, 'name') === name) ?? []
      if (other !== undefined)
        fail({
          expected: phrase`only that token to be renamed`,
          got: phrase`the token ${other} with the name ${json(name)} as well`,
          fact: otherMember(list.foundOn.get(other)!, other, 'name'),
        })
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.answer',
    effect: 'write',
    needs,
    after,
    description: 'POSTs a new name to /access-tokens/{id}: the answer is the updated token, with its new name.',
    run: async (session) => {
      const { name, exchange } = await renamed(session)
      if (exchange.response.status === 202)
        insufficient(because.data, phrase`the change is accepted for later: ${answer(exchange)}`, exchange)
      if (!textsIn(exchange.response.json).some(({ text }) => text === name))
        fail({
          expected: phrase`the updated token, with the name ${json(name)}, as answer`,
          got: answer(exchange),
          fact: { kind: 'body', at: exchange, members: ['name'] },
        })
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.again',
    effect: 'write',
    needs,
    after,
    description:
      'POSTs a second new name to /access-tokens/{id}, with letters beyond ASCII if they are taken: a success, and the list shows it.',
    run: async (session) => {
      const { id, name, exchange, after: later, page } = (await changeAttempts(session)).last
      if (exchange.response.status === 404 || exchange.response.status === 410)
        insufficient(
          because.changed,
          phrase`the token is gone; somebody else may have revoked it: ${answer(exchange)}`,
          exchange,
        )
      if (exchange.response.status >= 300)
        fail({
          expected: phrase`a second new name to be accepted`,
          got: answer(exchange),
          fact: { kind: 'status', at: exchange, wanted: 'success' },
        })
      if (!later || !page) notListed()
      if (memberOf(later, 'name') !== name)
        fail({
          expected: phrase`the name ${json(name)} in the list`,
          got: valueOrNone(memberOf(later, 'name')),
          fact: otherMember(page, id, 'name'),
        })
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.secret',
    effect: 'write',
    needs,
    after: [...after, 'pat.bearer.accepted'],
    description: 'Renames a token and uses its secret: it is accepted as before, as only the name changes.',
    run: async (session) => {
      const use = await useAfterRename(session)
      if (use?.works === false)
        fail({
          expected: phrase`the secret to be accepted as before after a new name`,
          got: phrase`it is refused`,
          fact: { kind: 'credential', at: use.exchange, works: false },
        })
    },
  }),
  defineCheck({
    id: 'pat.scopes-fixed.rename',
    effect: 'write',
    needs,
    after,
    description: 'Compares the scopes in the list before and after a new name: they are the same.',
    run: async (session) => {
      for (const records of afterRename(await renamed(session), 'scopes')) assertSameScopes(records)
    },
  }),
  defineCheck({
    id: 'pat.scopes-fixed.attempt',
    effect: 'write',
    needs,
    after,
    description:
      'POSTs fewer scopes, none and null to one token, and another scope and more scopes to a second, with a new name and alone, and PUTs another scope. Whether that is refused or ignored, the list shows the scopes as before.',
    run: async (session) => {
      const { scopes, several } = await changeAttempts(session)
      for (const attempt of likeliestFirst(scopes, 'scopes', sameScopes)) assertSameScopes(afterAttempt(attempt))
      if (!several)
        insufficient(
          undeclared('personalAccessTokens.scopes'),
          phrase`only one scope is known; declare at least two in personalAccessTokens.scopes`,
        )
    },
  }),
  defineCheck({
    id: 'pat.expiry-fixed.rename',
    effect: 'write',
    needs,
    after,
    description: 'Compares expires_at in the list before and after a new name: it is the same.',
    run: async (session) => {
      for (const records of afterRename(await renamed(session), 'expires_at')) assertSameExpiry(records)
    },
  }),
  defineCheck({
    id: 'pat.expiry-fixed.attempt',
    effect: 'write',
    needs,
    after,
    description:
      'POSTs an earlier and a later expires_at, by an hour and by 100 days, and null, with a new name and alone, PUTs one, and gives one in the query of a new name. Whether that is refused or ignored, the list shows expires_at as before.',
    run: async (session) => {
      const { expiry } = await changeAttempts(session)
      const isSame = (left: unknown, right: unknown) => left === right || readTime(left) === readTime(right)
      for (const attempt of likeliestFirst(expiry, 'expires_at', isSame)) assertSameExpiry(afterAttempt(attempt))
    },
  }),
]
