import { at } from '../../catalogue/operation-paths.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import { answerPhrase, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { isSameBody } from '../../reading/same-json.ts'
import { type Acceptance, assertTokenAccepted, assertUse, type TokenWords } from '../tokens/token.ts'
import { noSuccess } from '../no-success.ts'
import { askNeighbours, contrast } from '../similar.ts'
import { askNeverIssued } from '../shared-answers.ts'
import { nearlyBearerChecks } from './nearly-bearer-checks.ts'
import {
  versionedTokenAnswer,
  requestClientToken,
  credentialsForm,
  granted,
  grantedAcceptance,
  isIssued,
  postToken,
  refreshed,
  refreshedAcceptance,
  sendRefresh,
  type TokenAnswer,
  tryLast,
} from './oauth-tokens.ts'
import { tokenLifeChecks } from './token-life-checks.ts'
import { wrongFormChecks } from './wrong-forms-checks.ts'

type Run = ActiveCheck['run']

/** Checks that the answer of a grant is JSON with access_token. */
const issuesToken =
  (answerOf: (session: Session) => Promise<TokenAnswer>): Run =>
  async (session) => {
    const { exchange, accessToken } = await answerOf(session)
    if (isIssued(accessToken)) return
    if (answerOf === granted && isIssued((await versionedTokenAnswer(session)).accessToken))
      blocked(
        see('oauth.unversioned'),
        phrase`the token endpoint is at /${session.run.version}/oauth/token (see oauth.unversioned)`,
      )
    const isGrant = answerOf === granted
    const asJson = isGrant
      ? await unlessConcluded(postToken(session, credentialsForm(session), { isJson: true }))
      : undefined
    fail({
      expected: phrase`JSON with access_token`,
      fact: noSuccess(exchange, ['access_token']),
      condition: isGrant ? undefined : phrase`for a new refresh token`,
      ...(asJson && { [isIssued(asJson.accessToken) ? 'beside' : 'alike']: phrase`the same members as JSON` }),
    })
  }

