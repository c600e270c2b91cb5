// The use of personal tokens: the place of the secret is learned from the main token, and holds for all others.
import { see } from '../../conclusions/cause.ts'
import { blocked } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Creation } from './create-token.ts'
import { mainToken } from './main-token.ts'
import { rangeTokens } from './range-tokens.ts'
import { findSecret, type FoundSecret, distinctSecrets, secretTexts, type TextAt, findText } from './token-secret.ts'
import type { Token } from './token.ts'

/** The texts in the answer to the main token's creation that may be its secret. */
export const secretCandidates: Once<[], readonly TextAt[]> = oncePerRun(async (session) => {
  const main = await mainToken(session)
  const { short, long } = await rangeTokens(session)
  const other = [short, long].find(({ id }) => id !== undefined)
  const pinned = session.run.findings.get('secretName')
  const candidates = secretTexts(main.exchange.response.json, main.sent, main.id, pinned)
  return distinctSecrets(candidates, other?.exchange.response.json)
})

/** The secret of the main token, and how it is accepted. */
export const mainSecret: Once<[], FoundSecret> = oncePerRun(
  async (session) => await findSecret(session, await secretCandidates(session)),
)

/** A created token: its secret is in the place of the main token's secret. Undefined unless that one is accepted. */
export async function createdToken(session: Session, { exchange }: Creation): Promise<Token | undefined> {
  const { at, acceptance } = await mainSecret(session)
  const way = acceptance?.way
  const secret = at && way && findText(exchange.response.json, at.path)
  return way && secret !== undefined ? { secret, findWay: () => Promise.resolve(way) } : undefined
}

/** The main token. @throws Conclusion `blocked` unless its secret is accepted. */
export async function acceptedToken(session: Session): Promise<Token> {
  const token = await createdToken(session, await mainToken(session))
  return token ?? blocked(see('pat.bearer'), phrase`the secret of the main token is not accepted (see pat.bearer)`)
}
