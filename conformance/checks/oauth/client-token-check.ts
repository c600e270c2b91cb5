import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isAccepted, isNewAccepted, type WayIn } from '../accepted-bearer.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { type NearMiss, nearMisses } from '../near-misses.ts'
import { byCredentials, granted, grantedAcceptance, refreshed, type TokenAnswer } from './oauth-tokens.ts'

/** A token that the client has just got, and that is accepted; undefined for none. */
async function workingToken(
  session: Session,
  way: WayIn,
  sources: readonly ((session: Session) => Promise<TokenAnswer>)[] = [granted, byCredentials],
): Promise<string | undefined> {
  for (const source of sources) {
    const { accessToken } = await source(session)
    if (typeof accessToken === 'string' && (await isNewAccepted(session, way, accessToken))) return accessToken
  }
  return undefined
}

/** Milliseconds after which near misses are those of a new token: a slow service may outlast the one before. */
const portion = 4000

/**
 * Sends near misses of working tokens of the client. Each token must still work after its near misses.
 * @throws Conclusion `insufficientEvidence` where it does not: they would be refused anyway.
 */
async function assertClientMissesRefused(session: Session, way: WayIn): Promise<void> {
  const { time, rotation } = session.run
  const token = await workingToken(session, way)
  if (token === undefined)
    blocked(see('oauth.token-works'), phrase`no access token of the client works (see oauth.token-works)`)
  let current = { token, since: time.now() }
  const assertWorks = async () => {
    if (!(await isAccepted(session, way, current.token)))
      insufficient(
        because.alike,
        phrase`the access token of the client no longer works, so its near misses would be refused anyway`,
      )
  }
  const [telling, ...rest] = nearMisses(session, token)
  const chosen = new Set([telling, ...rotation.some(rest, 1, 1)])
  for (const [index, miss] of [telling, ...rest].entries()) {
    if (!chosen.has(miss)) continue
    if (time.now() - current.since > portion) {
      await assertWorks()
      const next = await workingToken(session, way, [byCredentials])
      if (next !== undefined) current = { token: next, since: time.now() }
    }
    // Tokens of one kind have their near misses in the same order.
    const sent = current.token === token ? miss : (nearMisses(session, current.token)[index] ?? miss)
    await assertMissesRefused(session, way, [sent], phrase`an access token of the client`)
  }
  await assertWorks()
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
    await assertClientMissesRefused(session, way)
    // A refresh may end the token before it.
    const { accessToken: later } = session.run.quick ? {} : await refreshed(session).catch(() => ({}))
    if (typeof later === 'string')
      await assertMissesRefused(
        session,
        way,
        nearMisses(session, later).filter(({ isUsual }) => isUsual),
        phrase`an access token by a refresh`,
      )
  },
})
