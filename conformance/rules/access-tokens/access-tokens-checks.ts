import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { isBare } from '../../reading/id-forms.ts'
import { day, readTime } from '../../reading/times.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { asNeverIssued } from '../answers.ts'
import { pageOf } from '../lists/pages.ts'
import { accessTokensPath } from '../paths.ts'
import type { Creation } from './create-token.ts'
import { accessTokenEndChecks } from './end-checks.ts'
import { accessTokenFixedChecks } from './fixed-checks.ts'
import { firstCreation, mainToken, type MainToken, whyOpen } from './main-token.ts'
import { listAtFirst, mainSecret, rangeTokens, secretCandidates } from './range-tokens.ts'
import { accessTokenRequiredChecks } from './required-checks.ts'
import { sameScopes, scopesBeyond } from './scopes.ts'
import { accessTokenSecretChecks } from './secret-checks.ts'
import { firstTokens, personalAccessTokens } from './token-list.ts'

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
      if (!page && exchange.response.status === 403)
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
    description: 'Creates tokens and lists: each is in the list, by its id.',
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

/** A record that shows another expiry than was asked for, by more than a day, where it shows the right one for the main token. */
async function assertExpiryAsAsked(session: Session, creation: Creation): Promise<void> {
  const main = await mainToken(session)
  const list = await listAtFirst(session).catch(() => undefined)
  const isOff = ({ expiry }: Creation, record: Item | undefined) => {
    const time = readTime(memberOf(record, 'expires_at'))
    return time === undefined ? undefined : Math.abs(time - expiry) > day
  }
  for (const [where, recordOf] of [
    ['the answer to its creation', ({ record }: Creation) => record],
    ['the list', ({ id }: Creation) => list?.records.get(id ?? '')],
  ] as const) {
    const record = recordOf(creation)
    if (isOff(creation, record) && isOff(main, recordOf(main)) === false)
      fail(
        `expires_at ${JSON.stringify(creation.sent['expires_at'])}, as was asked for`,
        `${shown(memberOf(record, 'expires_at'))} in ${where}`,
      )
  }
}

const creating: readonly Check[] = [
  defineCheck({
    id: 'pat.create.token',
    requirement: 'pat.create',
    effect: 'write',
    needs,
    makes: personalAccessTokens,
    description: 'POSTs name, scopes and expires_at (a year away): a success that holds the created token with its id.',
    run: async (session) => {
      const { token, exchange, certain } = await firstCreation(session)
      if (token) return `scopes ${JSON.stringify(token.scopes)}, expires_at as ${token.format}`
      const why = whyOpen(session, exchange, certain)
      if (why !== undefined) insufficient(why)
      fail('a success with the created token and its id', summary(exchange))
    },
  }),
  defineCheck({
    id: 'pat.expiry-range.nine-days',
    requirement: 'pat.expiry-range',
    effect: 'write',
    needs,
    after: created,
    description: 'Creates a token that expires in 9 days: a success, and it expires then.',
    run: async (session) => {
      const { short } = await rangeTokens(session)
      if (short.id === undefined) fail('a token that expires in 9 days to be created', summary(short.exchange))
      await assertExpiryAsAsked(session, short)
    },
  }),
  defineCheck({
    id: 'pat.expiry-range.two-years',
    requirement: 'pat.expiry-range',
    effect: 'write',
    needs,
    after: created,
    description: 'Creates a token that expires in 2 years less 2 days: a success, and it expires then.',
    run: async (session) => {
      const { long } = await rangeTokens(session)
      if (long.id === undefined)
        fail('a token that expires in 2 years less 2 days to be created', summary(long.exchange))
      await assertExpiryAsAsked(session, long)
    },
  }),
]

interface Sight {
  readonly where: string
  readonly record: Item
}

/** The record of the main token, as the creation and the list show it. */
async function sights(session: Session): Promise<{ readonly main: MainToken; readonly records: readonly Sight[] }> {
  const main = await mainToken(session)
  const { records } = await listAtFirst(session)
  return {
    main,
    records: [
      { where: 'the answer to its creation', record: main.record },
      { where: 'the list', record: records.get(main.id)! },
    ],
  }
}

const recordCheck = { requirement: 'pat.record', effect: 'write', needs, after: ['pat.list.created'] } as const

