// When tokens end: by time, by revocation, and by a clock that somebody else moved.
import { itEnds } from '../../../testing/servers/ends.ts'
import {
  combineFaults,
  asksWithTokenSecret,
  hasUse,
  answerOperation,
  refusal,
  refuse,
  type ServiceFault,
  faultyService,
  changeShownTokens,
  type Token,
} from '../../../testing/servers/token-faults.ts'

/** Knows the secrets of tokens by the last words of their names. */
const knowing = (way: (secrets: ReadonlyMap<string, string>) => ServiceFault): ServiceFault => {
  const secrets = new Map<string, string>()
  const note = changeShownTokens('create', (token) => {
    secrets.set(String(token['name']).split('-').at(-1)!, `Bearer ${String(token['secret'])}`)
    return token
  })
  return combineFaults(note, way(secrets))
}

const authorization = (request: Request) => request.headers.get('authorization') ?? ''

/** Refuses the secret of a token. */
const useless = (use: string): ServiceFault =>
  knowing(
    (secrets) => async (request, next) =>
      authorization(request) === secrets.get(use) ? refusal(401) : await next(request),
  )

/** Changes the lists once the token of two years is revoked; a number is the status of a refusal. */
const onceRevoked = (change: (tokens: readonly Token[], revoked: Token) => readonly Token[] | number): ServiceFault => {
  const known = new Map<unknown, Token>()
  let revoked: Token | undefined
  return combineFaults(
    changeShownTokens('list', (token) => {
      known.set(token['id'], token)
      return token
    }),
    answerOperation('revoke', async ({ request, next }) => {
      const token = known.get(new URL(request.url).pathname.split('/').at(-1))
      if (token && hasUse('2y')(token)) revoked = token
      return await next()
    }),
    answerOperation('list', async ({ next }) => {
      const response = await next()
      if (!revoked || !response.ok) return response
      const changed = change(((await response.json()) as { results: Token[] }).results, revoked)
      return typeof changed === 'number' ? refusal(changed) : Response.json({ results: changed })
    }),
  )
}

/** Runs a function for each use of a token that is to expire. Both the uses and the tokens are counted from 0. */
const whenUsed = (
  act: (
    uses: number,
    next: () => Promise<Response>,
    sleep: (milliseconds: number) => Promise<void>,
    tokens: number,
  ) => Promise<Response>,
): ServiceFault =>
  knowing((secrets) => {
    const uses = new Map<string, number>()
    return async (request, next, sleep) => {
      const secret = authorization(request)
      if (secret !== secrets.get('end')) return await next(request)
      const before = uses.get(secret) ?? 0
      uses.set(secret, before + 1)
      return await act(before, () => next(request), sleep, uses.size - 1)
    }
  })

const withoutSecond = refuse('create', 500, ({ sent }) => !hasUse('main')(sent))

/** Ends every token when the one ends that is to expire. */
function endingAll(): ServiceFault {
  let isOver = false
  const end = whenUsed(async (_uses, next) => {
    const response = await next()
    isOver ||= response.status === 401
    return response
  })
  return combineFaults(end, async (request, next) =>
    isOver && asksWithTokenSecret({ request }) ? refusal(401) : await next(request),
  )
}

itEnds(faultyService, [
  ['pat.revoke.refused', 'blocked', 'a token whose secret never worked', useless('2y')],
  ['pat.revoke.refused', 'blocked', 'a service that fails to create a second token', withoutSecond],
  [
    'pat.revoke.refused',
    'insufficientEvidence',
    'two tokens for a user, of a year and a half at most',
    {
      choices: { moods: { quota: 2 } },
      fault: refuse('create', 400, ({ sent }) => String(sent['name']).includes('-2y')),
    },
  ],
  ['pat.revoke-unlists.list', 'blocked', 'a refused revocation', refuse('revoke', 500)],
  ['pat.revoke-unlists.list', 'blocked', 'no list after a revocation', onceRevoked(() => 500)],
  [
    'pat.revoke-unlists.list',
    'blocked',
    'no second token, and a success for each revocation',
    combineFaults(
      withoutSecond,
      answerOperation('revoke', () => new Response(null, { status: 204 })),
    ),
  ],
  [
    'pat.revoke-unlists.list',
    'insufficientEvidence',
    'a revoked token that is marked in the list',
    onceRevoked((tokens, revoked) => [{ ...revoked, status: 'revoked' }, ...tokens]),
  ],
  [
    'pat.revoke-unlists.list',
    'fail',
    'a revocation that unlists another token',
    onceRevoked((tokens) => tokens.filter((token) => !hasUse('7d')(token))),
  ],
  [
    'pat.revoke-unlists.list',
    'insufficientEvidence',
    'a clock that was moved, so that tokens of a week are gone',
    onceRevoked((tokens) => tokens.filter((token) => !hasUse('7d', 'like')(token))),
  ],
  [
    'pat.revoke-unlists.list',
    'insufficientEvidence',
    'a clock that was moved, so that there are no tokens of a week',
    combineFaults(
      refuse('create', 400, ({ sent }) => hasUse('like')(sent)),
      onceRevoked((tokens) => tokens.filter((token) => !hasUse('7d')(token))),
    ),
  ],
  [
    'pat.expires.refused',
    'blocked',
    'a hook that does not answer with success',
    { target: { hooks: { advanceClock: { method: 'POST', path: '/nowhere', body: {} } } } },
  ],
  ['pat.expires.refused', 'blocked', 'a token that never worked', useless('end')],
  [
    'pat.expires.refused',
    'blocked',
    'a service that fails to create another token',
    refuse('create', 500, ({ sent }) => hasUse('end')(sent)),
  ],
  [
    'pat.expires.refused',
    'insufficientEvidence',
    'no room for another token',
    { choices: { moods: { quota: 2 } }, fault: refuse('create', 409, ({ sent }) => hasUse('end')(sent)) },
  ],
  ['pat.expires.refused', 'insufficientEvidence', 'a token of a year that ends as well', endingAll()],
  [
    'pat.expires.refused',
    'pass',
    'a late answer',
    whenUsed(async (uses, next, sleep) => {
      if (uses === 1) await sleep(40_000)
      return await next()
    }),
  ],
  [
    'pat.expires.refused',
    'insufficientEvidence',
    'a late refusal',
    whenUsed(async (uses, next, sleep) => {
      if (uses === 1) await sleep(40_000)
      return uses > 0 ? refusal(401) : await next()
    }),
  ],
  [
    'pat.expires.refused',
    'pass',
    'a late refusal of only the first token',
    whenUsed(async (uses, next, sleep, tokens) => {
      if (tokens === 0 && uses === 1) await sleep(40_000)
      return tokens === 0 && uses > 0 ? refusal(401) : await next()
    }),
  ],
])
