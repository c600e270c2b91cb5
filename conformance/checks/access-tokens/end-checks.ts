import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { type Item, findMember } from '../../reading/find-list.ts'
import { day, possibleMoments } from '../../reading/times.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { assertUse, type BearerUse, type Token, type TokenWords, useNewToken, useToken } from '../tokens/token.ts'
import { joinWords } from '../similar.ts'
import { endedWords, useUntilRefused } from '../tokens/ended-token.ts'
import { targetClock, targetNow } from '../tokens/target-clock.ts'
import { advanceClock } from '../tokens/advance-clock.ts'
import { hour, minute, wholeSpan } from '../tokens/expiry-bounds.ts'
import { mainToken, spareToken } from '../tokens/main-token.ts'
import { assertQuotaLeft, dropTokens, isFull } from '../tokens/token-quota.ts'
import { acceptedToken, createdToken } from '../tokens/main-secret.ts'
import { assertClockLasts, assertShortLasts, listAtFirst, rangeTokens } from '../tokens/range-tokens.ts'
import { mayLackScopes } from '../tokens/changed-tokens.ts'
import { revoked } from '../tokens/revoked-token.ts'
import { isSameJson } from '../../reading/same-json.ts'

const needs = ['bearer'] as const

/** A changed member of a record that may mark its end. Members about its use or its modification do not count. */
function endMarker(before: Item | undefined, later: Item): string | undefined {
  const changed = Object.keys(later).find(
    (name) => !isSameJson(before?.[name], later[name]) && !/used|seen|updated|modified|changed|etag/i.test(name),
  )
  return before === undefined ? undefined : changed
}

/** Milliseconds. As long as a state code is left to age, so that the clock moves once for both. */
const lifetime = 31 * day

/** Milliseconds before and after an expiry in which a target may either serve or refuse a token. */
async function endMargin(session: Session): Promise<number> {
  const { from, uncertainty } = await targetClock(session)
  // The expiries that the target accepted were this close to the bounds, by the clock of this machine.
  return from === 'nothing' ? 3 * minute : minute + uncertainty + 1000
}

/** A token of a month, and its use as close before its expiry as the target's clock is known. */
interface UseBeforeExpiry {
  readonly token: Token
  readonly early: BearerUse
  /**
   * True if the answer came after the margin, for example after a wait for a quota. By a second use, the quota is
   * renewed.
   */
  readonly isLate: boolean
  /** The earliest and the latest moment that `expires_at` may mean, in milliseconds. */
  readonly first: number
  readonly last: number
  readonly margin: number
  /** The ids of the tokens that must outlive the check. */
  readonly kept: readonly string[]
}

async function usedBeforeExpiry(session: Session): Promise<UseBeforeExpiry> {
  const { id: main } = await mainToken(session)
  if (await isFull(session)) await dropTokens(session, [main])
  const expiry = (await targetNow(session)) + lifetime
  const creation = await spareToken(session, 'end', { expiry })
  const token = await createdToken(session, creation)
  if (creation.id === undefined) await assertQuotaLeft(session)
  const kept = creation.id === undefined ? [main] : [main, creation.id]
  // The first move of the clock deletes them, too, but then every story waits for it.
  const dropped = dropTokens(session, kept)
  if (!token || !(await useNewToken(session, token)).works)
    blocked(see('pat.bearer'), phrase`a new token of 31 days does not work`)
  const { first, last } = possibleMoments(findMember(creation.record, 'expires_at')) ?? { first: expiry, last: expiry }
  const margin = await endMargin(session)
  await dropped
  const left = first - margin - (await targetNow(session))
  await advanceClock(session, Math.floor(left / 1000), { kept, slack: 15 })
  const early = await useToken(session, token)
  const isLate = (await targetNow(session)) >= first - margin / 2
  return { token, early, isLate, first, last, margin, kept }
}

/** Milliseconds from an expiry at which a token is used after a failure. The clock only moves on. */
const usesAround = {
  before: [2 * day, day / 2, 30 * minute],
  after: [15 * minute, 2 * hour, day],
} as const

