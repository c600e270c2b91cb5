import type { Exchange } from '../../wire/exchange.ts'
import type { Call, Session } from '../../run/session.ts'
import { pageOf } from '../lists/lists.ts'
import { serves } from '../../reading/served.ts'

/** A request by which a Bearer value that is accepted can be told from one that is not. */
export interface WayIn {
  readonly path: string
  /** Whether an answer to a GET of that path shows that its Bearer value was accepted. */
  readonly accepts: (session: Session, exchange: Exchange) => boolean
}

export interface Acceptance {
  /** `unclear`: the answers are none by which the two can be told apart. */
  readonly verdict: 'accepted' | 'refused' | 'unclear'
  /** Undefined unless accepted. */
  readonly way: WayIn | undefined
  /** The last answer, for a message. */
  readonly exchange: Exchange
}

const showsList = (session: Session, exchange: Exchange): boolean =>
  serves(exchange) && pageOf(session, exchange) !== undefined

/** A Bearer value that no target can have issued. */
export function neverIssued(session: Session): string {
  return `never-issued-${session.run.id}`
}

/** The answer to a request with a Bearer value that was never issued, asked for once in a run. */
export function asNeverIssued(session: Session, call: Call): Promise<Exchange> {
  const key = `never issued: ${call.method ?? 'GET'} ${call.path} ${JSON.stringify(call.query ?? {})}`
  return session.fact(key, (own) => own.send({ ...call, as: { bearer: neverIssued(own) } }))
}

/**
 * Whether a Bearer value authenticates. What a token may do is not shown (clause 5.3), so several lists are tried: one
 * that is served shows it; where none is, so does a refusal other than that of a value that was never issued.
 */
export async function tryBearer(session: Session, token: string): Promise<Acceptance> {
  const { version, target } = session.run
  const answers: Exchange[] = []
  for (const path of [
    `/${version}/environments`,
    target.paths?.accessTokens ?? '/access-tokens',
    `/${version}/resources`,
  ]) {
    const exchange = await session.send({ path, as: { bearer: token } })
    answers.push(exchange)
    // Where any value at all is served, an answer says nothing about this one.
    if (showsList(session, exchange) && !showsList(session, await asNeverIssued(session, { path }))) {
      return { verdict: 'accepted', way: { path, accepts: showsList }, exchange }
    }
  }
  const last = answers.at(-1)!
  for (const exchange of answers) {
    const { status } = exchange.response
    if (status !== 403 && status !== 404) continue
    const path = new URL(exchange.request.url).pathname
    const refusal = (await asNeverIssued(session, { path: pathBehindBase(session, path) })).response.status
    if ((refusal === 401 || refusal === 403) && refusal !== status) {
      return {
        verdict: 'accepted',
        way: { path: pathBehindBase(session, path), accepts: (_own, later) => later.response.status === status },
        exchange,
      }
    }
  }
  return {
    verdict: answers.every(({ response }) => response.status === 401) ? 'refused' : 'unclear',
    way: undefined,
    exchange: last,
  }
}

function pathBehindBase(session: Session, pathname: string): string {
  return pathname.slice(new URL(session.run.baseUrl).pathname.replace(/\/$/, '').length)
}

/** Whether a Bearer value is accepted at a way in that is known. */
export async function isAccepted(session: Session, way: WayIn, token: string): Promise<boolean> {
  return way.accepts(session, await session.send({ path: way.path, as: { bearer: token } }))
}

/**
 * An answer that serves a Bearer value which is at its end somewhere else than at a way in: what one part of a service
 * forgets, another may remember. Where any value is served, that says nothing.
 */
export async function servedElsewhere(session: Session, way: WayIn, token: string): Promise<Exchange | undefined> {
  const { version, target } = session.run
  const { credentials = {}, samples = {} } = target
  const paths = [
    `/${version}/resources`,
    target.paths?.accessTokens ?? '/access-tokens',
    ...(samples.adapterConnectionId === undefined ? [] : [`/services/${samples.adapterConnectionId}/capabilities`]),
    ...((credentials.integrationToken ?? credentials.apiKey) === undefined ? [] : ['/0/projects/']),
  ]
  for (const path of paths.filter((one) => one !== way.path)) {
    const exchange = await session.send({ path, as: { bearer: token } })
    if (serves(exchange) && !serves(await asNeverIssued(session, { path }))) return exchange
  }
  return undefined
}

/**
 * A secret with one character changed, another letter in whichever case. Not the last one: in base64 it may stand
 * for bits that nothing reads. As it is nearly the secret, no report shows it either.
 */
export function altered(session: Session, secret: string): string {
  const at = Math.max(0, secret.length - 10)
  const changed = `${secret.slice(0, at)}${/a/i.test(secret[at]!) ? 'B' : 'A'}${secret.slice(at + 1)}`
  session.run.redactor.addAltered(changed, secret, 'with one character changed')
  return changed
}

/** A secret made longer, cut, or with other letters in their cases or at its end: what is compared in part takes them for it. */
export function nearMisses(
  session: Session,
  secret: string,
): Readonly<Record<'longer' | 'shorter' | 'otherCase' | 'otherEnding', string | undefined>> {
  const swapped = [...secret]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
  // Where letters come in one case alone, as in hexadecimal, the case may not count.
  const hasBothCases = /[a-z]/.test(secret) && /[A-Z]/.test(secret)
  const misses = {
    longer: `${secret}x`,
    shorter: secret.slice(0, -1),
    otherCase: hasBothCases ? swapped : undefined,
    otherEnding: `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  }
  for (const miss of Object.values(misses))
    if (miss !== undefined) session.run.redactor.addAltered(miss, secret, 'with characters changed')
  return misses
}
