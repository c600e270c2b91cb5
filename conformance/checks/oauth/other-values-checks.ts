import { at } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { serves } from '../../reading/success.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isAccepted } from '../accepted-bearer.ts'
import { mainAccess } from '../access-tokens/revoked-token.ts'
import { firstTokens } from '../access-tokens/token-list.ts'
import { keyInAddress } from '../dsn-key.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { nearMisses } from '../near-misses.ts'
import { answerTo } from '../shared-answers.ts'
import { assertMissesRefused } from './client-token-check.ts'
import { granted } from './oauth-tokens.ts'

/** What a run has that is no access token, with its name. */
async function otherValues(session: Session): Promise<readonly (readonly [name: string, value: unknown])[]> {
  const { oauth, apiKey, dsn } = session.run.target.credentials ?? {}
  const tokenIds = (await firstTokens(session).catch(() => undefined))?.page?.ids ?? []
  const { refreshToken } = oauth ? await granted(session) : {}
  return [
    ['the id of a token', tokenIds[0]],
    ['client_id', oauth?.clientId],
    ['client_secret', oauth?.clientSecret],
    ['a refresh token', refreshToken],
    ['the API key', apiKey],
    ['the key of the DSN', keyInAddress(dsn ?? '')?.key],
  ]
}

/** Bearer values that are something else, and near misses of a token that the run made (clause 5.1). */
export const otherValuesChecks: readonly Check[] = [
  defineCheck({
    id: 'auth.invalid-bearer.other-values',
    effect: 'read',
    needs: ['bearer', 'offer:versioned'],
    onlyInFull: true,
    wrongCredentials: { gentle: 0, quick: 1, full: 6 },
    description:
      'Asks for the list of environments with values as Bearer that are something else: the id of a token, client_id, client_secret, a refresh token, the API key and the key of the DSN. Nothing is served.',
    run: async (session) => {
      leaveOutIfGentle(session, 'auth.invalid-bearer.environments')
      const call = { path: at('environments.list') }
      const control = await answerTo(session, { ...call, as: 'bearer' })
      if (!serves(control))
        blocked(
          because.refused,
          phrase`the environments are not served with valid credentials either: ${answer(control)}`,
          control,
        )
      const bearer = await session.bearer()
      const values = (await otherValues(session)).flatMap(([name, value]) =>
        typeof value === 'string' && value !== '' && value !== bearer ? [[name, value] as const] : [],
      )
      for (const [name, value] of session.run.rotation.some(values, 1)) {
        const exchange = await session.send({ ...call, as: { bearer: value }, wrong: 'bearer' })
        if (serves(exchange))
          fail({
            expected: phrase`nothing to be served for ${name} as Bearer`,
            got: answer(exchange),
            fact: { kind: 'credential', works: true, at: exchange },
          })
      }
    },
  }),
  defineCheck({
    id: 'auth.invalid-bearer.created-token',
    effect: 'write',
    needs: ['bearer'],
    after: ['pat.bearer.accepted'],
    onlyInFull: true,
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    description:
      'Sends near misses of the secret of a token that the run created: nothing is served, and the token works afterwards.',
    run: async (session) => {
      leaveOutIfGentle(session, 'auth.invalid-bearer.one-character')
      const { way, secret } = await mainAccess(session)
      const usual = nearMisses(session, secret).filter(({ isUsual }) => isUsual)
      await assertMissesRefused(session, way, session.run.rotation.some(usual, 1), phrase`a token of the run`)
      if (!(await isAccepted(session, way, secret)))
        insufficient(because.alike, phrase`the token no longer works, so its near misses would be refused anyway`)
    },
  }),
]
