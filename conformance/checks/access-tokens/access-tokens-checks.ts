import { at } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import { answerPhrase, countPhrase, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findMember } from '../../reading/find-list.ts'
import { stripPrefix, codeUnitOrder } from '../../reading/id-forms.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { assertTokenAccepted } from '../tokens/token.ts'
import { askNeverIssued } from '../shared-answers.ts'
import { readListPage } from '../lists/pages.ts'
import { askNeighbours, contrast, type Neighbour } from '../similar.ts'
import { membersLikeSecret } from '../tokens/token-secret.ts'
import { noSuccess } from '../no-success.ts'
import type { Creation } from '../tokens/create-token.ts'
import { accessTokenEndChecks } from './end-checks.ts'
import { type BoundSide, momentsOfExpiry, expiryInWords, isAsSent, requestedLifetime } from '../tokens/expiry-bounds.ts'
import { accessTokenFixedChecks } from './fixed-checks.ts'
import { nearExpiries } from './near-expiries.ts'
import { assertDecided, firstCreation, type MainToken, mainToken, spareToken } from '../tokens/main-token.ts'
import { acceptedToken, mainSecret, secretCandidates } from '../tokens/main-secret.ts'
import { assertClockLasts, listAtFirst, rangeTokens } from '../tokens/range-tokens.ts'
import { accessTokenRecordChecks, tokenSights } from './record-checks.ts'
import { accessTokenRequiredChecks } from './required-checks.ts'
import { listedByItself } from '../tokens/revoked-token.ts'
import { failMember, sightPlace, type ShownToken } from '../tokens/sights.ts'
import { scopeCount } from '../tokens/scopes.ts'
import { assertQuotaLeft } from '../tokens/token-quota.ts'
import { accessTokenSecretChecks } from './secret-checks.ts'
import { firstTokens, listTokens, missesTokens, pageOf, personalAccessTokens, tokenPage } from '../tokens/token-list.ts'

const needs = ['bearer'] as const
const created = ['pat.create.token'] as const

const listing: readonly DeclaredCheck[] = [
  {
    id: 'pat.list.served',
    effect: 'read',
    needs,
    description: "GETs the caller's tokens: 200 with a list, which a never issued Bearer value does not get.",
    run: async (session) => {
      const { exchange, page } = await firstTokens(session)
      if (exchange.response.status === 403)
        insufficient(
          undeclared('credentials.token'),
          phrase`the Bearer token may not list tokens (${answerPhrase(exchange)}); declare one in credentials.token that may`,
          exchange,
        )
      if (!page)
        fail({
          expected: phrase`200 with the list of the caller's tokens`,
          fact: noSuccess(exchange),
        })
      if (page.items.length > 0) {
        if (page.ids.every((id) => id === ''))
          fail({
            expected: phrase`tokens with an id each`,
            fact: { kind: 'body', at: exchange, members: ['id'] },
          })
        return
      }
      if (tokenPage(session, await askNeverIssued(session, { path: at('access-tokens.list') })))
        blocked(because.alike, phrase`the list is empty, and any Bearer value gets it`)
    },
  },
  {
    id: 'pat.list.created',
    effect: 'write',
    needs,
    after: ['pat.list.served', ...created],
    description: 'Creates tokens and lists them: each is in the list, by its id.',
    run: async (session) => {
      const list = await listAtFirst(session)
      const main = await mainToken(session)
      const { short, long } = await rangeTokens(session)
      const made = [main, short, long].flatMap(({ id, scopes, exchange }) =>
        id === undefined ? [] : [{ id, scopes, exchange }],
      )
      const missing = made.filter(({ id }) => !list.records.has(id))
      const [first] = missing
      if (first === undefined) return
      const ids = made.map(({ id }) => id).toSorted(codeUnitOrder)
      const age = ids.at(-1) === first.id ? 'newest' : ids[0] === first.id ? 'oldest' : 'second'
      const page = pageOf(list, first.id)
      const others = made.filter(({ id }) => list.records.get(id)?.at === page)
      const isSingle = scopeCount(first.scopes) === 1
      const isAlone = !others.some(({ scopes }) => (scopeCount(scopes) === 1) === isSingle)
      const withOneScope = [first, short].find(({ scopes }) => scopeCount(scopes) === 1)
      const later =
        isAlone && withOneScope
          ? ((await unlessConcluded(listLater(session, main, first.id, withOneScope.scopes))) ?? [])
          : []
      const [[, isSingleListed] = [], [, isSeveralListed] = [], [, isListedLater] = []] = later
      const isByScope = isSingleListed === !isSingle && isSeveralListed === isSingle && isListedLater === undefined
      const kind = isSingle ? 'one scope' : 'several scopes'
      const limited = await askNeighbours([
        [
          phrase`the list with limit=100, which has it`,
          async () =>
            (await session.send({ path: at('access-tokens.list'), query: { limit: 100 } })).response.text.includes(
              first.id,
            ) || undefined,
        ],
      ])
      const isLimited = limited[0]![1] === true
      missesTokens(
        list,
        missing.map(({ id }) => id),
        phrase`the token ${first.id} with scopes ${jsonPhrase(first.scopes)}, the ${age} of the ${made.length} tokens that were created, among the caller's tokens`,
        {
          by: first.exchange,
          ...contrast([
            ...limited,
            ...later.toReversed(),
            ...others.map(({ scopes }): Neighbour => [phrase`a token with scopes ${jsonPhrase(scopes)}`, true]),
          ]),
          condition: isByScope ? phrase`for a token with ${kind}` : undefined,
          remedy: isByScope
            ? phrase`List tokens with ${kind} too.`
            : isLimited
              ? phrase`List the same tokens without limit as with it.`
              : missing.length === 1 && age !== 'second'
                ? phrase`List the ${age} token too.`
                : undefined,
        },
      )
    },
  },
]