const records: readonly Check[] = [
  defineCheck({
    ...recordCheck,
    id: 'pat.record.id',
    description: 'The created token has a bare id of 27 characters, in the answer to its creation and in the list.',
    run: async (session) => {
      for (const { where, record } of (await sights(session)).records) {
        if (typeof record['id'] !== 'string' || !isBare(record['id']))
          fail('a bare id of 27 characters from A-Z, a-z and 0-9', `${JSON.stringify(record['id'])} in ${where}`)
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.name',
    description: 'The created token has the name that was asked for, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record } of seen) {
        const name = memberOf(record, 'name')
        if (name !== main.name) fail(`the name ${JSON.stringify(main.name)}`, `${shown(name)} in ${where}`)
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.scopes',
    description:
      'The created token has the set of scopes that was asked for, in any order, in the answer to its creation and in the list; so has another one, with fewer. Further scopes that every token has are not judged.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      let further: string | undefined
      for (const { where, record } of seen) {
        const scopes = memberOf(record, 'scopes')
        if (sameScopes(scopes, main.scopes)) continue
        if (scopes === undefined || scopesBeyond(main.scopes, scopes).length > 0)
          fail(`the scopes ${JSON.stringify(main.scopes)}`, `${shown(scopes)} in ${where}`)
        further = `${shown(scopes)} in ${where}`
      }
      const { short } = await rangeTokens(session)
      for (const record of [short.record, (await listAtFirst(session)).records.get(short.id ?? '')]) {
        const scopes = memberOf(record, 'scopes')
        if (scopes === undefined || sameScopes(scopes, short.scopes)) continue
        // Those of another token, which were not asked for here, are no scopes that every token has.
        const others = scopesBeyond(scopes, short.scopes).length > scopesBeyond(scopes, main.scopes).length
        if (others || further === undefined || scopesBeyond(short.scopes, scopes).length > 0)
          fail(`the scopes ${JSON.stringify(short.scopes)} of a second token`, shown(scopes))
      }
      if (further !== undefined)
        insufficient(
          `each token has further scopes than those that were asked for, ${further}; whether a target may add some is not shown`,
        )
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.expires-at',
    description:
      'The created token has the expires_at that was asked for, give or take a day, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record } of seen) {
        const value = memberOf(record, 'expires_at')
        const time = readTime(value)
        if (time === undefined || Math.abs(time - main.expiry) > day)
          fail(`expires_at ${JSON.stringify(main.sent['expires_at'])}`, `${shown(value)} in ${where}`)
      }
    },
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
      'The answer to a creation has a text, under any name, that may be the secret: not sent along, and another one for each token.',
    run: async (session) => {
      if ((await secretCandidates(session)).length === 0)
        fail("the token's secret in the answer to its creation", summary((await mainToken(session)).exchange))
    },
  }),
  defineCheck({
    id: 'pat.bearer.accepted',
    requirement: 'pat.bearer',
    effect: 'write',
    needs,
    after: ['pat.secret-shown.creation'],
    description:
      'Sends the secret as Authorization: Bearer to several lists: one is served, or refused otherwise than for a value that was never issued.',
    run: async (session) => {
      const { at, acceptance } = await mainSecret(session)
      const { scopes } = await mainToken(session)
      if (!at || !acceptance) blocked('no secret was found in the answer to the creation')
      if (acceptance.verdict === 'unclear')
        insufficient(
          `the secret is answered as a value that was never issued would be (${summary(acceptance.exchange)}), which may be for want of scopes beyond ${JSON.stringify(scopes)}; declare personalAccessTokens.scopes that allow to list environments`,
        )
      if (acceptance.verdict === 'refused')
        fail(`the secret in ${at.path.join('.')} to be accepted as Authorization: Bearer`, summary(acceptance.exchange))
    },
  }),
]

function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}

/** Personal access tokens (clauses 2.2, 4.2 and 5.3). */
export const accessTokenChecks: readonly Check[] = [
  ...listing,
  ...creating,
  ...records,
  ...secrets,
  ...accessTokenSecretChecks,
  ...accessTokenRequiredChecks,
  ...accessTokenFixedChecks,
  ...accessTokenEndChecks,
]
