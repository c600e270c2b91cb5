import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { grantForm } from '../../target/grant-form.ts'
import { tokenObject } from '../../reading/token-answer.ts'
import { again, matchesBoth, succeeded } from './matching.ts'
import type { CallContext, Question, Matches } from './question.ts'
import { readQuestion, risky } from './reads.ts'

const isIssued: Matches = matchesBoth(
  succeeded,
  ({ exchange: { request } }) => new URLSearchParams(request.body ?? '').get('grant_type') === 'client_credentials',
)

/** The list of the caller's personal access tokens. */
export const tokenListQuestions: readonly Question[] = [
  readQuestion(
    'access-tokens.list',
    'GET the personal access tokens',
    ['bearer'],
    {
      path: at('access-tokens.list'),
    },
    succeeded,
  ),
]

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

/** The token that a later one may have ended. A service may answer it as a wrong credential. */
export const earlierTokenQuestion: Question = risky(
  readQuestion(
    'oauth.earlier-token',
    'GET environments with the first of these two tokens',
    ['oauth'],
    ({ answers }) => {
      const [first, second] = ['oauth.token', 'oauth.token-again'].map(
        (question) => tokenObject(answers.json(question))?.['access_token'],
      )
      return typeof first === 'string' && second !== undefined && first !== second
        ? { path: at('environments.list'), as: { bearer: first }, refusalStands: true }
        : undefined
    },
  ),
)

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
