import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { altered, nearMisses } from '../near-misses.ts'
import { credentialsForm, granted, freshForm, postToken, refreshed, type TokenForm } from './oauth-tokens.ts'
import { assertNoToken, isToken } from './token-assertions.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect: 'write', needs: ['oauth'] }
const after = ['oauth.refresh.token'] as const

/** A refresh that must get no token. */
interface WrongForm {
  readonly form: TokenForm
  readonly what: Phrase
  readonly wrong: 'client' | 'refreshToken'
}

/**
 * Sends wrong forms that differ from a good one. If the refresh token does not work after them, the first of them may
 * have ended it, and what followed says nothing: each of the others is then sent with a refresh token of its own.
 */
async function assertNoRefresh(
  session: Session,
  wrongForms: (good: TokenForm) => readonly WrongForm[] | Promise<readonly WrongForm[]>,
): Promise<void> {
  const good = await freshForm(session)
  const forms = await wrongForms(good)
  for (const { form, what, wrong } of forms) await assertNoToken(session, form, what, wrong)
  if (forms.length === 1) return
  const control = await session.run.tokens.asking(() => postToken(session, good))
  if (isToken(control.accessToken)) return
  for (let index = 1; index < forms.length; index++) {
    const { form, what, wrong } = (await wrongForms(await freshForm(session)))[index]!
    await assertNoToken(session, form, what, wrong)
  }
}

/** Forms of another client, or of none, the likeliest mistakes first. */
function wrongClients(session: Session, form: TokenForm): readonly WrongForm[] {
  const {
    client_id: id,
    client_secret: secret,
    ...others
  } = form as TokenForm & Readonly<Record<'client_id' | 'client_secret', string>>
  const forms: readonly (readonly [form: TokenForm, what: Phrase])[] = [
    [{ ...others, client_id: id }, phrase`without client_secret`],
    [others, phrase`without client_id and client_secret`],
    [{ ...form, client_id: altered(session, id) }, phrase`with a wrong client_id`],
    [{ ...others, client_secret: secret }, phrase`without client_id`],
    [{ ...form, client_secret: '' }, phrase`with an empty client_secret`],
    [{ ...form, client_id: '' }, phrase`with an empty client_id`],
    [{ ...form, client_id: '', client_secret: '' }, phrase`with an empty client_id and an empty client_secret`],
  ]
  return forms.map(([wrong, what]) => ({ form: wrong, what: phrase`a refresh ${what}`, wrong: 'client' }))
}

/** Refreshes with something wrong or missing (clauses 4.1 and 5.2). */
export const wrongRefreshChecks: readonly Check[] = [
  defineCheck({
    ...common,
    after,
    id: 'oauth.refresh-secret-verified.wrong-secret',
    wrongCredentials: { gentle: 1, quick: 4, full: 16 },
    description:
      'Refreshes with a new refresh token and one character of client_secret changed, or more of them, as at the token endpoint; with another client_id; and with either or both missing or empty. No token is issued.',
    run: (session) =>
      assertNoRefresh(session, (form) => {
        const { gentle, quick } = session.run
        const [telling, ...rest] = nearMisses(session, form['client_secret']!)
        const misses = [telling, ...rest.filter(({ isUsual }) => isUsual && !gentle && !quick)].map(
          ({ text, change }): WrongForm => ({
            form: { ...form, client_secret: text },
            what: phrase`a refresh with a client_secret ${change}`,
            wrong: 'client',
          }),
        )
        return gentle ? misses : [...misses, ...wrongClients(session, form).slice(0, quick ? 3 : undefined)]
      }),
  }),
  defineCheck({
    ...common,
    after,
    id: 'oauth.refresh-verified.made-up',
    wrongCredentials: { gentle: 1, quick: 2, full: 25 },
    description:
      'Refreshes with one character of a refresh token changed: one letter in the other case if that may matter, or else the last one; then one at its front, in its middle or at its end, and with characters more or less. No token is issued.',
    run: (session) =>
      assertNoRefresh(session, (form) => {
        const { gentle, rotation } = session.run
        const [telling, ...rest] = nearMisses(session, form['refresh_token']!)
        return [telling, ...(gentle ? [] : rotation.some(rest, 1, 3))].map(({ text, change }) => ({
          form: { ...form, refresh_token: text },
          what: phrase`a refresh token ${change}`,
          wrong: 'refreshToken',
        }))
      }),
  }),
  defineCheck({
    ...common,
    after: [...after, 'oauth.refresh-verified.made-up'],
    id: 'oauth.refresh-verified.none',
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    description:
      'Refreshes without refresh_token and with an empty one, and with access tokens, client_secret and the Bearer token in its place: no token is issued.',
    run: async (session) => {
      const form: TokenForm = { ...credentialsForm(session), grant_type: 'refresh_token' }
      await assertNoToken(session, form, phrase`a refresh without refresh_token`)
      if (session.run.gentle) return
      if (!session.run.quick)
        await assertNoToken(session, { ...form, refresh_token: '' }, phrase`a refresh with an empty refresh_token`)
      const { accessToken, refreshToken } = await granted(session)
      // Both may be the same text.
      if (accessToken === refreshToken || typeof accessToken !== 'string') return
      const inPlace = { ...form, refresh_token: accessToken }
      await assertNoToken(session, inPlace, phrase`an access token in place of a refresh token`, 'refreshToken')
      if (session.run.quick) return
      const { accessToken: later } = await refreshed(session)
      const { token } = session.run.target.credentials ?? {}
      const others = [
        ['a refreshed access token', later],
        ['client_secret', form['client_secret']],
        ['the Bearer token', token],
      ] as const
      for (const [name, value] of others)
        if (typeof value === 'string' && value !== refreshToken)
          await assertNoToken(
            session,
            { ...form, refresh_token: value },
            phrase`${name} in place of a refresh token`,
            'refreshToken',
          )
    },
  }),
]
