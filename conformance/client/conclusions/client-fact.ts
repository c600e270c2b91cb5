import { type AnyOf, exchangesIn } from '../../conclusions/kinds.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'

/** The secrets of a client, by what they are. */
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
  /** A request did not come: the same one again, one for a token, or one for the next page. */
  requestMissing: { after: 'exchange', what: ['again', 'token', 'next'] },
  /** Requests came after the one whose answer should have been the last word. `at` is the last one. */
  requestExtra: { 'after?': 'exchange', count: 'count', at: 'exchange' },
  /** A request that came again and again. `at` is the last one. */
  repeated: { times: 'count', at: 'exchange' },
  method: { wanted: 'text', at: 'exchange' },
  /** `wanted` is the documented path that seems to be meant. */
  path: { 'wanted?': 'text', at: 'exchange' },
  /** A parameter of the query or of a form. */
  parameter: { in: ['query', 'form'], names: 'text[]', fault: ['missing', 'extra', 'value'], at: 'exchange' },
  /** A header is missing or says something else. Its name is in lower case. */
  header: { name: 'word', at: 'exchange' },
  /** A credential is missing, is another one or stands in another form. */
  credential: { credential: secret as typeof secret, at: 'exchange' },
  /** An address shows a secret. Without `at`, the address was reported. */
  secret: { secret: secret as typeof secret, 'at?': 'exchange' },
  /** A body says something else, or is no JSON. Without members, it is the whole body. */
  body: { 'members?': 'member[]', at: 'exchange' },
  /** An id, an adapter or a scope is another one, or in another form. */
  id: { sent: 'text', 'wanted?': 'text', at: 'exchange' },
  /** A cursor is no id of the right end of its page. `page` has the id. */
  cursor: { sent: 'text', 'page?': 'exchange', at: 'exchange' },
  /**
   * The next page was asked for at another URL than that of rel=next. `from` is the page that told the URL, where the
   * task did not; `took` the entry whose URL was taken instead.
   */
  link: { 'from?': 'exchange', 'took?': ['previous'], at: 'exchange' },
  /** The client waited before it came again, `enough` by Retry-After. Without `at`, it did not come again. */
  waited: { after: 'exchange', enough: 'flag', 'at?': 'exchange' },
  /**
   * A value is not the right one. `form`: it is not of the form of its task. `folded`: ids that differ in case were
   * taken for one.
   */
  value: {
    fault: ['form', 'differs', 'repeated', 'foreign', 'missing', 'order', 'changed', 'folded'],
    'ids?': 'id[]',
    'members?': 'member[]',
  },
  /** A change in the world that is not the one asked for, whatever was reported. */
  effect: { fault: ['notDone', 'differs', 'twice', 'others'], 'ids?': 'id[]' },
  /**
   * `missing`: a value was reported instead of an error. `reported`: no error was right. `status`: the status of the
   * error is missing.
   */
  error: { fault: ['missing', 'reported', 'status'] },
  /** A run ended without a report. */
  noReport: { how: ['crash', 'unreadable', 'notApplicable', 'timeout'] },
} as const

/**
 * The value that shows a failure of a client. In a JSON report, an exchange is its place in the evidence, from 0.
 */
export type ClientFact<Seen = AnyExchange> = AnyOf<typeof clientFactKinds, Seen>

/** A fact that shows in the client's report, or in its world. */
export type ReportedFact = Extract<ClientFact, { readonly kind: 'value' | 'effect' | 'error' | 'noReport' }>

/** A run ended without a report. */
export type NoReport = Extract<ClientFact, { readonly kind: 'noReport' }>

/** A secret of a client, by what it is. */
export type SecretName = (typeof secret)[number]

/** The exchanges of a fact, each once: the deciding one is the last. */
export function exchangesOf(fact: ClientFact): readonly AnyExchange[] {
  return exchangesIn(clientFactKinds, fact)
}
