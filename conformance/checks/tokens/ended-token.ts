// The uses of a token after its end, by time or by revocation: the same for every kind of tokens.
import { findOperation } from '../../catalogue/operations.ts'
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { andList, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { retryWithPauses } from '../../send/time.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import { type BearerUse, type Token, type TokenWords, useToken, type WayIn } from './token.ts'
import {
  operationEffect,
  neededDeclarations,
  type SampledOperation,
  sampledCall,
  sampledOperations,
} from '../documented-calls.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { askNeverIssued } from '../shared-answers.ts'
import { joinWords } from '../similar.ts'
import { operationInWords } from '../traits.ts'

/** The uses of a token after its end. */
export interface UsesAfterEnd<T = unknown> {
  /** By its way in; or in another place, if only that one serves it. */
  readonly use: BearerUse
  /** The result of the requests that followed the use by its way in, if any. */
  readonly next: T | undefined
}

/** The places that take a Bearer token, except those that write tokens. */
const bearerPlaces = sampledOperations.filter((id) => ['bearer', 'legacy'].includes(findOperation(id).credentials))

/**
 * The other places where a token is tried after its end: one part of a service may have forgotten a token that another
 * part still knows. A gentle run tries none.
 */
function otherPlaces(session: Session, { path }: WayIn, inQuick: number): readonly SampledOperation[] {
  if (session.run.gentle) return []
  const places = declaredPlaces(session).filter((operation) => typeof path === 'string' || operation !== path.operation)
  return session.run.rotation.some(places, inQuick)
}

/** The places that take a Bearer token whose samples the target file declares. */
const declaredPlaces = ({ run: { allowWrites, target } }: Session): readonly SampledOperation[] =>
  bearerPlaces.filter(
    (operation) =>
      (allowWrites || operationEffect(operation) === 'read') &&
      missingDeclarations(neededDeclarations(operation), target).length === 0,
  )

/** The use of a token in one of several places that serves it. A place that serves any value shows nothing. */
async function servedAt(
  session: Session,
  { secret }: Token,
  places: readonly SampledOperation[],
): Promise<BearerUse | undefined> {
  const served: BearerUse[] = []
  const ask = async (operation: SampledOperation) => {
    const call = await sampledCall(session, operation).catch(() => undefined)
    if (call === undefined || served.length > 0) return
    const exchange = await session.send({ ...call, as: { bearer: secret }, wrong: 'bearer' })
    if (serves(exchange) && !serves(await askNeverIssued(session, call))) served.push({ works: true, exchange })
  }
  await eachAtOnce(places, ask, places.length)
  return served[0]
}

/**
 * Uses a token before its end once in each other part of the API: a part that remembers tokens then knows it. A quick or
 * gentle run does not.
 */
export async function useInOtherParts(session: Session, token: Token): Promise<void> {
  const { path } = await token.findWay(session)
  const known = new Set(typeof path === 'string' || !path.operation ? [] : [findOperation(path.operation).part])
  const others = declaredPlaces(session).filter((operation) => {
    const { part } = findOperation(operation)
    const isNew = operationEffect(operation) === 'read' && !known.has(part)
    if (isNew) known.add(part)
    return isNew
  })
  if (session.run.quick || session.run.gentle) return
  await eachAtOnce(
    others,
    // An answer that does not come says nothing about the end of the token.
    (operation) =>
      unlessConcluded(
        sampledCall(session, operation).then((call) => session.send({ ...call, as: { bearer: token.secret } })),
      ),
    others.length,
  )
}

/** Options of the uses of a token after its end. */
export interface EndedUseOptions<T> {
  /** Follows the refusal of the first use by its way in, before the places that write. */
  readonly afterRefusal?: () => Promise<unknown>
  /** Follows the answer to the first use by its way in. */
  readonly next?: () => Promise<T>
  /** The number of other places in a quick run, which the seed chooses. Default: 1. */
  readonly inQuick?: number
}

/**
 * Uses a token after its end, by its way in and at the same time in the places that read. The places that write follow
 * if it is refused by its way in: otherwise they could rightly carry out its requests.
 */
export async function useEverywhere<T>(
  session: Session,
  token: Token,
  { afterRefusal, next, inQuick = 1 }: EndedUseOptions<T> = {},
): Promise<UsesAfterEnd<T>> {
  const places = otherPlaces(session, await token.findWay(session), inQuick)
  const writes = places.filter((operation) => operationEffect(operation) === 'write')
  const reads = places.filter((operation) => !writes.includes(operation))
  const useFirst = async () => {
    const use = await useToken(session, token, 'bearer')
    if (!use.works) await afterRefusal?.()
    const written = use.works ? undefined : servedAt(session, token, writes)
    return [use, ...(await Promise.all([written, next?.()]))] as const
  }
  const [[use, written, result], read] = await Promise.all([useFirst(), servedAt(session, token, reads)])
  const elsewhere = read ?? written
  // The control of these uses goes out beside the next requests.
  void session.run.turnstile.closed()
  return { use: use.works || !elsewhere ? use : { ...elsewhere, refusedAt: use.exchange }, next: result }
}

/**
 * Uses a token everywhere after its end, and again after pauses while it is served. The last look decides.
 * @param pauses Milliseconds before each attempt. It is not stated that every part of a service knows of the end
 * immediately.
 */
export function useUntilRefused<T>(
  session: Session,
  token: Token,
  { pauses, ...options }: EndedUseOptions<T> & { readonly pauses: readonly number[] },
): Promise<UsesAfterEnd<T>> {
  const look = () => useEverywhere(session, token, options)
  return retryWithPauses(session.run.time, pauses, look, ({ use }) => !use.works)
}

/** Milliseconds before each further look at a place that has served an ended token. */
const laterLooks = [500, 1000, 2000, 4000]

/**
 * The other places that serve a token after its end, and those that refuse it; found after a failure.
 * @param ended The token in words, such as "a revoked token".
 */
export async function endedWords(
  session: Session,
  { secret }: Token,
  { exchange: served }: BearerUse,
  ended: Phrase,
): Promise<TokenWords> {
  const fork = session.fork({ isNarrowing: true })
  const ask = async (operation: SampledOperation): Promise<Exchange> =>
    await fork.send({ ...(await sampledCall(fork, operation)), as: { bearer: secret }, wrong: 'bearer' })
  const here = bearerPlaces.find((operation) => operation === served.request.operation)
  const others = declaredPlaces(session).filter(
    (operation) => operation !== here && operationEffect(operation) === 'read',
  )
  const asked = (await unlessConcluded(Promise.all(others.map(ask)))) ?? []
  const refused = asked.filter(({ response }) => response.status === 401)
  const again =
    here &&
    (await unlessConcluded(
      retryWithPauses(
        session.run.time,
        laterLooks,
        () => ask(here),
        (exchange) => !serves(exchange),
      ),
    ))
  const isLate = again !== undefined && !serves(again)
  return {
    symptom: isLate
      ? phrase`${ended} is accepted for a few more requests or seconds`
      : phrase`${ended} is still accepted`,
    alike: placesPhrase('served', asked.filter(serves)),
    beside: joinWords([
      isLate ? phrase`the same request a few seconds later, which is refused` : undefined,
      placesPhrase('refused', refused),
    ]),
    remedy: isLate
      ? phrase`Refuse the token from the first request after its end.`
      : refused.length > 0
        ? phrase`Check here, too, whether the token is still valid, as the places that refuse it do.`
        : undefined,
  }
}

/** The most places that are named. */
const mostPlaces = 4

const placesPhrase = (done: 'served' | 'refused', found: readonly Exchange[]): Phrase | undefined =>
  found.length === 0
    ? undefined
    : phrase`the same token is ${done} at ${andList(found.map(operationInWords), mostPlaces)}`
