import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { grantForm } from '../../target/grant-form.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { tokenObject } from '../../reading/token-answer.ts'
import { again, matchesBoth, succeeded } from './matching.ts'
import { accessTokens } from './places.ts'
import type { CallContext, Question, Matches } from './question.ts'
import { goodQuestion, readQuestion, risky } from './reads.ts'

const isIssued: Matches = matchesBoth(
  succeeded,
  ({ exchange: { request } }) => new URLSearchParams(request.body ?? '').get('grant_type') === 'client_credentials',
)

/** The list of the caller's personal access tokens. */
export const tokenListQuestion: Question = goodQuestion(accessTokens, 'GET the personal access tokens', succeeded)

/** Questions that may end the token of the run come after those that need it. */
export const oauthQuestions: readonly Question[] = [
  readQuestion(
    'oauth.token',
    'POST /oauth/token with client credentials',
    ['oauth'],
    (asking) => tokenCall(asking),
    isIssued,
  ),
  readQuestion(
    'oauth.token-again',
    'POST /oauth/token once more',
    ['oauth'],
    (asking) => tokenCall(asking),
    matchesBoth(isIssued, again('oauth.token')),
  ),
].map(endsToken)

/**
 * The token that a later one may have ended. A service may answer it as a wrong credential. A refusal shows that only
 * where the later token works: new tokens may not be known yet.
 */
export const earlierTokenQuestion: Question = risky({
  id: 'oauth.earlier-token',
  asks: 'GET environments with the first of these two tokens, and where it is refused, with the second and again',
  needs: ['oauth'],
  effect: 'read',
  ask: async ({ answers, session }) => {
    const [first, second] = ['oauth.token', 'oauth.token-again'].map(
      (question) => tokenObject(answers.json(question))?.['access_token'],
    )
    if (typeof first !== 'string' || typeof second !== 'string' || first === second) return undefined
    const askWith = (bearer: string) =>
      session.send({ path: at('environments.list'), as: { bearer }, refusalStands: true })
    const exchange = await askWith(first)
    const { status } = exchange.response
    if (status < 400 || status >= 500) return exchange
    return hasSuccessStatus(await askWith(second)) ? await askWith(first) : undefined
  },
})

/** A question whose answer may end the token of the run: a service may keep only the last token of a client. */
function endsToken(question: Question): Question {
  return { ...question, ask: (asking) => asking.session.run.tokens.asking(() => question.ask(asking)) }
}

/** A request for a token, with other members in its form. */
export function tokenCall({ session: { run } }: CallContext, members: Readonly<Record<string, string>> = {}): Call {
  return {
    method: 'POST',
    path: at('oauth.token'),
    as: 'none',
    repeatable: true,
    form: { ...grantForm(run.target), ...members },
  }
}