/** Lists a later token with one scope, one with several, and a token that was missing; after a failure. */
async function listLater(
  session: Session,
  { id: main, scopes }: MainToken,
  missing: string,
  singleScope: unknown,
): Promise<readonly Neighbour[]> {
  await assertQuotaLeft(session)
  const several = await spareToken(session, 'several', { scopes })
  const single = await spareToken(session, 'one', { scopes: singleScope })
  const { records } = await listTokens(session, main)
  const isListed = ({ id }: { readonly id: string | undefined }) => (id === undefined ? undefined : records.has(id))
  return [
    ['a later token with one scope', isListed(single)],
    ['a later token with several scopes', isListed(several)],
    ['the list after later creations, which has it', records.has(missing) || undefined],
  ]
}

const askingItself: readonly DeclaredCheck[] = [
  {
    id: 'pat.list.asking',
    effect: 'write',
    needs,
    after: ['pat.bearer.accepted', 'pat.list.created'],
    description:
      'GETs the tokens with the secret of a token, if its scopes allow that: the token itself is in the list.',
    run: async (session) => {
      const { id } = await mainToken(session)
      const first = await listedByItself(session)
      const page = readListPage(session, first)
      if (!page)
        notApplicable(
          undeclared('personalAccessTokens.scopes'),
          phrase`the new token may not list tokens (${answerPhrase(first)}); if its scopes are the reason, declare personalAccessTokens.scopes that allow it`,
          first,
        )
      if (page.ids.some((listed) => stripPrefix(listed) === id)) return
      const list = await listTokens(session, id, { bearer: (await acceptedToken(session)).secret })
      if (list.records.has(id)) return
      const { records } = await listAtFirst(session)
      missesTokens(list, [id], phrase`the token ${id}, which made the request, among the caller's tokens`, {
        condition: phrase`for the token that makes the request`,
        beside: records.has(id)
          ? phrase`the same list with the token of the target file, which has it and ${countPhrase(records.size - 1, 'other token')}`
          : undefined,
      })
    },
  },
]

/**
 * Fails if the record of a token shows a different expiry than requested, although the record of the main token shows
 * the right one.
 */
async function assertExpiryAsAsked(session: Session, creation: Creation): Promise<void> {
  const isRight = ({ record }: ShownToken, { sent }: Creation) =>
    isAsSent(findMember(record, 'expires_at'), sent['expires_at'])
  const main = await mainToken(session)
  const right = (await tokenSights(session, main)).filter((sight) => isRight(sight, main)).map(sightPlace)
  for (const sight of await tokenSights(session, creation))
    if (isRight(sight, creation) === false && right.includes(sightPlace(sight)))
      failMember(
        sight,
        'expires_at',
        phrase`expires_at ${{ json: creation.sent['expires_at'] }}, as it was asked for`,
        undefined,
        undefined,
        {
          symptom: phrase`another expires_at than was asked for`,
          beside: phrase`a token of a year, whose expires_at is as it was asked for`,
        },
      )
}

