import { at, type Path } from '../catalogue/operation-paths.ts'
import { serves } from '../reading/success.ts'
import type { Session } from '../judge/session.ts'
import type { Cause } from '../conclusions/cause.ts'
import { fail, insufficient } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../conclusions/phrase.ts'
import { missingDeclarations } from '../target/declarations.ts'
import { effectOf, needsOf, type SampledOperation, sampledCall } from './documented-calls.ts'
import { eachAtOnce } from './each-at-once.ts'
import { asNeverIssued } from './shared-answers.ts'
import { pageOf } from './lists/pages.ts'

/** A request whose answer tells an accepted Bearer value from one that is not. */
export interface WayIn {
  readonly path: Path
  /** True if the answer to a GET of the path shows that its Bearer value was accepted. */
  readonly accepts: (session: Session, exchange: Exchange) => boolean
}

/** The answer to a Bearer value: it authenticates or not. */
export interface Acceptance {
  /** `unclear`: no answer tells the two apart. */
  readonly verdict: 'accepted' | 'refused' | 'unclear'
  /** Undefined unless accepted. */
  readonly way: WayIn | undefined
  /** The answer that decided. */
  readonly exchange: Exchange
  /** True if other tokens were asked for meanwhile, of which one may have ended this one. */
  readonly mayBeSuperseded?: boolean
}

/** A request with a Bearer value by a way that is known. */
export interface BearerUse {
  readonly works: boolean
  readonly exchange: Exchange
}

const showsList = (session: Session, exchange: Exchange): boolean =>
  serves(exchange) && pageOf(session, exchange) !== undefined

/**
 * Finds out whether a Bearer value authenticates. What a token may do is not shown (clause 5.3), so several lists are
 * tried. A list that is served shows it. If none is, a refusal shows it that differs from the refusal of a value that
 * was never issued.
 */
export async function tryBearer(session: Session, token: string): Promise<Acceptance> {
  const answers: { readonly path: Path; readonly exchange: Exchange }[] = []
  for (const operation of ['environments.list', 'access-tokens.list', 'resources.list'] as const) {
    const path = at(operation)
    const exchange = await session.send({ path, as: { bearer: token } })
    answers.push({ path, exchange })
    // When any value at all is served, an answer says nothing about this one.
    if (showsList(session, exchange) && !showsList(session, await asNeverIssued(session, { path })))
      return { verdict: 'accepted', way: { path, accepts: showsList }, exchange }
  }
  for (const { path, exchange } of answers) {
    const { status } = exchange.response
    if (status !== 403 && status !== 404) continue
    const refusal = (await asNeverIssued(session, { path })).response.status
    if ((refusal === 401 || refusal === 403) && refusal !== status) {
      const way: WayIn = { path, accepts: (_current, later) => later.response.status === status }
      return { verdict: 'accepted', way, exchange }
    }
  }
  // All refusals are alike. A token lacks rights for the first list least often.
  return answers.every(({ exchange }) => exchange.response.status === 401)
    ? { verdict: 'refused', way: undefined, exchange: answers[0]!.exchange }
    : { verdict: 'unclear', way: undefined, exchange: answers.at(-1)!.exchange }
}

/**
 * Ends a check unless a token is accepted.
 * @param why The reason why one may be answered like any other value, with what to declare.
 */
export function assertAccepted({ verdict, exchange }: Acceptance, what: Phrase, undeclared: Cause, why: Phrase): void {
  if (verdict === 'unclear')
    insufficient(
      undeclared,
      phrase`${what} is answered like a value that was never issued (${answer(exchange)}), ${why}`,
      exchange,
    )
  if (verdict === 'refused')
    fail({
      expected: phrase`${what} to be accepted as Authorization: Bearer`,
      got: answer(exchange),
      fact: { kind: 'credential', at: exchange, works: false },
    })
}

/** Milliseconds before each look: a target may take some time to know a new token everywhere. */
const pauses = [0, 200, 800, 2000]

