import { at, type Path } from '../../catalogue/operation-paths.ts'
import { serves } from '../../reading/success.ts'
import { retryWithPauses } from '../../send/time.ts'
import type { Session } from '../../judge/session.ts'
import type { Cause } from '../../conclusions/cause.ts'
import { fail, type Failure, insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askNeverIssued } from '../shared-answers.ts'
import { operationInWords } from '../traits.ts'
import { readListPage } from '../lists/pages.ts'

/** A request whose answer shows whether its Bearer value was accepted. */
export interface WayIn {
  readonly path: Path
  /** True if the answer to a GET of the path shows that its Bearer value was accepted. */
  readonly accepts: (session: Session, exchange: Exchange) => boolean
}

/** A token of the run, or a value like it. */
export interface Token {
  readonly secret: string
  /**
   * Finds the request that shows whether tokens of this kind are accepted.
   * @throws Conclusion `blocked` if none does.
   */
  readonly findWay: (session: Session) => Promise<WayIn>
}

/** The result of trying a Bearer value. */
export interface Acceptance {
  /** `unclear`: no answer distinguishes the two. */
  readonly verdict: 'accepted' | 'refused' | 'unclear'
  /** Undefined unless accepted. */
  readonly way: WayIn | undefined
  /** The answer that decided. */
  readonly exchange: Exchange
  /** The answer that issued the value. */
  readonly made?: Exchange
  /** True if other tokens were requested meanwhile, as one of them may have ended this one. */
  readonly mayBeSuperseded?: boolean
}

/** A request with a token. */
export interface BearerUse {
  readonly works: boolean
  readonly exchange: Exchange
  /** The answer that issued the token. */
  readonly made?: Exchange | undefined
  /** The answer of another place that refuses the token. */
  readonly refusedAt?: Exchange
}

const showsList = (session: Session, exchange: Exchange): boolean =>
  serves(exchange) && readListPage(session, exchange) !== undefined

/**
 * Finds out whether a Bearer value authenticates. The rights of a token are not shown (clause 5.3), so several lists
 * are tried. A served list shows that the value is accepted. If no list is served, a refusal that differs from that of
 * a never issued value shows it.
 */
export async function tryBearer(session: Session, token: string): Promise<Acceptance> {
  const answers: { readonly path: Path; readonly exchange: Exchange }[] = []
  for (const operation of ['environments.list', 'access-tokens.list', 'resources.list'] as const) {
    const path = at(operation)
    const exchange = await session.send({ path, as: { bearer: token } })
    answers.push({ path, exchange })
    // If any value is served, an answer says nothing about this one.
    if (showsList(session, exchange) && !showsList(session, await askNeverIssued(session, { path })))
      return { verdict: 'accepted', way: { path, accepts: showsList }, exchange }
  }
  for (const { path, exchange } of answers) {
    const { status } = exchange.response
    if (status !== 403 && status !== 404) continue
    const refusal = (await askNeverIssued(session, { path })).response.status
    if ((refusal === 401 || refusal === 403) && refusal !== status) {
      const way: WayIn = { path, accepts: (_current, later) => later.response.status === status }
      return { verdict: 'accepted', way, exchange }
    }
  }
  // All refusals are alike. The first list is the one that tokens most often have rights for.
  return answers.every(({ exchange }) => exchange.response.status === 401)
    ? { verdict: 'refused', way: undefined, exchange: answers[0]!.exchange }
    : { verdict: 'unclear', way: undefined, exchange: answers.at(-1)!.exchange }
}

/**
 * Ends a check unless a token is accepted.
 * @param why Why an accepted token may be answered like any other value, and what to declare.
 */
export function assertTokenAccepted(
  { verdict, exchange, made }: Acceptance,
  what: Phrase,
  undeclared: Cause,
  why: Phrase,
  words: TokenWords = {},
): void {
  if (verdict === 'unclear')
    insufficient(
      undeclared,
      phrase`${what} is answered like a value that was never issued (${answerPhrase(exchange)}), ${why}`,
      exchange,
    )
  const expected = phrase`${what} to be accepted as Authorization: Bearer`
  assertUse({ works: verdict !== 'refused', exchange, made }, true, expected, {
    symptom: phrase`${what} is refused`,
    ...words,
  })
}

/** Parts of the failure of a token that say more than its answer. */
export type TokenWords = Partial<Omit<Failure, 'expected' | 'fact'>>

/**
 * Ends a check if a token is refused that must be accepted, or the other way round.
 * @throws Conclusion `fail`
 */
export function assertUse(
  { works, exchange: at, made, refusedAt }: BearerUse,
  mustWork: boolean,
  expected: Phrase,
  words: TokenWords = {},
): void {
  if (works !== mustWork)
    fail({
      expected,
      fact: { kind: 'credential', at, works, ...(made && { made }) },
      beside: refusedAt && phrase`${operationInWords(refusedAt)}, which refuses it`,
      ...words,
    })
}

/** Milliseconds before each attempt: a target may take some time to know a new token everywhere. */
const pauses = [0, 200, 800, 2000]

/** Tries a newly issued value, and retries after a pause while it is refused. */
export const tryNew = <T>({ run }: Session, attempt: () => Promise<T>, isKnown: (outcome: T) => boolean): Promise<T> =>
  retryWithPauses(run.time, pauses, attempt, isKnown)

/**
 * Uses a token.
 * @param wrong Marks it as a wrong credential, for example one that has ended.
 */
export async function useToken(session: Session, { secret, findWay }: Token, wrong?: 'bearer'): Promise<BearerUse> {
  const { path, accepts } = await findWay(session)
  const exchange = await session.send({ path, as: { bearer: secret }, ...(wrong ? { wrong } : {}) })
  return { works: accepts(session, exchange), exchange }
}

/** Uses a newly issued token. */
export const useNewToken = (session: Session, token: Token): Promise<BearerUse> =>
  tryNew(
    session,
    () => useToken(session, token),
    ({ works }) => works,
  )
