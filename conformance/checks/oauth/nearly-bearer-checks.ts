import { at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { isAccepted, isNewAccepted, type WayIn } from '../accepted-bearer.ts'
import { mainAccess } from '../access-tokens/revoked-token.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { type NearMiss, nearMisses, usualNearMisses } from '../near-misses.ts'
import { answerTo } from '../shared-answers.ts'
import { byCredentials, granted, grantedWay, refreshed, type TokenAnswer } from './oauth-tokens.ts'
import { otherValues } from './other-values.ts'

/** A value that must not be accepted. */
interface WrongValue {
  readonly text: string
  readonly what: Phrase
}

const missesOf = (misses: readonly NearMiss[], what: Phrase): readonly WrongValue[] =>
  misses.map(({ text, change }) => ({ text, what: phrase`${what} ${change}` }))

async function assertRefused(session: Session, way: WayIn, values: readonly WrongValue[]): Promise<void> {
  await eachAtOnce(
    values,
    async ({ text, what }) => {
      const exchange = await session.send({ path: way.path, as: { bearer: text }, wrong: 'bearer' })
      if (way.accepts(session, exchange))
        fail({
          expected: phrase`nothing to be served for ${what}`,
          fact: { kind: 'credential', at: exchange, works: true },
        })
    },
    values.length,
  )
}

/** A new token of the client that is accepted, if any. */
async function workingToken(
  session: Session,
  way: WayIn,
  sources: readonly ((session: Session) => Promise<TokenAnswer>)[],
): Promise<string | undefined> {
  for (const source of sources) {
    const { accessToken } = await source(session)
    if (typeof accessToken === 'string' && (await isNewAccepted(session, way, accessToken))) return accessToken
  }
  return undefined
}

/**
 * Sends near misses of a working token of the client, and of another one if that has ended meanwhile.
 * @throws Conclusion `insufficientEvidence` if that ends too: they would be refused anyway.
 */
async function assertClientMissesRefused(session: Session, way: WayIn): Promise<void> {
  const first = await workingToken(session, way, [granted, byCredentials])
  if (first === undefined)
    blocked(see('oauth.token-works'), phrase`no access token of the client works (see oauth.token-works)`)
  for (const tokenOf of [async () => first, () => workingToken(session, way, [byCredentials])]) {
    const token = await tokenOf()
    if (token === undefined) break
    const [telling, ...rest] = nearMisses(session, token)
    const chosen = [telling, ...session.run.rotation.some(rest, 1, 1)]
    await assertRefused(session, way, missesOf(chosen, phrase`an access token of the client`))
    if (await isAccepted(session, way, token)) return
  }
  insufficient(
    because.alike,
    phrase`the access token of the client no longer works, so its near misses would be refused anyway`,
  )
}

/** Bearer values that are nearly right, or of another kind (clause 5.1). */
export const nearlyBearerChecks: readonly Check[] = [
  defineCheck({
    id: 'auth.invalid-bearer.client-token',
    effect: 'read',
    needs: ['bearer', 'oauth'],
    after: ['oauth.token-works.bearer'],
    wrongCredentials: { gentle: 0, quick: 2, full: 18 },
    decidedBy: 'auth.invalid-bearer.one-character',
    description:
      'If the target file also declares a token, sends near misses of an access token of the OAuth client: one with one character changed, and others; and of a refreshed token. They are refused, and the token works before and after.',
    run: async (session) => {
      if (session.run.target.credentials?.token === undefined)
        notApplicable(
          { kind: 'check', check: 'auth.invalid-bearer.one-character' },
          phrase`the Bearer token of the run is the one of the client (see auth.invalid-bearer.one-character)`,
        )
      const way = await grantedWay(session)
      await assertClientMissesRefused(session, way)
      // A refresh may end the token before it.
      const { accessToken: later } = session.run.quick ? {} : await refreshed(session).catch(() => ({}))
      if (typeof later !== 'string') return
      const usual = usualNearMisses(session, later)
      await assertRefused(session, way, missesOf(usual, phrase`an access token by a refresh`))
    },
  }),
  defineCheck({
    id: 'auth.invalid-bearer.other-values',
    effect: 'read',
    needs: ['bearer', 'offer:versioned'],
    onlyInFull: true,
    wrongCredentials: { gentle: 0, quick: 1, full: 6 },
    decidedBy: 'auth.invalid-bearer.environments',
    description:
      'GETs the list of environments with other values of the run as Bearer: the id of a token, client_id, client_secret, a refresh token, the API key and the key of the DSN. Nothing is served.',
    run: async (session) => {
      const path = at('environments.list')
      const control = await answerTo(session, { path, as: 'bearer' })
      if (!serves(control))
        blocked(
          because.refused,
          phrase`the environments are not served with valid credentials either: ${answerPhrase(control)}`,
          control,
        )
      const values = await otherValues(
        session,
        ['the id of a token', 'client_id', 'client_secret', 'a refresh token', 'the API key', 'the key of the DSN'],
        await session.bearer(),
      )
      const way: WayIn = { path, accepts: (_current, exchange) => serves(exchange) }
      const sent = session.run.rotation.some(values, 1)
      await assertRefused(
        session,
        way,
        sent.map(([name, text]) => ({ text, what: phrase`${name} as Bearer` })),
      )
    },
  }),
  defineCheck({
    id: 'auth.invalid-bearer.created-token',
    effect: 'write',
    needs: ['bearer'],
    after: ['pat.bearer.accepted'],
    onlyInFull: true,
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    decidedBy: 'auth.invalid-bearer.one-character',
    description:
      'Sends near misses of the secret of a token that the run created: nothing is served, and the token works afterwards.',
    run: async (session) => {
      const { way, secret } = await mainAccess(session)
      const usual = usualNearMisses(session, secret)
      await assertRefused(session, way, missesOf(session.run.rotation.some(usual, 1), phrase`a token of the run`))
      if (!(await isAccepted(session, way, secret)))
        insufficient(because.alike, phrase`the token no longer works, so its near misses would be refused anyway`)
    },
  }),
]