/** Tries a value that was just issued, and again a moment later while it is refused. */
export async function tryNew<T>(
  session: Session,
  attempt: () => Promise<T>,
  isRefused: (outcome: T) => boolean,
): Promise<T> {
  let outcome: T | undefined
  for (const pause of pauses) {
    if (pause > 0) await session.run.time.sleep(pause)
    outcome = await attempt()
    if (!isRefused(outcome)) break
  }
  return outcome!
}

/** Finds out whether a Bearer value authenticates that was just issued. */
export const tryNewBearer = (session: Session, token: string): Promise<Acceptance> =>
  tryNew(
    session,
    () => tryBearer(session, token),
    ({ verdict }) => verdict === 'refused',
  )

/**
 * Uses a Bearer value by a way that is known.
 * @param wrong Marks the value as a wrong credential, as one that has ended is.
 */
export async function useBearer(session: Session, way: WayIn, token: string, wrong?: 'bearer'): Promise<BearerUse> {
  const exchange = await session.send({ path: way.path, as: { bearer: token }, ...(wrong ? { wrong } : {}) })
  return { works: way.accepts(session, exchange), exchange }
}

/** Uses a Bearer value that was just issued, by a way that is known. */
export const useNewBearer = (session: Session, way: WayIn, token: string): Promise<BearerUse> =>
  tryNew(
    session,
    () => useBearer(session, way, token),
    ({ works }) => !works,
  )

/** Resolves to true if a Bearer value is accepted that was just issued, by a way that is known. */
export async function isNewAccepted(session: Session, way: WayIn, token: string): Promise<boolean> {
  return (await useNewBearer(session, way, token)).works
}

/** Resolves to true if a Bearer value is accepted, by a way that is known. */
export async function isAccepted(session: Session, way: WayIn, token: string): Promise<boolean> {
  return (await useBearer(session, way, token)).works
}

/**
 * An answer that still serves a Bearer value in another place, after the value has ended: one part of a service may
 * forget a token that another part still knows. In a quick run, the seed chooses a place. It says nothing if any value
 * is served there. A gentle run does not ask.
 * @param effects What the places that are asked may do: a check that only reads asks none that writes.
 */
export async function servedElsewhere(
  session: Session,
  way: WayIn,
  token: string,
  effects: readonly ('read' | 'write')[],
): Promise<Exchange | undefined> {
  if (session.run.gentle) return undefined
  const { target, rotation } = session.run
  const isHere = (operation: SampledOperation) => typeof way.path !== 'string' && operation === way.path.operation
  const places = elsewhere.filter(
    (operation) =>
      !isHere(operation) &&
      missingDeclarations(needsOf(operation), target).length === 0 &&
      effects.includes(effectOf(operation)),
  )
  const served: Exchange[] = []
  await eachAtOnce(
    rotation.some(places, 1),
    async (operation) => {
      const call = await sampledCall(session, operation).catch(() => undefined)
      if (call === undefined || served.length > 0) return
      const exchange = await session.send({ ...call, as: { bearer: token }, wrong: 'bearer' })
      if (serves(exchange) && !serves(await asNeverIssued(session, call))) served.push(exchange)
    },
    places.length,
  )
  return served[0]
}

/**
 * An answer that serves a Bearer value after its end, by the known way or in another place; undefined where none does.
 * @param pauses Milliseconds before each look: that every part of a service knows of the end at once is not stated.
 */
export async function servedAfterEnd(
  session: Session,
  way: WayIn,
  token: string,
  pauses: readonly number[],
): Promise<Exchange | undefined> {
  let served: Exchange | undefined
  for (const pause of pauses) {
    if (pause > 0) await session.run.time.sleep(pause)
    const { works, exchange } = await useBearer(session, way, token, 'bearer')
    served = works ? exchange : await servedElsewhere(session, way, token, ['read', 'write'])
    if (!served) return undefined
  }
  return served
}

/** The places that take a Bearer token, except those that write tokens. */
const elsewhere = [
  'environments.list',
  'resources.list',
  'access-tokens.list',
  'services.capabilities',
  'legacy-projects.list',
  'products.list',
  'configurations.value',
  'services.invoke',
  'connect.prepare',
  'groups.list',
  'events.list',
] as const satisfies readonly SampledOperation[]
