import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isAccepted, isNewAccepted, type WayIn } from '../accepted-bearer.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { type NearMiss, nearMisses } from '../near-misses.ts'
import { byCredentials, granted, grantedAcceptance, refreshed } from './oauth-tokens.ts'

/** A token that the client has just got, and that is accepted; undefined for none. */
async function workingToken(session: Session, way: WayIn): Promise<string | undefined> {
  for (const answer of [granted, byCredentials]) {
    const { accessToken } = await answer(session)
    if (typeof accessToken === 'string' && (await isNewAccepted(session, way, accessToken))) return accessToken
  }
  return undefined
}

export async function assertMissesRefused(
  session: Session,
  way: WayIn,
  misses: readonly NearMiss[],
  what: Phrase,
): Promise<void> {
  for (const { text, change } of misses) {
    const exchange = await session.send({ path: way.path, as: { bearer: text }, wrong: 'bearer' })
    if (way.accepts(session, exchange))
      fail({
        expected: phrase`nothing to be served for ${what} ${change}`,
        got: answer(exchange),
        fact: { kind: 'credential', at: exchange, works: true },
      })
  }
}

/** Access tokens of the client that are nearly right, where the run itself uses another token (clause 5.1). */
export const clientTokenCheck: Check = defineCheck({
  id: 'auth.invalid-bearer.client-token',
  requirement: 'auth.invalid-bearer',
  effect: 'read',
  needs: ['bearer', 'oauth'],
  after: ['oauth.token-works.bearer'],
  wrongCredentials: { gentle: 0, quick: 2, full: 18 },
  description:
    'Next to a token that the target file declares, sends near misses of an access token of the OAuth client: one with one character changed, and others; of a refreshed token, too. They are refused, and the token works before and after.',
  run: async (session) => {
    leaveOutIfGentle(session, 'auth.invalid-bearer.one-character')
    if (session.run.target.credentials?.token === undefined)
      notApplicable(
        { kind: 'check', check: 'auth.invalid-bearer.one-character' },
        phrase`the Bearer token of the run is the one of the client (see auth.invalid-bearer.one-character)`,
      )
    // oauth.token-works.bearer has shown one.
    const way = (await grantedAcceptance(session)).way!
    const token = await workingToken(session, way)
    if (token === undefined)
      blocked(see('oauth.token-works'), phrase`no access token of the client works (see oauth.token-works)`)
    const [telling, ...rest] = nearMisses(session, token)
    const misses = [telling, ...session.run.rotation.some(rest, 1, 1)]
    await assertMissesRefused(session, way, misses, phrase`an access token of the client`)
    const { accessToken: later } = session.run.quick ? {} : await refreshed(session).catch(() => ({}))
    if (typeof later === 'string')
      await assertMissesRefused(
        session,
        way,
        nearMisses(session, later).filter(({ isUsual }) => isUsual),
        phrase`an access token by a refresh`,
      )
    if (!(await isAccepted(session, way, token)))
      insufficient(
        because.alike,
        phrase`the access token of the client no longer works, so its near misses would be refused anyway`,
      )
  },
})
