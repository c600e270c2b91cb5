import type { Statement } from '../../conclusions/conclusion.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import { type AnyOf, uniqueExchanges } from '../../conclusions/kinds.ts'

/** The conclusion of a law about a client in one run. */
export interface ClientConclusion extends Statement<ClientFact, ClientCause> {
  readonly verdict: ClientVerdict
  /** The exchanges that prove it. */
  readonly evidence?: readonly AnyExchange[]
}

/** The kinds of causes of a conclusion about a client. */
export const clientCauseKinds = {
  /** The client never did what the check waits for. A watched client does it in `scenario`. */
  neverDone: { 'scenario?': 'word' },
  /** The scenario of the run did not happen. */
  scenario: { scenario: 'word' },
  /** It follows from a failure of another check; in another run if `input` is set. */
  check: { check: 'word', 'input?': 'word', 'scenario?': 'word' },
  /** The plain run with the same input failed, so the scenario was not played. */
  plainRun: {},
  /** The client does not support the task. */
  noSuchTask: {},
  /** The client uses an equally correct alternative. */
  otherWay: {},
  /** The service does not offer it. */
  notOffered: {},
  /** The client is still being watched and may do it later. */
  unfinished: {},
  /** The journal lost requests. */
  cut: {},
  /** The run was ended while it still made progress. */
  timeout: {},
  /** The run ended without a report. */
  noReport: {},
  /** A fault of the judge. */
  judge: {},
} as const

/** Why something about a client was not decided or not examined. */
export type ClientCause = AnyOf<typeof clientCauseKinds>

/** Returns true if a client may leave out what a check waits for. */
export function isChoice(cause: ClientCause | undefined): boolean {
  return cause?.kind === 'otherWay' || cause?.kind === 'notOffered'
}

/** The kinds of secrets of a client. */
const secret = [
  'clientSecret',
  'token',
  'integrationToken',
  'apiKey',
  'dsn',
  'personalAccessToken',
  'accessToken',
  'refreshToken',
] as const

/** The kinds of facts about a client. `at` is the request that decided. */
export const clientFactKinds = {
  /** A request is missing: a repetition, one for a token, or one for the next page. */
  requestMissing: { after: 'exchange', what: ['again', 'token', 'next'] },
  /** Requests followed one whose answer should have ended the run. `at` is the last one. */
  requestExtra: { 'after?': 'exchange', count: 'count', at: 'exchange' },
  /** A request was repeated. `at` is the last one. */
  repeated: { times: 'count', at: 'exchange' },
  method: { wanted: 'text', at: 'exchange' },
  /** `wanted` is the documented path that was probably meant. */
  path: { 'wanted?': 'text', at: 'exchange' },
  /** A parameter of the query or of a form. */
  parameter: { in: ['query', 'form'], names: 'text[]', fault: ['missing', 'extra', 'value'], at: 'exchange' },
  /** A header is missing or has another value. Its name is in lower case. */
  header: { name: 'word', at: 'exchange' },
  /** A credential is missing, is the wrong one or has the wrong form. */
  credential: { credential: secret as typeof secret, at: 'exchange' },
  /** An address contains a secret. Without `at`, the address was reported. */
  secret: { secret: secret as typeof secret, 'at?': 'exchange' },
  /** A body has another content or is not JSON. Without members, the whole body is meant. */
  body: { 'members?': 'member[]', at: 'exchange' },
  /** An id, an adapter or a scope is the wrong one or has the wrong form. */
  id: { sent: 'text', 'wanted?': 'text', at: 'exchange' },
  /** A cursor is not the id at the right end of its page. `page` has the id. */
  cursor: { sent: 'text', 'page?': 'exchange', at: 'exchange' },
  /**
   * The next page was requested from another URL than that of rel=next. `from` is the page with the URL, unless the
   * task gave it; `took` is the entry whose URL was used instead.
   */
  link: { 'from?': 'exchange', 'took?': ['previous'], at: 'exchange' },
  /**
   * The client waited before it repeated a request, `enough` by Retry-After. Without `at`, it did not repeat the
   * request.
   */
  waited: { after: 'exchange', enough: 'flag', 'at?': 'exchange' },
  /**
   * A value is wrong. `form`: it does not have the form that its task asks for. `folded`: ids that differ only in case
   * were taken for one.
   */
  value: {
    fault: ['form', 'differs', 'repeated', 'foreign', 'missing', 'order', 'changed', 'folded'],
    'ids?': 'id[]',
    'members?': 'member[]',
  },
  /** A change in the world that is not the requested one, whatever was reported. */
  effect: { fault: ['notDone', 'differs', 'twice', 'others'], 'ids?': 'id[]' },
  /**
   * `missing`: a value was reported instead of an error. `reported`: no error was right. `status`: the status of the
   * error is missing.
   */
  error: { fault: ['missing', 'reported', 'status'] },
  /** A run ended without a report. */
  noReport: { how: ['crash', 'unreadable', 'notApplicable', 'timeout'] },
} as const

/** A fact that proves a failure of a client. In a JSON report, an exchange is its index in the evidence, from 0. */
export type ClientFact<Seen = AnyExchange> = AnyOf<typeof clientFactKinds, Seen>

/** A fact about the client's report or its world. */
export type ReportedFact = Extract<ClientFact, { readonly kind: 'value' | 'effect' | 'error' | 'noReport' }>

/** A run ended without a report. */
export type NoReport = Extract<ClientFact, { readonly kind: 'noReport' }>

/** The kind of a client's secret. */
export type SecretName = (typeof secret)[number]

/** The exchanges of a fact without duplicates; the deciding one is last. */
export function exchangesOf(fact: ClientFact): readonly AnyExchange[] {
  return uniqueExchanges(clientFactKinds, fact)
}

/** All verdicts about a client, as reports count them. */
export const clientVerdicts = [
  'pass',
  'fail',
  'advice',
  'notApplicable',
  'blocked',
  'insufficientEvidence',
  'observed',
  'error',
] as const

/**
 * The verdict of a check about a client. `advice`: an implied requirement was not kept. `insufficientEvidence`: the
 * client never did what the check waits for, or its requests could not decide. `error` is a fault of the judge.
 */
export type ClientVerdict = (typeof clientVerdicts)[number]
