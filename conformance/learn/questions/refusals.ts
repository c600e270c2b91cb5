// Refusals that no convention needs, and the legacy root. They show whether a twin answers like its service.
import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { configurations } from './places.ts'
import type { CallContext, Question } from './question.ts'
import { readQuestion, risky, variation } from './reads.ts'
import { tokenCall } from './tokens.ts'

/** A string that is not a real secret. */
const madeUp = 'made-up-by-emulator-learn'

/** Refusals of requests with valid credentials, and the legacy root. */
export const refusalQuestions: readonly Question[] = [
  readQuestion('legacy.root', 'GET /0/', [], () => ({ path: at('legacy.root'), as: 'none' })),
  variation(configurations, 'missing', 'GET a configuration value that does not exist', () => ({
    query: { path: 'emulator_learn.no_such_value' },
  })),
]

/**
 * Refusals of wrong credentials. They are asked last, since a service may lock out a client that sends several, and no control
 * follows them, since no verdict depends on them.
 */
export const wrongCredentialQuestions: readonly Question[] = [
  readQuestion('connect.wrong-code', 'GET connect with a made-up state code', ['adapter'], (asking) =>
    servesOperation(asking) ? connectCall(asking, { prepare_state: madeUp }) : undefined,
  ),
  readQuestion('oauth.wrong-refresh-token', 'POST /oauth/token with a made-up refresh token', ['oauth'], (asking) =>
    grantCall(asking, { grant_type: 'refresh_token', refresh_token: madeUp }),
  ),
  readQuestion('oauth.wrong-secret', 'POST /oauth/token with a wrong secret', ['oauth'], (asking) =>
    grantCall(asking, { client_secret: madeUp }),
  ),
  // How the token endpoint refuses where the target file has no client, whose wrong secret would show it.
  readQuestion(
    'oauth.unknown-client',
    'POST /oauth/token with a made-up client, if the target file has none',
    [],
    (asking) =>
      asking.session.run.target.credentials?.oauth
        ? undefined
        : { ...tokenCall(asking, { client_id: 'emulator-learn', client_secret: madeUp }), refusalStands: true },
  ),
].map(risky)

/** If the operation is not served, a refusal has another cause. */
const servesOperation = ({ answers }: CallContext): boolean =>
  answers.all().some(([, asked]) => 'exchange' in asked && hasSuccessStatus(asked.exchange))

const grantCall = (asking: CallContext, members: Readonly<Record<string, string>>): Call | undefined =>
  asking.answers.hasSuccess('oauth.token') ? tokenCall(asking, members) : undefined

/** A browser's request to connect, with other parameters than a right state code. */
export const connectCall = ({ session: { run } }: CallContext, query: NonNullable<Call['query']>): Call => ({
  path: at('connect.browser', { adapter: run.target.samples!.adapter! }),
  query,
  as: 'none',
})
