import { fail, insufficient } from '../../catalogue/verdict.ts'
import { findObject, type Item, memberOf, textsIn } from '../../reading/find-list.ts'
import { readTime } from '../../reading/times.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { isAccepted } from '../accepted-bearer.ts'
import { renamed } from './changed-tokens.ts'
import { type Attempt, attempts } from './fixed-attempts.ts'
import { shown } from './record-checks.ts'
import { mainSecret } from './range-tokens.ts'
import { acceptedAfterRename } from './renamed-secret.ts'
import { sameScopes } from './scopes.ts'

const needs = ['bearer'] as const
const after = ['pat.name-updatable.rename'] as const

/** Whether the main token still authenticates, so that nobody has revoked it. */
async function stillWorks(session: Session): Promise<boolean> {
  const { at, acceptance } = await mainSecret(session)
  // A revocation may take a moment to reach every part of the target.
  await session.run.time.sleep(2000)
  return at !== undefined && acceptance?.way !== undefined && (await isAccepted(session, acceptance.way, at.text))
}

/** What a record showed of a member, and shows now. */
interface Shown {
  readonly old: unknown
  readonly now: unknown
}

/** A member that the record showed before and does not show any more has changed. */
function shownOf(member: string, before: Item | undefined, later: Item | undefined): Shown {
  const old = memberOf(before, member)
  if (old === undefined) insufficient(`the list does not show the ${member} of the token`)
  if (later === undefined) insufficient('the token is not listed any more; somebody else may have revoked it')
  return { old, now: memberOf(later, member) }
}

function assertSameScopes(before: Item | undefined, later: Item | undefined, what: string): void {
  const { old, now } = shownOf('scopes', before, later)
  if (!sameScopes(old, now)) fail(`the scopes to stay ${JSON.stringify(old)} ${what}`, shown(now))
}

function assertSameExpiry(before: Item | undefined, later: Item | undefined, what: string): void {
  const { old, now } = shownOf('expires_at', before, later)
  const [oldTime, time] = [readTime(old), readTime(now)]
  if (oldTime === undefined) insufficient(`the list shows ${JSON.stringify(old)} as expires_at, which is no known time`)
  // Less than any change that was asked for, and more than any rounding.
  if (time === undefined || Math.abs(oldTime - time) > 1000)
    fail(`expires_at to stay ${JSON.stringify(old)} ${what}`, shown(now))
}

/** What the list shows may come from any attempt: one that was accepted and asked for that is named first. */
function likeliestFirst(all: readonly Attempt[], isAskedFor: (attempt: Attempt) => boolean): readonly Attempt[] {
  const rank = (attempt: Attempt) => (attempt.exchange.response.status >= 300 ? 2 : isAskedFor(attempt) ? 0 : 1)
  return all.toSorted((left, right) => rank(left) - rank(right))
}

function afterAttempt({ what, exchange }: Attempt): string {
  return `after a ${what}, which was answered by ${summary(exchange)}`
}

/**
 * What can be changed after creation, and what cannot. The target may refuse or ignore an attempt; the record stays as
 * it is (clauses 2.2 and 5.3).
 */
