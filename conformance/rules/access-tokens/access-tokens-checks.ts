import { blocked, fail, insufficient, notApplicable } from '../../catalogue/verdict.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { asNeverIssued } from '../answers.ts'
import { pageOf } from '../lists/pages.ts'
import { accessTokensPath } from '../paths.ts'
import type { Creation } from './create-token.ts'
import { accessTokenEndChecks } from './end-checks.ts'
import { asked, inWords, isAsSent, lifetimeOf } from './expiry-bounds.ts'
import { accessTokenFixedChecks } from './fixed-checks.ts'
import { firstCreation, mainToken, whyOpen } from './main-token.ts'
import { listAtFirst, mainSecret, rangeTokens, secretCandidates } from './range-tokens.ts'
import { accessTokenRecordChecks, shown } from './record-checks.ts'
import { accessTokenRequiredChecks } from './required-checks.ts'
import { mainAccess } from './revoked-token.ts'
import { whyFull } from './room.ts'
import { accessTokenSecretChecks } from './secret-checks.ts'
import { firstTokens, listTokens, personalAccessTokens } from './token-list.ts'

const needs = ['bearer'] as const
const created = ['pat.create.token'] as const

const listing: readonly Check[] = [
  defineCheck({
    id: 'pat.list.served',
    requirement: 'pat.list',
    effect: 'read',
    needs,
    description: "GETs the caller's tokens: 200 with a list, which a Bearer value that was never issued does not get.",
    run: async (session) => {
      const { exchange, page } = await firstTokens(session)
      if (exchange.response.status === 403)
        insufficient(
          `the Bearer token may not list tokens (${summary(exchange)}); declare one in credentials.token that may`,
        )
      if (!page) fail("200 with the list of the caller's tokens", summary(exchange))
      if (page.items.length > 0) {
        if (page.ids.every((id) => id === '')) fail('tokens with an id each', summary(exchange))
        return
      }
      if (pageOf(session, await asNeverIssued(session, { path: accessTokensPath(session) })))
        blocked('the list is empty, and any Bearer value gets it')
    },
  }),
  defineCheck({
    id: 'pat.list.created',
    requirement: 'pat.list',
    effect: 'write',
    needs,
    after: ['pat.list.served', ...created],
    description: 'Creates tokens and lists them: each is in the list, by its id.',
    run: async (session) => {
      const { records, complete, exchanges } = await listAtFirst(session)
      const main = await mainToken(session)
      const { short, long } = await rangeTokens(session)
      const missing = [main, short, long].filter(({ id }) => id !== undefined && !records.has(id))
      if (missing.length === 0) return
      if (!complete) insufficient(`${records.size} tokens were listed, and how to get the others is not shown`)
      fail(
        `the token ${missing[0]!.id} among the caller's tokens`,
        `${records.size} others: ${summary(exchanges.at(-1)!)}`,
      )
    },
  }),
]

const askingItself: readonly Check[] = [
  defineCheck({
    id: 'pat.list.asking',
    requirement: 'pat.list',
    effect: 'write',
    needs,
    after: ['pat.bearer.accepted', 'pat.list.created'],
    description:
      'GETs the tokens with the secret of a token, if its scopes allow that: the token itself is in the list.',
    run: async (session) => {
      const { id } = await mainToken(session)
      const { secret } = await mainAccess(session)
      const as = { bearer: secret }
      const first = await session.send({ path: accessTokensPath(session), as })
      const page = pageOf(session, first)
      if (!page)
        notApplicable(
          `the scopes of the token do not let it list tokens (${summary(first)}); ` +
            'declare personalAccessTokens.scopes that do',
        )
      if (page.ids.some((one) => bareOf(one) === id)) return
      const { records, complete, exchanges } = await listTokens(session, id, as)
      if (records.has(id)) return
      if (!complete) insufficient(`${records.size} tokens were listed, and how to get the others is not shown`)
      fail(
        `the token ${id}, which asks, among the caller's tokens`,
        `${records.size} others: ${summary(exchanges.at(-1)!)}`,
      )
    },
  }),
]

/**
 * Fails when the record of a token shows another expiry than the one that was asked for, although the record of the
 * main token shows the right one.
 */
