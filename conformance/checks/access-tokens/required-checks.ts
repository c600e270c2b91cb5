import type { CheckId } from '../../catalogue/check-ids.ts'
import { because, see } from '../../conclusions/cause.ts'
import { type Conclusion, fail, insufficient } from '../../conclusions/conclusion.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findMember } from '../../reading/find-list.ts'
import { possibleMoments } from '../../reading/times.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import {
  expiryInWords,
  isAsSent,
  leastLifetime,
  momentsOfExpiry,
  requestedLifetime,
  minute,
  twoYears,
} from '../tokens/expiry-bounds.ts'
import { type Creation, type RequiredMember, sightOfCreation } from '../tokens/create-token.ts'
import { mainToken } from '../tokens/main-token.ts'
import { assertClockLasts } from '../tokens/range-tokens.ts'
import { nearExpiries } from './near-expiries.ts'
import { creationsToSend, type FaultyCreation, type RefusedCreation, refusedCreations } from './refused-creations.ts'
import { scopeCount } from '../tokens/scopes.ts'
import { contrast, type Neighbour } from '../similar.ts'
import { otherMember, type ShownToken } from '../tokens/sights.ts'

/** The fact that a token was created: by a success, or in spite of a refusal. */
function createdFact({ exchange }: Creation, { record, at: after }: ShownToken): Fact {
  if (exchange.response.status < 300 || after === exchange) return { kind: 'status', at: exchange, wanted: 'refusal' }
  const name = findMember(record, 'name')
  return {
    kind: 'effect',
    at: exchange,
    after,
    ...(typeof name === 'string' && name !== '' ? { there: name } : {}),
  }
}

type AcceptedCreation = RefusedCreation & { readonly createdAnyway: ShownToken }

/** The answer to a creation after which there is a token. */
const createdPhrase = ({ exchange }: Creation): Phrase =>
  exchange.response.status < 400
    ? phrase`: ${answerPhrase(exchange)}`
    : phrase`, on the list, although the answer was ${answerPhrase(exchange)}`

/**
 * Null is neither a name nor a time: a target that makes one up does not require the member. But a target may read null
 * as a string, or as an empty set of scopes; the member is then present.
 */
function assertNotRead({ createdAnyway }: AcceptedCreation, member: RequiredMember): void {
  const stored = findMember(createdAnyway.record, member)
  const isRead =
    member === 'name'
      ? typeof stored === 'string' && /^(?:null|none|nil|undefined)?$/i.test(stored)
      : member === 'scopes' && stored !== undefined && stored !== null && scopeCount(stored) === 0
  if (isRead)
    insufficient(
      because.data,
      phrase`a token was created with null as ${member}, which the target reads as ${{ json: stored }}: whether that counts as missing is not shown`,
    )
}

/**
 * Clause 2.2 states the range of `expires_at` in a record, not that a request outside it is refused: a target may move
 * the expiry into the range instead.
 */
async function assertExpiryInRange(
  session: Session,
  { creation, createdAnyway }: AcceptedCreation,
  { id, what, expiry }: FaultyCreation,
): Promise<Phrase> {
  const { exchange } = creation
  const expiries = [createdAnyway, ...sightOfCreation(creation)]
    .map((sight) => ({ value: findMember(sight.record, 'expires_at'), sight }))
    .filter(({ value }) => possibleMoments(value) !== undefined)
  const [first] = expiries
  if (!first) insufficient(see('pat.record'), phrase`a token was created, and it shows no expires_at`)
  for (const { value, sight } of expiries) {
    const { least, most } = await requestedLifetime(session, exchange, possibleMoments(value)!)
    const isOutside = most <= leastLifetime - minute || least >= twoYears(exchange.startedAt).longest + minute
    if (isOutside) {
      await assertClockLasts(session)
      const asked = creation.sent['expires_at']
      const expected = phrase`no token that expires ${what}`
      const symptom = phrase`a token ${expiryInWords(most)}`
      if (!isAsSent(value, asked))
        fail({
          expected,
          got: phrase`one that ${expiryInWords(most)}, with expires_at ${{ json: value }} in place of ${{ json: asked }}, which was sent${createdPhrase(creation)}`,
          symptom,
          fact: { ...otherMember(sight, 'expires_at'), by: exchange } as Fact,
          remedy: phrase`Move an expires_at that is out of range into it, or refuse it.`,
        })
      const side = id === 'pat.expiry-minimum.seven-days' ? 'below 7 days' : 'above 2 years'
      const { example, ...near } = await nearExpiries(session, side, typeof expiry === 'string')
      const chosen = example?.made
        ? { creation: example.creation, createdAnyway: example.made }
        : { creation, createdAnyway }
      const lifetime = await requestedLifetime(
        session,
        chosen.creation.exchange,
        momentsOfExpiry(chosen.creation.expiry, (await mainToken(session)).precision),
      )
      fail({
        expected,
        got: phrase`one that ${expiryInWords(lifetime.most)}, with expires_at ${{ json: chosen.creation.sent['expires_at'] }}${createdPhrase(chosen.creation)}`,
        fact: createdFact(chosen.creation, chosen.createdAnyway),
        symptom,
        ...near,
      })
    }
  }
  return phrase`the target moved expires_at into the range: ${{ json: first.value }}`
}