/**
 * Uses a token at several distances from its expiry, until that is refused.
 * @param first The distance of the use that works, in words.
 * @returns The distances of the last use that works and of the refused one, if there is one.
 */
async function findEnd(
  session: Session,
  token: Token,
  { expiry, kept, first }: { readonly expiry: number; readonly kept: readonly string[]; readonly first: string },
  side: keyof typeof usesAround,
): Promise<readonly [works: string, refused: string | undefined]> {
  let works = first
  for (const span of usesAround[side]) {
    const moment = side === 'before' ? expiry - span : expiry + span
    await advanceClock(session, Math.round((moment - (await targetNow(session))) / 1000), { kept })
    if (!(await useToken(session, token, side === 'after' ? 'bearer' : undefined)).works)
      return [works, wholeSpan(span)]
    works = wholeSpan(span)
  }
  return [works, undefined]
}

/** The end of a token that outlasts its expiry by its way in, found after a failure. */
async function laterWords(
  session: Session,
  token: Token,
  expiry: number,
  kept: readonly string[],
  first: string,
): Promise<TokenWords> {
  const [works, refused] = await findEnd(session, token, { expiry, kept, first }, 'after')
  return refused === undefined
    ? { symptom: phrase`a token still works ${works} after its expires_at` }
    : {
        symptom: phrase`a token works ${works} after its expires_at, and is refused ${refused} after it`,
        remedy: phrase`Refuse a token from its expires_at on.`,
      }
}

/** How early a token ends, by another one; found after a failure. */
async function earlierWords(session: Session, last: string): Promise<TokenWords> {
  const expiry = (await targetNow(session)) + 9 * day
  const creation = await spareToken(session, 'early', { expiry })
  const token = await createdToken(session, creation)
  if (!token || creation.id === undefined || !(await useNewToken(session, token)).works) return {}
  const kept = [(await mainToken(session)).id, creation.id]
  const [works, refused = last] = await findEnd(session, token, { expiry, kept, first: '9 days' }, 'before')
  return {
    symptom: phrase`a token is refused ${refused} before its expires_at, and works ${works} before it`,
    remedy: phrase`Accept a token until its expires_at.`,
  }
}