async function assertTokenCreated(session: Session, creation: Creation, side: BoundSide): Promise<void> {
  const { precision } = await mainToken(session)
  if (creation.id === undefined) {
    await assertQuotaLeft(session)
    await assertClockLasts(session)
    const { example, ...near } = await nearExpiries(session, side, true)
    const refused = example?.creation ?? creation
    const lifetime = await requestedLifetime(session, refused.exchange, momentsOfExpiry(refused.expiry, precision))
    fail({
      expected: phrase`a token that ${expiryInWords(lifetime.least)} to be created`,
      fact: noSuccess(refused.exchange),
      ...near,
    })
  }
  await assertExpiryAsAsked(session, creation)
}

const creating: readonly DeclaredCheck[] = [
  {
    id: 'pat.create.token',
    effect: 'write',
    needs,
    creates: personalAccessTokens,
    description: 'POSTs name, scopes and expires_at in a year: a success that contains the created token with its id.',
    run: async (session) => {
      const { token, exchange, certain } = await firstCreation(session)
      if (token) return phrase`scopes ${{ json: token.scopes }}, expires_at as ${token.format}`
      assertDecided(session, exchange, certain)
      fail({
        expected: phrase`a success with the created token and its id`,
        fact: noSuccess(exchange),
      })
    },
  },
  ...(
    [
      ['pat.expiry-range.seven-days', 'short', 'above 7 days', '7 days, a minute and the uncertainty of the clock'],
      [
        'pat.expiry-range.two-years',
        'long',
        'below 2 years',
        '2 years of 365 days less a minute and the uncertainty of the clock',
      ],
    ] as const
  ).map(([id, which, side, lifetime]): DeclaredCheck => ({
    id,
    effect: 'write',
    needs,
    after: created,
    description: `Creates a token of ${lifetime}: a success, and the token has that expiry.`,
    run: async (session) => await assertTokenCreated(session, (await rangeTokens(session))[which], side),
  })),
]

/** The value of a member in place of a secret, without its text. */
function valueKindPhrase(value: unknown): Phrase {
  if (typeof value !== 'string') return phrase`${value === null ? 'null' : `of type ${typeof value}`}`
  return phrase`${/[*•…]|\.{3}/.test(value) ? 'a masked string' : 'a string'} of ${countPhrase(value.length, 'character')}`
}

const secrets: readonly DeclaredCheck[] = [
  {
    id: 'pat.secret-shown.creation',
    effect: 'write',
    needs,
    after: created,
    description:
      'The answer to a creation has a string under any name that may be the secret: it was not in the request, and each token has a different one.',
    run: async (session) => {
      if ((await secretCandidates(session)).length > 0) return
      const { exchange } = await mainToken(session)
      const members = membersLikeSecret(exchange.response.json)
      const values = members.map(([member, value]) => phrase`${member} is ${valueKindPhrase(value)}`)
      fail({
        expected: phrase`the whole secret of the new token in this answer`,
        got: values.length === 0 ? undefined : phrase`${exchange.response.status}, where ${{ list: values }}`,
        symptom: values.length === 1 ? values[0] : undefined,
        fact: { kind: 'body', lacks: ['the secret'], at: exchange },
      })
    },
  },
  {
    id: 'pat.bearer.accepted',
    effect: 'write',
    wrongCredentials: { gentle: 1, quick: 1 },
    needs,
    after: ['pat.secret-shown.creation'],
    description:
      'Sends the secret as Authorization: Bearer to several lists: one is served, or refused differently from a never issued value.',
    run: async (session) => {
      const { at, acceptance } = await mainSecret(session)
      const { scopes } = await mainToken(session)
      // pat.secret-shown.creation has found a string.
      assertTokenAccepted(
        acceptance!,
        phrase`the secret in ${at!.path.join('.')}`,
        undeclared('personalAccessTokens.scopes'),
        phrase`perhaps because its only scopes are ${{ json: scopes }}; declare personalAccessTokens.scopes that allow listing environments`,
      )
    },
  },
]

/** Personal access tokens (clauses 2.2, 4.2 and 5.3). */
export const accessTokenChecks: readonly DeclaredCheck[] = [
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