async function assertExpiryAsAsked(session: Session, creation: Creation): Promise<void> {
  const main = await mainToken(session)
  const list = await listAtFirst(session).catch(() => undefined)
  const isRight = ({ sent }: Creation, record: Item | undefined) =>
    isAsSent(memberOf(record, 'expires_at'), sent['expires_at'])
  for (const [where, recordOf] of [
    ['the answer to its creation', ({ record }: Creation) => record],
    ['the list', ({ id }: Creation) => list?.records.get(id ?? '')],
  ] as const) {
    const record = recordOf(creation)
    if (isRight(creation, record) === false && isRight(main, recordOf(main)))
      fail(
        `expires_at ${JSON.stringify(creation.sent['expires_at'])}, as it was asked for`,
        `${shown(memberOf(record, 'expires_at'))} in ${where}`,
      )
  }
}

async function assertTaken(session: Session, creation: Creation): Promise<void> {
  const { id, exchange, expiry } = creation
  const { precision } = await mainToken(session)
  const { least } = await lifetimeOf(session, exchange, asked(expiry, precision))
  const full = await whyFull(session)
  if (id === undefined && full !== undefined) insufficient(full)
  if (id === undefined) fail(`a token that expires in ${inWords(least)} to be created`, summary(exchange))
  await assertExpiryAsAsked(session, creation)
}

const creating: readonly Check[] = [
  defineCheck({
    id: 'pat.create.token',
    requirement: 'pat.create',
    effect: 'write',
    needs,
    makes: personalAccessTokens,
    description: 'POSTs name, scopes and expires_at in a year: a success that holds the created token with its id.',
    run: async (session) => {
      const { token, exchange, certain } = await firstCreation(session)
      if (token) return `scopes ${JSON.stringify(token.scopes)}, expires_at as ${token.format}`
      const why = whyOpen(session, exchange, certain)
      if (why !== undefined) insufficient(why)
      fail('a success with the created token and its id', summary(exchange))
    },
  }),
  defineCheck({
    id: 'pat.expiry-range.seven-days',
    requirement: 'pat.expiry-range',
    effect: 'write',
    needs,
    after: created,
    description:
      'Creates a token of 7 days, a minute and what is not known of the clock: ' +
      'a success, and the token has that expiry.',
    run: async (session) => await assertTaken(session, (await rangeTokens(session)).short),
  }),
  defineCheck({
    id: 'pat.expiry-range.two-years',
    requirement: 'pat.expiry-range',
    effect: 'write',
    needs,
    after: created,
    description:
      'Creates a token of 2 years of 365 days less a minute and what is not known of the clock: ' +
      'a success, and the token has that expiry.',
    run: async (session) => await assertTaken(session, (await rangeTokens(session)).long),
  }),
]

const secrets: readonly Check[] = [
  defineCheck({
    id: 'pat.secret-shown.creation',
    requirement: 'pat.secret-shown',
    effect: 'write',
    needs,
    after: created,
    description:
      'The answer to a creation has a text under any name that may be the secret: ' +
      'it was not sent along, and each token has another.',
    run: async (session) => {
      if ((await secretCandidates(session)).length === 0)
        fail("the token's secret in the answer to its creation", summary((await mainToken(session)).exchange))
    },
  }),
  defineCheck({
    id: 'pat.bearer.accepted',
    requirement: 'pat.bearer',
    effect: 'write',
    wrongCredentials: { gentle: 1, usual: 1 },
    needs,
    after: ['pat.secret-shown.creation'],
    description:
      'Sends the secret as Authorization: Bearer to several lists: ' +
      'one is served, or refused in another way than for a value that was never issued.',
    run: async (session) => {
      const { at, acceptance } = await mainSecret(session)
      const { scopes } = await mainToken(session)
      // pat.secret-shown.creation has found a text.
      const { verdict, exchange } = acceptance!
      if (verdict === 'unclear')
        insufficient(
          `the secret is answered like a value that was never issued (${summary(exchange)}), ` +
            `perhaps because it has no scopes but ${JSON.stringify(scopes)}; ` +
            'declare personalAccessTokens.scopes that allow listing environments',
        )
      if (verdict === 'refused')
        fail(`the secret in ${at!.path.join('.')} to be accepted as Authorization: Bearer`, summary(exchange))
    },
  }),
]

/** Personal access tokens (clauses 2.2, 4.2 and 5.3). */
export const accessTokenChecks: readonly Check[] = [
  ...listing,
  ...creating,
  ...accessTokenRecordChecks,
  ...secrets,
  ...askingItself,
  ...accessTokenSecretChecks,
  ...accessTokenRequiredChecks,
  ...accessTokenFixedChecks,
  ...accessTokenEndChecks,
]
