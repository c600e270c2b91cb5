import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Creation } from './create-token.ts'
import { learnClockByExpiry, mayTellClock, noteClock, showsOtherTime } from './learn-clock.ts'
import { dropToken, isFull, mayBeQuota } from './token-quota.ts'
import { type MainToken, mainToken, spareToken } from './main-token.ts'
import { singleScope, scopeCount } from './scopes.ts'
import type { ShownToken } from './sights.ts'
import { awaitTokenList, type TokenList } from './token-list.ts'

/** Tokens at both ends of the allowed range of expiries. */
export interface RangeTokens {
  readonly short: Creation
  readonly long: Creation
  /** The id of the short one, unless it was deleted because of a quota. */
  readonly left: string | undefined
  /** Its record, as the list showed it before that. */
  readonly gone: ShownToken | undefined
}

/**
 * Two tokens, each as close to an end of the range as can be judged: one of slightly more than 7 days, with only the
 * first scope if there are several, and one of slightly less than 2 years.
 */
export const rangeTokens: Once<[], RangeTokens> = oncePerRun(async (session) => {
  const main = await mainToken(session)
  const { precision } = main
  let tokens = await createRange(session, main, '')
  const { short, long } = tokens
  let tries = 0
  const takes = async (expiry: number): Promise<boolean> => {
    const { id } = await spareToken(session, `clock${++tries}`, { expiry })
    await dropToken(session, id)
    return id !== undefined
  }
  const refused = mayBeQuota(short) ? 'the least' : mayBeQuota(long) ? 'the most' : 'none'
  const areBoth = mayBeQuota(short) && mayBeQuota(long)
  if (!areBoth && (await mayTellClock(session, refused))) {
    // The number of tokens may be limited: these make room for those that show the clock.
    for (const { id } of [short, long]) await dropToken(session, id)
    await learnClockByExpiry(session, { precision, refused, takes })
    tokens = await createRange(session, main, 'c')
  }
  await noteClock(session, precision)
  return tokens
})

async function createRange(session: Session, main: MainToken, mark: string): Promise<RangeTokens> {
  const { scopes } = main
  const fewer = scopeCount(scopes) > 1 ? singleScope(scopes, 0) : scopes
  const few = await tokenOfWeek(session, `7d${mark}`, fewer)
  // If it is refused, the next one differs from the main token only in the expiry.
  const short = few.id === undefined && fewer !== scopes ? await tokenOfWeek(session, `7d${mark}b`, scopes) : few
  const createLong = (use: string) => spareToken(session, `2y${mark}${use}`, { side: 'below 2 years' })
  if (mayBeQuota(short)) await takesNoMore(session)
  const long = await createLong('')
  if (short.id === undefined || !mayBeQuota(long) || !(await takesNoMore(session)))
    return { short, long, left: short.id, gone: undefined }
  // The number of tokens is limited: once the list has shown the first one, it is deleted to make room for the second.
  const { id } = short
  const list = await awaitTokenList(session, main.id, ({ records }) => records.has(id)).catch(() => undefined)
  await dropToken(session, id)
  return { short, long: await createLong('b'), left: undefined, gone: list?.records.get(id) }
}

/** Resolves to true if a token that differs from the main token only in its name is refused. */
async function takesNoMore(session: Session): Promise<boolean> {
  const token = await spareToken(session, 'room')
  await dropToken(session, token.id)
  return mayBeQuota(token)
}

/**
 * Ends a check that does not find the token of a week, if another one like it is missing too: another run against the
 * same target may have moved its clock.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertShortLasts(session: Session): Promise<void> {
  const { id: main } = await mainToken(session)
  const { id } = await anotherOfWeek(session)
  const listed =
    id === undefined
      ? undefined
      : (await awaitTokenList(session, main, ({ records }) => records.has(id))).records.get(id)
  if (listed === undefined)
    insufficient(
      because.changed,
      phrase`a token of a week is gone, and so is another like it: the clock of the target seems to have been moved meanwhile`,
    )
}

const tokenOfWeek = (session: Session, use: string, scopes: unknown): Promise<Creation> =>
  spareToken(session, use, { side: 'above 7 days', scopes })

const anotherOfWeek = (session: Session): Promise<Creation> => spareToken(session, 'like', { side: 'above 7 days' })

/**
 * Ends a check that would blame the target for the end of a token, if the target's clock has moved: an answer shows
 * another time, or a token of a week that was accepted before is refused. Sends nothing if the number of tokens is
 * limited.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertClockLasts(session: Session): Promise<void> {
  if (await isFull(session)) return
  const { short } = await rangeTokens(session)
  const fresh = await spareToken(session, 'now')
  if (fresh.id === undefined) return
  const isRefused = short.id !== undefined && (await anotherOfWeek(session)).id === undefined
  if (isRefused || (await showsOtherTime(session, fresh)))
    insufficient(
      because.changed,
      phrase`the clock of the target seems to have been moved meanwhile, so the end of a token could not be judged; make sure that nobody else moves the clock`,
    )
}

/** The list with the main token and those of `rangeTokens`, before any change. */
export const listAtFirst: Once<[], TokenList> = oncePerRun(async (session) => {
  const { id } = await mainToken(session)
  const { long, left, gone } = await rangeTokens(session)
  const list = await awaitTokenList(session, id, ({ records }) =>
    [id, left, long.id].every((tokenId) => tokenId === undefined || records.has(tokenId)),
  )
  return gone ? { ...list, records: new Map([[gone.id, gone], ...list.records]) } : list
})
