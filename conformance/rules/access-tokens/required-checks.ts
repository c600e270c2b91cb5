import { fail, insufficient } from '../../catalogue/verdict.ts'
import { memberOf } from '../../reading/find-list.ts'
import { momentsOf } from '../../reading/times.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { inWords, leastLifetime, lifetimeOf, minute, twoYears } from './expiry-bounds.ts'
import { type Fault, type Refused, refusedCreations } from './refused-creations.ts'
import { scopeCount } from './scopes.ts'

const common: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.create.token'],
}

const none = 'no token is created, as the answer and the list show'
const noneOrWithin = `${none}, or one with an expiry within the range`

/** What came of a creation with a fault. Its refusal says nothing if a good creation is then refused as well. */
async function refused(session: Session, fault: Fault): Promise<Refused> {
  const outcome = (await refusedCreations(session))[fault]()
  if (!outcome.slipped && outcome.unsure)
    insufficient(
      `a creation that is known to be good was refused as well: ${summary(outcome.unsure)}; ` +
        'delete tokens that are not needed',
    )
  return outcome
}

async function assertNone(session: Session, fault: Fault, what: string): Promise<void> {
  const { slipped, creation } = await refused(session, fault)
  if (slipped) fail(`no token to be created ${what}`, `a token: ${summary(creation.exchange)}`)
}

/**
 * Null is not a name or a time: a target that makes one up does not require it. But a target may read null as a text,
 * or as an empty set of scopes; the member is then given.
 */
async function assertNoneForNull(
  session: Session,
  fault: Fault,
  member: 'name' | 'scopes' | 'expires_at',
): Promise<void> {
  const { slipped, creation } = await refused(session, fault)
  if (!slipped) return
  const stored = memberOf(slipped, member)
  const isRead =
    member === 'name'
      ? typeof stored === 'string' && /^(?:null|none|nil|undefined)?$/i.test(stored)
      : member === 'scopes' && stored !== undefined && stored !== null && scopeCount(stored) === 0
  if (isRead)
    insufficient(
      `a token was created with null as ${member}, which the target reads as ${JSON.stringify(stored)}: ` +
        'whether that counts as missing is not shown',
    )
  fail(`no token to be created with null as ${member}`, `a token: ${summary(creation.exchange)}`)
}

/**
 * Clause 2.2 states the range of `expires_at` in a record, not that a request outside it is refused: a target may move
 * the expiry into the range instead.
 */
async function assertWithin(session: Session, fault: Fault, what: string): Promise<string | void> {
  const { slipped, creation } = await refused(session, fault)
  if (!slipped) return
  const shownIn = [slipped, creation.record].map((record) => memberOf(record, 'expires_at'))
  const seen = shownIn.filter((value) => momentsOf(value) !== undefined)
  if (seen.length === 0) insufficient('a token was created, and it shows no expires_at')
  for (const shown of seen) {
    const { least, most } = await lifetimeOf(session, creation.exchange, momentsOf(shown)!)
    const isOutside = most <= leastLifetime - minute || least >= twoYears(creation.exchange.startedAt).longest + minute
    if (isOutside)
      fail(
        `no token that expires ${what}`,
        `one that expires in ${inWords(most)}, with expires_at ${JSON.stringify(shown)}: ${summary(creation.exchange)}`,
      )
  }
  return `the target moved expires_at into the range: ${JSON.stringify(seen[0])}`
}

/** What a creation requires, and how long a token may last (clauses 2.2 and 5.3). */
export const accessTokenRequiredChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.seven-days',
    requirement: 'pat.expiry-minimum',
    description:
      'Asks for a token of 7 days less a minute and what is not known of the clock, after one of a year was created: ' +
      `${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'belowWeek', 'in less than 7 days'),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.five-days',
    requirement: 'pat.expiry-minimum',
    description: `Asks for a token of 5 days, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'fiveDays', 'in less than 7 days'),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-minimum.past',
    requirement: 'pat.expiry-minimum',
    description: `Asks for a token that expired 5 days ago, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'past', 'in the past'),
  }),
  defineCheck({
    ...common,
    id: 'pat.expiry-maximum.over-two-years',
    requirement: 'pat.expiry-maximum',
    description:
      'Asks for a token of 2 years, with a leap day where there may be one, a minute, and what is not known of the ' +
      `clock, after one of a year was created: ${noneOrWithin}.`,
    run: (session) => assertWithin(session, 'overTwoYears', 'in more than 2 years'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-name.missing',
    requirement: 'pat.requires-name',
    description: `Leaves name out of a creation that succeeded with it: ${none}.`,
    run: (session) => assertNone(session, 'noName', 'without name'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-name.null',
    requirement: 'pat.requires-name',
    description: `Sends null as name in a creation that succeeded with a name: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullName', 'name'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-scopes.missing',
    requirement: 'pat.requires-scopes',
    description: `Leaves scopes out of a creation that succeeded with them: ${none}.`,
    run: (session) => assertNone(session, 'noScopes', 'without scopes'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-scopes.null',
    requirement: 'pat.requires-scopes',
    description: `Sends null as scopes in a creation that succeeded with scopes: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullScopes', 'scopes'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.missing',
    requirement: 'pat.requires-expiry',
    description: `Leaves expires_at out of a creation that succeeded with it: ${none}.`,
    run: (session) => assertNone(session, 'noExpiry', 'without expires_at'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.null',
    requirement: 'pat.requires-expiry',
    description: `Sends null as expires_at in a creation that succeeded with a time: ${none}.`,
    run: (session) => assertNoneForNull(session, 'nullExpiry', 'expires_at'),
  }),
  defineCheck({
    ...common,
    id: 'pat.requires-expiry.empty',
    requirement: 'pat.requires-expiry',
    description: `Sends an empty text as expires_at in a creation that succeeded with a time: ${none}.`,
    run: (session) => assertNone(session, 'emptyExpiry', 'with an empty text as expires_at'),
  }),
]