/** The end of a token: revoked, or expired (clauses 4.2 and 5.3). */
export const accessTokenEndChecks: readonly DeclaredCheck[] = [
  {
    id: 'pat.revoke.refused',
    effect: 'write',
    needs,
    after: ['pat.bearer.accepted', 'pat.name-updatable.secret'],
    mayBeOpen: ['pat.name-updatable.secret'],
    // One place, and in a quick or full run the places that may still know the token.
    wrongCredentials: { gentle: 1, quick: 5 },
    description:
      'Uses a token, DELETEs /access-tokens/{id} and uses the token again, in several places: it is refused, and another token still works.',
    run: async (session) => {
      const { id, exchange, token, workedBefore, use, list } = await revoked(session)
      if (workedBefore !== true)
        blocked(see('pat.bearer'), phrase`the secret of the token to revoke did not work before either`)
      const isGone = list?.records.has(id) === false && list.complete
      if (exchange.response.status >= 300)
        fail({
          expected: phrase`the token to be revoked`,
          got: phrase`${answerPhrase(exchange)}${isGone ? '; the token is no longer listed' : ''}`,
          fact: { kind: 'status', at: exchange, wanted: 'success' },
          symptom: isGone ? phrase`${exchange.response.status}, but the token is gone` : undefined,
          remedy: isGone ? phrase`Answer the revocation with a success.` : undefined,
        })
      const expected = phrase`the revoked token to be refused as Bearer`
      if (use?.works) {
        const words = await endedWords(session, token!, use, phrase`a revoked token`)
        const beside = joinWords([isGone ? phrase`the list, which no longer shows the token` : undefined, words.beside])
        assertUse(use, false, expected, { ...words, beside })
      }
      const other = await useToken(session, await acceptedToken(session))
      if ((await unlessConcluded(mayLackScopes(session, other))) === true)
        blocked(see('pat.scopes-fixed'), phrase`another token is refused, whose scopes were changed`)
      assertUse(other, true, phrase`only that token to be revoked`, {
        got: phrase`another token of the caller, which worked before, is refused as well`,
        symptom: phrase`a revocation ends other tokens too`,
      })
    },
  },
  {
    id: 'pat.revoke-unlists.list',
    effect: 'write',
    needs,
    after: ['pat.list.created'],
    // The shared look of pat.revoke.refused uses the revoked secret.
    wrongCredentials: { gentle: 1, quick: 5 },
    description: 'DELETEs /access-tokens/{id} and lists the tokens: it is gone, and the other tokens are still there.',
    run: async (session) => {
      const { id, exchange, list, others } = await revoked(session)
      if (exchange.response.status >= 300)
        blocked(
          see('pat.revoke'),
          phrase`the token could not be revoked (see pat.revoke): ${answerPhrase(exchange)}`,
          exchange,
        )
      if (!list) blocked(see('pat.list'), phrase`the tokens could not be listed afterwards`)
      const listed = list.records.get(id)
      const mark = listed && endMarker((await listAtFirst(session)).records.get(id)?.record, listed.record)
      if (mark !== undefined)
        insufficient(
          because.data,
          phrase`the token is still listed, with another ${mark} than before: whether a token that is marked as revoked may be listed is not shown`,
        )
      if (listed)
        fail({
          expected: phrase`the revoked token ${id} to be gone from the list`,
          got: phrase`it is still there`,
          fact: { kind: 'present', at: listed.at, ids: [id] },
        })
      const lost = list.complete ? others.filter((other) => !list.records.has(other)) : []
      const [first] = lost
      if (first !== undefined) {
        if (first === (await rangeTokens(session)).left) await assertShortLasts(session)
        const at = list.exchanges.at(-1)!
        fail({
          expected: phrase`the other tokens in the list after the revocation of ${id}: ${{ ids: lost }}`,
          fact: { kind: 'missing', at, ids: lost, pages: list.exchanges, by: exchange },
          beside: phrase`the same list before the revocation, which has all ${others.length + 1} tokens`,
        })
      }
    },
  },
  {
    id: 'pat.expires.refused',
    effect: 'write',
    needs: ['bearer', 'hook:advanceClock'],
    after: ['pat.bearer.accepted', 'pat.expiry-range.seven-days'],
    mayBeOpen: ['pat.expiry-range.seven-days'],
    waits: true,
    description:
      'Creates a token of 31 days and advances the clock by hooks.advanceClock. A minute and the uncertainty of the clock before its expires_at, it works; the same time after, it is refused in several places, while a token of a year still works.',
    run: async (session) => {
      let use = await usedBeforeExpiry(session)
      if (!use.early.works && use.isLate) use = await usedBeforeExpiry(session)
      const { early, isLate, token, kept, first, last, margin } = use
      await advanceClock(session, Math.ceil((last - first + 2 * margin) / 1000), { kept })
      const distance = `${Math.round(margin / 1000)} s`
      const other = await acceptedToken(session)
      const { use: late, next: lasts } = await useUntilRefused(session, token, {
        pauses: [0, 200, 800],
        next: async () => (await useToken(session, other)).works,
      })
      if (!lasts)
        insufficient(because.alike, phrase`after 31 days and a few minutes, a token of a year is refused as well`)
      if (late.works || (!early.works && !isLate)) await assertClockLasts(session)
      if (late.works)
        assertUse(late, false, phrase`the token to be refused ${distance} after its expires_at`, {
          ...(await endedWords(session, token, late, phrase`an expired token`)),
          ...(late.refusedAt
            ? {}
            : await unlessConcluded(laterWords(session.fork({ isNarrowing: true }), token, last, kept, distance))),
        })
      if (!early.works && isLate)
        insufficient(because.limit, phrase`the answer came too late to tell whether it was before expires_at`)
      const expected = phrase`the token to still work ${distance} before its expires_at`
      if (!early.works) assertUse(early, true, expected, await unlessConcluded(earlierWords(session.fork(), distance)))
    },
  },
]
