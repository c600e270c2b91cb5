import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { grantForm } from '../../target/grant-form.ts'
import type { QuestionContext, Question } from './question.ts'
import { readQuestion } from './reads.ts'

/** The list of the caller's personal access tokens. */
export const tokenListQuestions: readonly Question[] = [
  readQuestion('access-tokens.list', 'GET the personal access tokens', ['bearer'], () => ({
    path: at('access-tokens.list'),
  })),
]

/** A service may keep only the last token of a client, so questions that need the token of the run come first. */
export const oauthQuestions: readonly Question[] = [
  readQuestion('oauth.token', 'POST /oauth/token with client credentials', ['oauth'], tokenCall),
  readQuestion('oauth.token-again', 'POST /oauth/token once more', ['oauth'], tokenCall),
]

function tokenCall({ session: { run } }: QuestionContext): Call {
  return {
    method: 'POST',
    path: at('oauth.token'),
    as: 'none',
    repeatable: true,
    form: grantForm(run.target),
  }
}
