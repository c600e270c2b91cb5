import { because, see } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { memberOf } from '../../reading/find-list.ts'
import { momentsOf } from '../../reading/times.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { expiryInWords, isAsSent, leastLifetime, lifetimeOf, minute, twoYears } from './expiry-bounds.ts'
import type { Creation } from './create-token.ts'
import { otherMember } from './record-fact.ts'
import { assertClockLasts } from './range-tokens.ts'
import { type CreationFault, type Refused, refusedCreations, type Slipped } from './refused-creations.ts'
import { scopeCount } from './scopes.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.create.token'],
}

const none = 'no token is created, as the answer and the list show'
const noneOrWithin = `${none}, or one with an expiry within the range`

/** The outcome of a creation with a fault. Its refusal says nothing if a good creation is then refused as well. */
async function refused(session: Session, fault: CreationFault): Promise<Refused> {
  const outcome = (await refusedCreations(session))[fault]()
  if (!outcome.slipped && outcome.unsure)
    insufficient(
      because.refused,
      phrase`a creation that is known to be good was refused as well: ${answer(outcome.unsure)}; delete tokens that are not needed`,
      outcome.unsure,
    )
  return outcome
}

/** That a token was created: by a success, or in spite of a refusal. */
function created({ exchange }: Creation, { record, page }: Slipped): Fact {
  if (exchange.response.status < 300 || !page) return { kind: 'status', at: exchange, wanted: 'refusal' }
  const name = memberOf(record, 'name')
  return {
    kind: 'effect',
    at: exchange,
    after: page,
    ...(typeof name === 'string' && name !== '' ? { there: name } : {}),
  }
}

/** The answer to a creation that should not be, where a refusal made a token nevertheless. */
const createdBy = (exchange: Exchange): Phrase =>
  exchange.response.status < 400
    ? phrase`a token: ${answer(exchange)}`
    : phrase`a new token on the list, although the answer was ${answer(exchange)}`

async function assertNone(session: Session, fault: CreationFault, what: Phrase): Promise<void> {
  const { slipped, creation } = await refused(session, fault)
  if (slipped)
    fail({
      expected: phrase`no token to be created ${what}`,
      got: createdBy(creation.exchange),
      fact: created(creation, slipped),
    })
}

/**
 * Null is not a name or a time: a target that makes one up does not require it. But a target may read null as a text,
 * or as an empty set of scopes; the member is then given.
 */
async function assertNoneForNull(
  session: Session,
  fault: CreationFault,
  member: 'name' | 'scopes' | 'expires_at',
): Promise<void> {
  const { slipped, creation } = await refused(session, fault)
  if (!slipped) return
  const stored = memberOf(slipped.record, member)
  const isRead =
    member === 'name'
      ? typeof stored === 'string' && /^(?:null|none|nil|undefined)?$/i.test(stored)
      : member === 'scopes' && stored !== undefined && stored !== null && scopeCount(stored) === 0
  if (isRead)
    insufficient(
      because.data,
      phrase`a token was created with null as ${member}, which the target reads as ${{ json: stored }}: whether that counts as missing is not shown`,
    )
  fail({
    expected: phrase`no token to be created with null as ${member}`,
    got: createdBy(creation.exchange),
    fact: created(creation, slipped),
  })
}

/**
 * Clause 2.2 states the range of `expires_at` in a record, not that a request outside it is refused: a target may move
 * the expiry into the range instead.
 */
async function assertWithin(session: Session, fault: CreationFault, what: Phrase): Promise<Phrase | void> {
  const { slipped, creation } = await refused(session, fault)
  if (!slipped) return
  const { exchange } = creation
  const expiries = [
    { value: memberOf(slipped.record, 'expires_at'), at: slipped.page ?? exchange },
    { value: memberOf(creation.record, 'expires_at'), at: exchange },
  ].filter(({ value }) => momentsOf(value) !== undefined)
  const [first] = expiries
  if (!first) insufficient(see('pat.record'), phrase`a token was created, and it shows no expires_at`)
  for (const { value, at } of expiries) {
    const { least, most } = await lifetimeOf(session, exchange, momentsOf(value)!)
    const isOutside = most <= leastLifetime - minute || least >= twoYears(exchange.startedAt).longest + minute
    if (isOutside) {
      await assertClockLasts(session)
      fail({
        expected: phrase`no token that expires ${what}`,
        got: phrase`one that ${expiryInWords(most)}, with expires_at ${{ json: value }}: ${answer(exchange)}`,
        fact: isAsSent(value, creation.sent['expires_at'])
          ? created(creation, slipped)
          : otherMember(at, creation.id, 'expires_at'),
      })
    }
  }
  return phrase`the target moved expires_at into the range: ${{ json: first.value }}`
}

/** The requirements of a creation, and the lifetime of a token (clauses 2.2 and 5.3). */
export const accessTokenRequiredChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.seven-days',
    description: `Asks for a token of 7 days less a minute and what is not known of the clock, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'belowWeek', phrase`in less than 7 days`),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.five-days',
    description: `Asks for a token of 5 days, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'fiveDays', phrase`in less than 7 days`),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.past',
    description: `Asks for a token that expired 5 days ago, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'past', phrase`in the past`),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-maximum.over-two-years',
    description: `Asks for a token of 2 years, with a leap day where there may be one, a minute, and what is not known of the clock, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'overTwoYears', phrase`in more than 2 years`),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-name.missing',
    description: `Leaves name out of a creation that succeeded with it: ${none}.`,
    run: (session) => assertNone(session, 'noName', phrase`without name`),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-name.null',
    description: `Sends null as name in a creation that succeeded with a name: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullName', 'name'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-scopes.missing',
    description: `Leaves scopes out of a creation that succeeded with them: ${none}.`,
    run: (session) => assertNone(session, 'noScopes', phrase`without scopes`),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-scopes.null',
    description: `Sends null as scopes in a creation that succeeded with scopes: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullScopes', 'scopes'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.missing',
    description: `Leaves expires_at out of a creation that succeeded with it: ${none}.`,
    run: (session) => assertNone(session, 'noExpiry', phrase`without expires_at`),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.null',
    description: `Sends null as expires_at in a creation that succeeded with a time: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullExpiry', 'expires_at'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.empty',
    description: `Sends an empty text as expires_at in a creation that succeeded with a time: ${none}.`,
    run: (session) => assertNone(session, 'emptyExpiry', phrase`with an empty text as expires_at`),
  }),
]
