import type { Question } from './question.ts'
import { readQuestion, risky } from './reads.ts'
import { tokenCall } from './tokens.ts'

/** Texts that are not real credentials. */
const [clientId, clientSecret] = ['emulator-learn', 'made-up-by-emulator-learn']

/** How the token endpoint refuses where the target file has no client, whose wrong secret would show it. */
export const unknownClientQuestions: readonly Question[] = [
  readQuestion(
    'oauth.unknown-client',
    'POST /oauth/token with a made-up client, if the target file has none',
    [],
    (asking) =>
      asking.session.run.target.credentials?.oauth
        ? undefined
        : { ...tokenCall(asking, { client_id: clientId, client_secret: clientSecret }), refusalStands: true },
  ),
].map(risky)
