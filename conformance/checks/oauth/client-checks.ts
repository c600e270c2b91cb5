import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { leaveOutIfGentle } from '../leave-out-if-gentle.ts'
import { altered, nearMisses } from '../near-misses.ts'
import type { Session } from '../../judge/session.ts'
import { credentialsForm, granted, type TokenForm } from './oauth-tokens.ts'
import { assertNoToken, withoutParameter } from './token-assertions.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'read',
  needs: ['oauth'],
  after: ['oauth.client-credentials.token'],
}
const telling = 'oauth.secret-verified.wrong-secret'

/** What a run has beside client_secret, with its name. */
async function otherSecrets(
  session: Session,
  form: TokenForm,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const { accessToken, refreshToken } = await granted(session)
  const { token } = session.run.target.credentials ?? {}
  const values: readonly (readonly [string, unknown])[] = [
    ['client_id', form['client_id']],
    ['an access token', accessToken],
    ['a refresh token', refreshToken],
    ['the Bearer token', token],
  ]
  return values.flatMap(([name, value]) =>
    typeof value === 'string' && value !== form['client_secret'] ? [[name, value] as const] : [],
  )
}

/** Wrong credentials of a client at the token endpoint (clauses 4.1 and 5.2). */
export const clientChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'oauth.secret-verified.wrong-secret',
    wrongCredentials: { gentle: 1, quick: 1 },
    description:
      'Sends the same request with one character of client_secret changed: one letter in the other case if that may matter, or else the last one. No token is issued.',
    run: async (session) => {
      const form = credentialsForm(session)
      const [{ text, change }] = nearMisses(session, form['client_secret']!)
      await assertNoToken(session, { ...form, client_secret: text }, phrase`a client_secret ${change}`, 'client')
    },
  }),
  defineCheck({
    ...common,
    id: 'oauth.secret-verified.near-misses',
    wrongCredentials: { gentle: 0, quick: 1, full: 16 },
    description:
      'Sends the same request with a client_secret that has one character changed at its front, in its middle or at its end, or characters more or less, and with client_id and tokens in its place. No token is issued.',
    run: async (session) => {
      leaveOutIfGentle(session, telling)
      const form = credentialsForm(session)
      const [, ...rest] = nearMisses(session, form['client_secret']!)
      for (const { text, change } of session.run.rotation.some(rest, 1, 2))
        await assertNoToken(session, { ...form, client_secret: text }, phrase`a client_secret ${change}`, 'client')
      for (const [name, value] of session.run.quick ? [] : await otherSecrets(session, form))
        await assertNoToken(session, { ...form, client_secret: value }, phrase`${name} as client_secret`, 'client')
    },
  }),
  defineCheck({
    ...common,
    id: 'oauth.secret-verified.wrong-client',
    wrongCredentials: { gentle: 0, quick: 4 },
    description:
      'Sends the same request without client_secret, with an empty one, without client_id, and with the last character of client_id changed: no token is issued.',
    run: async (session) => {
      leaveOutIfGentle(session, telling)
      const form = credentialsForm(session)
      const forms = [
        [withoutParameter(form, 'client_secret'), phrase`a request without client_secret`],
        [{ ...form, client_secret: '' }, phrase`a request with an empty client_secret`],
        [withoutParameter(form, 'client_id'), phrase`a request without client_id`],
        [{ ...form, client_id: altered(session, form['client_id']!) }, phrase`a wrong client_id`],
      ] as const
      for (const [wrong, what] of forms) await assertNoToken(session, wrong, what, 'client')
    },
  }),
]
