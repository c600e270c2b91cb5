import { fail, insufficient } from '../../catalogue/verdict.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { type Acceptance, tryBearer } from '../accepted-bearer.ts'
import { postToken, type TokenAnswer, type TokenForm } from './oauth-tokens.ts'

/** Whether an access token was issued. */
export function isGiven(accessToken: unknown): boolean {
  return accessToken !== undefined && accessToken !== ''
}

/**
 * @param wrong What is wrong or missing in the form; undefined where the client at least is right.
 * @throws Conclusion `fail` when a form gets a token.
 */
export async function assertNoToken(
  session: Session,
  form: TokenForm,
  because: string,
  wrong?: 'client' | 'refreshToken',
): Promise<void> {
  const { exchange, accessToken, beside } = await postToken(session, form, { wrong })
  const got = `${exchange.response.status} with an access_token`
  if (isGiven(accessToken)) fail(`no access_token for ${because}`, got)
  // A refusal may repeat what was sent, or show an example. Only a token that works counts.
  if (typeof beside === 'string' && beside !== '' && (await tryBearer(session, beside)).verdict === 'accepted')
    fail(`no access_token for ${because}`, `${got} that works`)
}

/** @throws Conclusion unless a token was accepted. */
export function assertAccepted({ verdict, exchange }: Acceptance, what: string): void {
  if (verdict === 'unclear')
    insufficient(
      `${what} is answered like a value that was never issued (${summary(exchange)}), perhaps for lack of rights; ` +
        'declare a client in credentials.oauth that may list environments',
    )
  if (verdict === 'refused') fail(`${what} to be accepted as Authorization: Bearer`, summary(exchange))
}

/** The same form with one parameter left out. */
export function without(form: TokenForm, name: string): TokenForm {
  return Object.fromEntries(Object.entries(form).filter(([parameter]) => parameter !== name))
}

/** @throws Conclusion `fail` unless the tokens of an answer are texts. */
export function assertText({ accessToken, refreshToken }: TokenAnswer): void {
  if (typeof accessToken !== 'string') fail('access_token to be a string', JSON.stringify(accessToken))
  if (refreshToken !== undefined && typeof refreshToken !== 'string')
    fail('refresh_token to be a string', JSON.stringify(refreshToken))
}