/** A refusal says nothing if a good creation is then refused as well. */
async function assertCreationRefused(session: Session, asked: FaultyCreation): Promise<Phrase | void> {
  const outcome = (await refusedCreations(session))(asked)
  const { createdAnyway, undecidedBy } = outcome
  if (!createdAnyway && undecidedBy)
    insufficient(
      because.refused,
      phrase`a creation that is known to be good was refused as well: ${answerPhrase(undecidedBy)}; delete tokens that are not needed`,
      undecidedBy,
    )
  if (!createdAnyway) return
  const there: AcceptedCreation = { ...outcome, createdAnyway }
  const { omit, instead, what } = asked
  if (omit === undefined) return await assertExpiryInRange(session, there, asked)
  if (instead === null) assertNotRead(there, omit)
  const outcomeOf = await refusedCreations(session)
  const others = creationsToSend(session).filter((other) => other.id === asked.id && other !== asked)
  // A creation that got no answer shows nothing.
  const near = await Promise.allSettled(
    others.map(async (other): Promise<Neighbour> => [
      phrase`a creation ${other.what}`,
      outcomeOf(other).createdAnyway === undefined,
    ]),
  )
  const { status } = outcome.creation.exchange.response
  fail({
    expected: phrase`no token to be created ${what}`,
    got: phrase`a token${createdPhrase(outcome.creation)}`,
    fact: createdFact(outcome.creation, createdAnyway),
    symptom: phrase`a token is created ${what}${status < 300 ? '' : phrase`, in spite of the ${status}`}`,
    ...contrast(near.flatMap((settled) => (settled.status === 'fulfilled' ? [settled.value] : []))),
  })
}

/** A failure takes precedence over an undecided creation. */
async function assertAllRefused(session: Session, id: CheckId): Promise<Phrase | void> {
  const asked = creationsToSend(session).filter((creation) => creation.id === id)
  const settled = await Promise.allSettled(asked.map((creation) => assertCreationRefused(session, creation)))
  const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (reasons.length > 0)
    throw reasons.find((reason) => (reason as Partial<Conclusion>).verdict === 'fail') ?? reasons[0]
  return settled.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : []))[0]
}

const none = 'no token is created, as the answer and the list show'
const bounds = 'after one of a year was created: no token is created, or one with an expiry within the range'

const descriptions: readonly (readonly [id: CheckId, description: string])[] = [
  [
    'pat.expiry-minimum.seven-days',
    `Asks for tokens of 7 days less a minute and what is not known of the clock, of 5 days, and for one that expired 5 days ago, ${bounds}.`,
  ],
  [
    'pat.expiry-maximum.over-two-years',
    `Asks for a token of 2 years, with a leap day where there may be one, a minute, and what is not known of the clock, ${bounds}.`,
  ],
  ['pat.requires-name.missing', `Leaves name out of a creation that succeeded with it, and sends null: ${none}.`],
  ['pat.requires-scopes.missing', `Leaves scopes out of a creation that succeeded with them, and sends null: ${none}.`],
  [
    'pat.requires-expiry.missing',
    `Leaves expires_at out of a creation that succeeded with it, and sends null and an empty string: ${none}.`,
  ],
]

/** The requirements of a creation, and the lifetime of a token (clauses 2.2 and 5.3). */
export const accessTokenRequiredChecks: readonly DeclaredCheck[] = descriptions.map(([id, description]) => ({
  id,
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.create.token'],
  description,
  run: (session) => assertAllRefused(session, id),
}))
