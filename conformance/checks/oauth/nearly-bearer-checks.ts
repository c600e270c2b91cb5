import { because, see } from '../../conclusions/cause.ts'
import { blocked, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { assertUse, type BearerUse, type Token, useNewToken, useToken } from '../tokens/token.ts'
import { acceptedToken } from '../tokens/main-secret.ts'
import { mainToken } from '../tokens/main-token.ts'
import { firstTokens } from '../tokens/token-list.ts'
import { contrast, type Neighbour } from '../similar.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { charactersAround, type NearMiss, nearMisses, usualNearMisses } from '../near-misses.ts'
import { requestClientToken, clientToken, granted, refreshed, type TokenAnswer } from './oauth-tokens.ts'

async function assertMissesRefused(
  session: Session,
  token: Token,
  misses: readonly NearMiss[],
  what: Phrase,
  made?: Exchange,
): Promise<void> {
  const uses = new Map<NearMiss, BearerUse>()
  const ask = (text: string) => useToken(session, { ...token, secret: text }, 'bearer')
  const failFirst = async () => {
    const first = misses.find((miss) => uses.get(miss)?.works)
    if (!first) return
    const { place } = misses.find((miss) => miss.place !== undefined && uses.get(miss)?.works) ?? first
    const around =
      place === undefined || session.run.gentle
        ? undefined
        : await unlessConcluded(charactersAround(session, token.secret, place, async (text) => (await ask(text)).works))
    const others = misses.filter((miss) => miss !== first)
    const isRefused = (miss: NearMiss) => (uses.has(miss) ? !uses.get(miss)!.works : undefined)
    const near: readonly Neighbour[] = [
      ...(around?.neighbours ?? []),
      ...others.map((miss): Neighbour => [miss.change, isRefused(miss)]),
    ]
    assertUse({ ...uses.get(first)!, made }, false, phrase`a refusal of ${what} ${first.change}`, {
      symptom: around?.ignored
        ? phrase`${what} is not compared as a whole: ${around.ignored}`
        : phrase`${what} ${first.change} is accepted`,
      ...contrast(near.map(([change, isRight]) => [phrase`the same token ${change}`, isRight])),
    })
  }
  await eachAtOnce(misses, async (miss) => uses.set(miss, await ask(miss.text)), misses.length).finally(failFirst)
}

/** @throws Conclusion `insufficientEvidence` for a token that has ended: its near misses would be refused anyway. */
function concludeEnded(what: Phrase): never {
  insufficient(because.alike, phrase`${what} no longer works, so its near misses would be refused anyway`)
}

/** Sends near misses of a working token of the client, and of another one if that has ended meanwhile. */
async function assertClientMissesRefused(session: Session): Promise<void> {
  const what = phrase`an access token by client credentials`
  let worked = false
  for (const source of [granted, requestClientToken]) {
    const { accessToken, exchange } = await source(session)
    if (typeof accessToken !== 'string') continue
    const token = clientToken(accessToken)
    if (!(await useNewToken(session, token)).works) continue
    worked = true
    const [telling, ...rest] = nearMisses(session, accessToken)
    await assertMissesRefused(session, token, [telling, ...session.run.rotation.some(rest, 1, 1)], what, exchange)
    if ((await useToken(session, token)).works) return
  }
  if (worked) concludeEnded(what)
  blocked(see('oauth.token-works'), phrase`no access token of the client works (see oauth.token-works)`)
}

/** Near misses of tokens that the run requested (clause 5.1). */
export const nearlyBearerChecks: readonly DeclaredCheck[] = [
  {
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
      await assertClientMissesRefused(session)
      // A refresh may end the token before it.
      const { accessToken: later, exchange }: Partial<TokenAnswer> = session.run.quick
        ? {}
        : await refreshed(session).catch(() => ({}))
      if (typeof later !== 'string') return
      await assertMissesRefused(
        session,
        clientToken(later),
        usualNearMisses(session, later),
        phrase`an access token by a refresh`,
        exchange,
      )
    },
  },
  {
    id: 'auth.invalid-bearer.created-token',
    effect: 'write',
    needs: ['bearer'],
    after: ['pat.bearer.accepted'],
    inQuickRun: 'never',
    wrongCredentials: { gentle: 0, quick: 1, full: 5 },
    decidedBy: 'auth.invalid-bearer.one-character',
    description:
      'Sends near misses of the secret of a token that the run created, and its id if the caller had no other token: nothing is served, and the token works afterwards.',
    run: async (session) => {
      const [token, what] = [await acceptedToken(session), phrase`a token of the run`]
      const misses = session.run.rotation.some(usualNearMisses(session, token.secret), 1)
      const { id, exchange } = await mainToken(session)
      await assertMissesRefused(session, token, misses, what, exchange)
      const { page } = await firstTokens(session)
      // auth.invalid-bearer.other-values sends the id of an earlier token.
      if (page === undefined || page.ids.length === 0 || page.ids.includes(id)) {
        const use = await useToken(session, { ...token, secret: id }, 'bearer')
        assertUse(use, false, phrase`a refusal of the id of ${what}`)
      }
      if (!(await useToken(session, token)).works) concludeEnded(what)
    },
  },
]