/** Checks that the tokens in an answer are strings. */
const isText =
  (answerOf: (session: Session) => Promise<TokenAnswer>): Run =>
  async (session) => {
    const { exchange, accessToken, refreshToken } = await answerOf(session)
    const refresh = refreshToken === undefined ? {} : { refresh_token: refreshToken }
    const members = Object.entries({ access_token: accessToken, ...refresh })
    for (const [member, value] of members)
      if (typeof value !== 'string')
        fail({
          expected: phrase`${member} to be a string`,
          got: json(value),
          fact: { kind: 'body', at: exchange, members: [member] },
          symptom: phrase`${member} is ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`}`,
          // A refresh follows a grant whose tokens are strings.
          beside: answerOf === refreshed ? phrase`the tokens of an answer to grant_type=client_credentials` : undefined,
          remedy: phrase`Send ${member} as a string.`,
        })
  }

/** Where a new token of the client is refused as well, and the credentials that are accepted there. */
async function refusedWords(session: Session, { request }: Exchange): Promise<TokenWords> {
  const { run } = session
  const { samples: { adapterConnectionId } = {}, credentials } = run.target
  const path = at(request.operation === 'access-tokens.list' ? 'access-tokens.list' : 'environments.list')
  const answer = await requestClientToken(session)
  const later = run.allowWrites ? await unlessConcluded(sendRefresh(session.fork(), answer)) : undefined
  const asToken = (bearer: unknown): readonly Pick<Call, 'as'>[] =>
    typeof bearer === 'string' ? [{ as: { bearer } }] : []
  const others: readonly (readonly [what: string, call: Call])[] = [
    ...asToken(answer.accessToken).flatMap((as): (readonly [string, Call])[] => [
      ['another token of the client', { path, ...as }],
      ['that one at GET /access-tokens', { path: at('access-tokens.list'), ...as }],
      ...(adapterConnectionId === undefined
        ? []
        : [
            [
              'that one at the Services API',
              { path: at('services.capabilities', { adapterConnectionId }), ...as },
            ] as const,
          ]),
    ]),
    ...asToken(later?.accessToken).map((as) => ['a token by a refresh', { path, ...as }] as const),
    ...(credentials?.token === undefined ? [] : [['the Bearer token of the target file', { path }] as const]),
  ]
  const near = await askNeighbours(
    others.map(([what, call]) => [
      what,
      async () => {
        const exchange = await session.send(call)
        return serves(exchange) || (exchange.response.status === 401 ? false : undefined)
      },
    ]),
  )
  return {
    ...contrast([['the same token for 3 s', false], ...near]),
    remedy: phrase`Store each token before it is issued, and look up that same string at every API.`,
  }
}

/** Checks that a token is accepted as Bearer. */
const tokenWorks =
  (acceptanceOf: (session: Session) => Promise<Acceptance>, what: Phrase): Run =>
  async (session) => {
    const acceptance = await acceptanceOf(session)
    const { exchange, mayBeSuperseded } = acceptance
    if (acceptance.verdict === 'unclear' && mayBeSuperseded)
      insufficient(
        because.alike,
        phrase`${what} is refused (${answerPhrase(exchange)}), and other checks got tokens meanwhile, of which one may have ended it`,
        exchange,
      )
    const words =
      acceptance.verdict === 'refused' ? await unlessConcluded(refusedWords(session.fork(), exchange)) : undefined
    assertTokenAccepted(
      acceptance,
      what,
      undeclared('credentials.oauth'),
      phrase`perhaps for lack of rights; declare a client in credentials.oauth that may list environments`,
      words,
    )
  }

const reading = { effect: 'read', needs: ['oauth'], after: ['oauth.client-credentials.token'] } as const
const refreshing = { effect: 'write', needs: ['oauth'], after: ['oauth.refresh.token'] } as const

/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthChecks: readonly DeclaredCheck[] = [
  {
    ...reading,
    id: 'oauth.client-credentials.token',
    after: [],
    description:
      'POSTs grant_type=client_credentials with client_id and client_secret, form-urlencoded, to /oauth/token: the answer is JSON with access_token.',
    run: issuesToken(granted),
  },
  {
    ...reading,
    id: 'oauth.access-token-string.types',
    description: 'access_token is a string, and so is refresh_token if there is one.',
    run: isText(granted),
  },
  {
    ...reading,
    id: 'oauth.token-works.bearer',
    after: ['oauth.access-token-string.types'],
    description:
      'Sends the access token as Authorization: Bearer to several lists: one is served, or refused differently from a never issued value.',
    run: tokenWorks(grantedAcceptance, phrase`the access token`),
  },
  {
    ...reading,
    id: 'oauth.client-credentials.escaped',
    inQuickRun: 'never',
    description:
      'Sends the same form with each underscore percent-encoded, such as grant%5Ftype=client%5Fcredentials, which a form-urlencoded body may have: a token is issued.',
    run: async (session) => {
      const { accessToken: token, exchange: escaped } = await session.run.tokens.asking(() =>
        postToken(session, credentialsForm(session), { isEscaped: true }),
      )
      if (isIssued(token)) return
      const { accessToken, exchange } = await requestClientToken(session)
      if (!isIssued(accessToken))
        blocked(
          see('oauth.client-credentials'),
          phrase`no token by the form as it was before either: ${answerPhrase(exchange)}`,
          exchange,
        )
      fail({
        expected: phrase`a token by a form with percent-encoded underscores, as by the same form without`,
        fact: noSuccess(escaped, ['access_token']),
      })
    },
  },
  {
    ...reading,
    id: 'oauth.unversioned.path',
    after: [],
    description: 'The token endpoint is at /oauth/token, not only at /{version}/oauth/token.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (isIssued(accessToken)) return
      const versioned = await versionedTokenAnswer(session)
      if (isIssued(versioned.accessToken))
        fail({
          expected: phrase`the token endpoint at /oauth/token, unversioned`,
          got: phrase`${exchange.response.status} there, and a token at /${session.run.version}/oauth/token`,
          fact: noSuccess(exchange, ['access_token']),
        })
      blocked(
        see('oauth.client-credentials'),
        phrase`no token at /oauth/token, nor at the versioned path (see oauth.client-credentials)`,
      )
    },
  },
  {
    ...reading,
    id: 'oauth.token-works.services',
    needs: ['oauth', 'adapterConnectionId'],
    after: ['oauth.token-works.bearer'],
    description:
      'Sends the access token as Authorization: Bearer to the capabilities of samples.adapterConnectionId: it is not refused like a never issued value.',
    run: async (session) => {
      const path = at('services.capabilities', {
        adapterConnectionId: session.run.target.samples!.adapterConnectionId!,
      })
      const { verdict, exchange, issued } = await tryLast(
        session,
        1,
        requestClientToken,
        async (current, { secret: bearer }): Promise<Pick<Acceptance, 'verdict' | 'exchange'>> => {
          const capabilities = await current.send({ path, as: { bearer } })
          return { verdict: capabilities.response.status === 401 ? 'refused' : 'accepted', exchange: capabilities }
        },
      )
      if (verdict === 'accepted') return
      const never = await askNeverIssued(session, { path })
      // A token that lacks rights may be refused with 401 too, with another body.
      if (verdict === 'unclear' || never.response.status !== 401 || !isSameBody(never.response, exchange.response))
        insufficient(
          because.refused,
          phrase`the access token is refused by the Services API, perhaps for lack of rights: ${answerPhrase(exchange)}`,
          exchange,
        )
      const got = phrase`${answerPhrase(exchange)}, as for a value that was never issued`
      assertUse(
        { works: false, exchange, made: issued.answer.exchange },
        true,
        phrase`the access token to be accepted by the Services API too`,
        {
          got,
          symptom: phrase`the access token is refused`,
          beside: phrase`the token of the client at the versioned API`,
          remedy: phrase`Accept access tokens at the Services API as at the versioned API.`,
        },
      )
    },
  },
  {
    ...refreshing,
    id: 'oauth.refresh.token',
    after: ['oauth.access-token-string.types'],
    description:
      'POSTs grant_type=refresh_token with a refresh token that was issued: the answer is JSON with access_token.',
    run: issuesToken(refreshed),
  },
  {
    ...refreshing,
    id: 'oauth.access-token-string.refreshed',
    description: 'access_token is a string in the answer to a refresh, and so is refresh_token if there is one.',
    run: isText(refreshed),
  },
  {
    ...refreshing,
    id: 'oauth.refreshed-token-works.bearer',
    after: ['oauth.access-token-string.refreshed', 'oauth.token-works.bearer'],
    description: 'Sends the refreshed access token as Authorization: Bearer to the same lists.',
    run: tokenWorks(refreshedAcceptance, phrase`the refreshed access token`),
  },
  ...wrongFormChecks,
  ...nearlyBearerChecks,
  ...tokenLifeChecks,
]
