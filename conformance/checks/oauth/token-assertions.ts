import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { type Acceptance, tryBearer } from '../accepted-bearer.ts'
import { postToken, type TokenAnswer, type TokenForm } from './oauth-tokens.ts'

/** Returns true if an access token was issued. */
export function isToken(accessToken: unknown): boolean {
  return accessToken !== undefined && accessToken !== ''
}

/**
 * @param wrong What is wrong or missing in the form; undefined where the client at least is right.
 * @throws Conclusion `fail` when a form gets a token.
 */
export async function assertNoToken(
  session: Session,
  form: TokenForm,
  what: Phrase,
  wrong?: 'client' | 'refreshToken',
): Promise<void> {
  const { exchange, accessToken, beside } = await postToken(session, form, { wrong })
  const expected = phrase`no access_token for ${what}`
  const got = phrase`${exchange.response.status} with an access_token`
  const fact = { kind: 'token', at: exchange } as const
  if (isToken(accessToken)) fail({ expected, got, fact })
  // A refusal may repeat what was sent, or show an example. Only a token that works counts.
  if (typeof beside === 'string' && beside !== '' && (await tryBearer(session, beside)).verdict === 'accepted')
    fail({ expected, got: phrase`${got} that works`, fact })
}

/** @throws Conclusion unless a token was accepted. */
export function assertAccepted({ verdict, exchange, mayBeSuperseded }: Acceptance, what: Phrase): void {
  if (verdict === 'unclear' && mayBeSuperseded)
    insufficient(
      because.alike,
      phrase`${what} is refused (${answer(exchange)}), and other checks got tokens meanwhile, of which one may have ended it`,
      exchange,
    )
  if (verdict === 'unclear')
    insufficient(
      undeclared('credentials.oauth'),
      phrase`${what} is answered like a value that was never issued (${answer(exchange)}), perhaps for lack of rights; declare a client in credentials.oauth that may list environments`,
      exchange,
    )
  if (verdict === 'refused')
    fail({
      expected: phrase`${what} to be accepted as Authorization: Bearer`,
      got: answer(exchange),
      fact: { kind: 'credential', at: exchange, works: false },
    })
}

/** The same form with one parameter left out. */
export function withoutParameter(form: TokenForm, name: string): TokenForm {
  return Object.fromEntries(Object.entries(form).filter(([parameter]) => parameter !== name))
}

/** @throws Conclusion `fail` unless the tokens of an answer are texts. */
export function assertText({ exchange, accessToken, refreshToken }: TokenAnswer): void {
  if (typeof accessToken !== 'string')
    fail({
      expected: phrase`access_token to be a string`,
      got: json(accessToken),
      fact: { kind: 'body', at: exchange, members: ['access_token'] },
    })
  if (refreshToken !== undefined && typeof refreshToken !== 'string')
    fail({
      expected: phrase`refresh_token to be a string`,
      got: json(refreshToken),
      fact: { kind: 'body', at: exchange, members: ['refresh_token'] },
    })
}