export const accessTokenFixedChecks: readonly Check[] = [
  defineCheck({
    id: 'pat.name-updatable.rename',
    requirement: 'pat.name-updatable',
    effect: 'write',
    needs,
    after: ['pat.list.created', 'pat.record.name'],
    description: 'POSTs a new name to /access-tokens/{id}: a success, and the list shows the new name.',
    run: async (session) => {
      const { name, exchange, after: later, list } = await renamed(session)
      if ((exchange.response.status === 404 || exchange.response.status === 410) && !later) {
        if (await stillWorks(session))
          fail('the new name to be accepted', `${summary(exchange)}, although the secret of the token still works`)
        insufficient(`the token is not listed any more; somebody else may have revoked it: ${summary(exchange)}`)
      }
      if (exchange.response.status >= 300) fail('the new name to be accepted', summary(exchange))
      if (!later && !list.complete)
        insufficient(`${list.records.size} tokens were listed, and how to get the others is not shown`)
      const stored = later
        ? shown(memberOf(later, 'name'))
        : `${list.records.size} others: ${summary(list.exchanges.at(-1)!)}`
      if (memberOf(later, 'name') !== name) fail(`the token with the name ${JSON.stringify(name)} in the list`, stored)
      const [other] =
        [...list.records].find(([, record]) => record !== later && memberOf(record, 'name') === name) ?? []
      if (other !== undefined)
        fail('only that token to be renamed', `the token ${other} with the name ${JSON.stringify(name)} as well`)
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.answer',
    requirement: 'pat.name-updatable',
    effect: 'write',
    needs,
    after,
    description: 'POSTs a new name to /access-tokens/{id}: the answer is the updated token, with its new name.',
    run: async (session) => {
      const { name, exchange } = await renamed(session)
      if (exchange.response.status === 202) insufficient(`the change is accepted for later: ${summary(exchange)}`)
      if (!textsIn(exchange.response.json).some(({ text }) => text === name))
        fail(`the updated token, with the name ${JSON.stringify(name)}, as answer`, summary(exchange))
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.again',
    requirement: 'pat.name-updatable',
    effect: 'write',
    needs,
    after,
    description: 'POSTs a second new name to /access-tokens/{id}: a success, and the list shows it.',
    run: async (session) => {
      const { name, exchange, after: later } = (await attempts(session)).last
      if (exchange.response.status === 404 || exchange.response.status === 410)
        insufficient(`the token is gone; somebody else may have revoked it: ${summary(exchange)}`)
      if (exchange.response.status >= 300) fail('a second new name to be accepted', summary(exchange))
      if (!later) insufficient('the token is not listed any more; somebody else may have revoked it')
      if (memberOf(later, 'name') !== name)
        fail(`the name ${JSON.stringify(name)} in the list`, shown(memberOf(later, 'name')))
    },
  }),
  defineCheck({
    id: 'pat.name-updatable.secret',
    requirement: 'pat.name-updatable',
    effect: 'write',
    needs,
    after: [...after, 'pat.bearer.accepted'],
    description: 'Renames a token and uses its secret: it is accepted as before, as only the name changes.',
    run: async (session) => {
      if ((await acceptedAfterRename(session)) === false)
        fail('the secret to be accepted as before after a new name', 'it is refused')
    },
  }),
  defineCheck({
    id: 'pat.scopes-fixed.rename',
    requirement: 'pat.scopes-fixed',
    effect: 'write',
    needs,
    after,
    description: 'Compares the scopes in the list before and after a new name: they are the same.',
    run: async (session) => {
      const change = await renamed(session)
      assertSameScopes(change.before, change.after, 'after a new name')
      const answered = findObject(change.exchange.response.json)
      if (memberOf(answered, 'scopes') !== undefined)
        assertSameScopes(change.before, answered, 'in the answer to a new name')
    },
  }),
  defineCheck({
    id: 'pat.scopes-fixed.attempt',
    requirement: 'pat.scopes-fixed',
    effect: 'write',
    needs,
    after,
    description:
      'POSTs fewer scopes, none and null to one token, and another scope and more scopes to a second, with a new ' +
      'name and alone, and PUTs another scope. ' +
      'Whether that is refused or ignored, the list shows the scopes as before.',
    run: async (session) => {
      const { scopes, several } = await attempts(session)
      const isAskedFor = ({ json, after: later }: Attempt) => sameScopes(json['scopes'], memberOf(later, 'scopes'))
      for (const attempt of likeliestFirst(scopes, isAskedFor))
        assertSameScopes(attempt.before, attempt.after, afterAttempt(attempt))
      if (!several) insufficient('only one scope is known; declare at least two in personalAccessTokens.scopes')
    },
  }),
  defineCheck({
    id: 'pat.expiry-fixed.rename',
    requirement: 'pat.expiry-fixed',
    effect: 'write',
    needs,
    after,
    description: 'Compares expires_at in the list before and after a new name: it is the same.',
    run: async (session) => {
      const change = await renamed(session)
      assertSameExpiry(change.before, change.after, 'after a new name')
      const answered = findObject(change.exchange.response.json)
      if (memberOf(answered, 'expires_at') !== undefined)
        assertSameExpiry(change.before, answered, 'in the answer to a new name')
    },
  }),
  defineCheck({
    id: 'pat.expiry-fixed.attempt',
    requirement: 'pat.expiry-fixed',
    effect: 'write',
    needs,
    after,
    description:
      'POSTs an earlier and a later expires_at, by an hour and by 100 days, and null, with a new name and alone, ' +
      'PUTs one, and gives one in the query of a new name. ' +
      'Whether that is refused or ignored, the list shows expires_at as before.',
    run: async (session) => {
      const isAskedFor = ({ json, after: later }: Attempt) =>
        readTime(json['expires_at']) === readTime(memberOf(later, 'expires_at'))
      for (const attempt of likeliestFirst((await attempts(session)).expiry, isAskedFor))
        assertSameExpiry(attempt.before, attempt.after, afterAttempt(attempt))
    },
  }),
]
