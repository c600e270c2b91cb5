// A law over the requests of a client: when it applies, which requests it reads, and how it finds a fault in one.
import type { OperationId } from '../../catalogue/operations.ts'
import type { ValuesOf } from '../../catalogue/operation-paths.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientConclusion, ClientFact, SecretName } from '../conclusions/client-conclusion.ts'
import { resolveDestination } from '../evidence/destinations.ts'

import { isCall } from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/task.ts'

/** A law as it is declared. */
export interface ClientLaw {
  /** The requirement that it decides; also the id of its check. */
  readonly id: ClientRequirementId
  /** The situation that a client must meet before it can be judged, in one sentence. */
  readonly trap: string
  /** The tasks in which a client may meet that situation. Default: all. */
  readonly tasks?: readonly TaskName[]
  /** The tasks in which it cannot. */
  readonly except?: readonly TaskName[]
  /** False if it does not apply to a watched client, which has no task. */
  readonly isWatched?: boolean
  /** True for the inputs with which a client may meet it. Default: all. */
  readonly input?: (input: NonNullable<WireRun['input']>) => boolean
  /** The runs in which a client is expected to meet it. A selection runs no others. Default: all that it concerns. */
  readonly met?: MeetingRuns
  /** `fail` if the requirement was violated, at any level. */
  readonly judge: (run: WireRun) => ClientConclusion
}

/** A law as a check of runs. */
export interface ClientCheck extends Pick<ClientLaw, 'trap' | 'met' | 'judge'> {
  readonly id: string
  readonly requirement: ClientRequirementId
  /** True if a client may meet the situation in the run. For a watched client, `run.task` is undefined. */
  readonly concerns: (run: WireRun) => boolean
}

/** Runs by their tasks and scenarios. */
export interface MeetingRuns {
  readonly tasks?: readonly TaskName[]
  /** The simplest one comes first. */
  readonly scenarios?: readonly string[]
}

/** A run as laws see it. */
export type WireRun = Omit<OutcomeRun, OfTasks> & Partial<Pick<OutcomeRun, OfTasks>>

/** The members of a run that only a run with a task has. */
type OfTasks = 'task' | 'inputName' | 'input' | 'reported' | 'before' | 'after' | 'baseUrl'

/** Declares a law. */
export function clientLaw({ tasks, except, isWatched = true, input: fits, ...law }: ClientLaw): ClientCheck {
  const concerns = ({ task, input }: WireRun): boolean =>
    task === undefined
      ? isWatched
      : (!tasks || tasks.includes(task)) && !except?.includes(task) && (!fits || !input || fits(input))
  return { ...law, requirement: law.id, concerns }
}

/** The conclusion of a law that found no fault. */
export const passed: ClientConclusion = { verdict: 'pass' }

/** The conclusion that the client never did what the law waits for. @param why Such as `no token was requested`. */
export function notExercised(why: Phrase): ClientConclusion {
  return { verdict: 'insufficientEvidence', cause: { kind: 'neverDone' }, remark: why }
}

/** The conclusion that a requirement was violated. @param evidence Default: the judged request. */
export function failed(failure: Failure<ClientFact>, evidence?: readonly AnyExchange[]): ClientConclusion {
  return { verdict: 'fail', ...failure, ...(evidence && { evidence }) }
}

type Judge = ClientLaw['judge']

/** Judges each item by its request. @param why What the client never did, if there are no items. */
export function judgeEach<Item>(
  items: readonly Item[],
  why: Phrase,
  faultOf: (item: Item) => ClientConclusion | undefined,
  requestOf: (item: Item) => ClientExchange,
): ClientConclusion {
  if (items.length === 0) return notExercised(why)
  for (const item of items) {
    const fault = faultOf(item)
    if (fault) return { evidence: [requestOf(item)], ...fault }
  }
  return passed
}

/** Judges each request by itself. @param why What the client never did, if there are no requests. */
export function judgeRequestsEach(
  requestsOf: (run: WireRun) => readonly ClientExchange[],
  why: Phrase,
  faultOf: (exchange: ClientExchange, run: WireRun) => ClientConclusion | undefined,
): Judge {
  return (run) =>
    judgeEach(
      requestsOf(run),
      why,
      (exchange) => faultOf(exchange, run),
      (exchange) => exchange,
    )
}

/**
 * Judges each call to the path of an operation.
 * @param operation The first operation at the path.
 * @param isJudged Which calls are judged. Default: all.
 */
export function eachCall<Id extends OperationId>(
  operation: Id,
  why: Phrase,
  faultOf: (exchange: ClientExchange, values: ValuesOf<Id>, run: WireRun) => ClientConclusion | undefined,
  isJudged: (exchange: ClientExchange, run: WireRun) => boolean = () => true,
): Judge {
  return judgeRequestsEach(
    (run) =>
      run.transcript.exchanges.filter(
        (exchange) =>
          resolveDestination(exchange, run.dialect).operation === operation &&
          isCall(exchange) &&
          isJudged(exchange, run),
      ),
    why,
    (exchange, run) => faultOf(exchange, resolveDestination(exchange, run.dialect).values as ValuesOf<Id>, run),
  )
}

/** The query of a request, in words. */
function queryText({ search }: Pick<ClientExchange, 'search'>): Phrase {
  return search === '' ? phrase`no query` : jsonPhrase(search)
}

/** The media type of a request, without parameters, in lower case. */
export function requestMediaType(exchange: ClientExchange): string | undefined {
  return exchange.request.headers['content-type']?.split(';')[0]!.trim().toLowerCase()
}

/** Texts of missing values in several programming languages. */
export const nothings: ReadonlySet<string> = new Set(['undefined', 'null', 'None', 'nil', 'NaN', '[object Object]'])

type Fault = 'missing' | 'extra' | 'value'

/** Faults of a request. `at` is the request. */
export const wrong = {
  method: (at: ClientExchange, wanted: string, path: string = at.path): ClientConclusion =>
    failed({
      expected: phrase`${wanted} ${path}`,
      got: phrase`${at.request.method} ${path}`,
      fact: { kind: 'method', at, wanted },
    }),
  path: (at: ClientExchange, wanted: string, got: Phrase = phrase`${at.request.method} ${at.path}`): ClientConclusion =>
    failed({
      expected: phrase`${wanted}`,
      got,
      fact: { kind: 'path', at, wanted },
    }),
  header: (at: ClientExchange, name: string, expected: Phrase): ClientConclusion =>
    failed({
      expected,
      got: jsonPhrase(at.request.headers[name]),
      fact: { kind: 'header', at, name },
    }),
  credential: (
    at: ClientExchange,
    credential: SecretName,
    expected: Phrase,
    got: Phrase = jsonPhrase(at.request.headers['authorization']),
  ): ClientConclusion => failed({ expected, got, fact: { kind: 'credential', at, credential } }),
  body: (
    at: ClientExchange,
    expected: Phrase,
    got: Phrase = jsonPhrase(at.request.body),
    members?: readonly string[],
  ): ClientConclusion => failed({ expected, got, fact: { kind: 'body', at, ...(members && { members }) } }),
  /** A parameter of the query. */
  query: (
    at: ClientExchange,
    names: readonly string[],
    fault: Fault,
    expected: Phrase,
    got: Phrase = queryText(at),
  ): ClientConclusion => failed({ expected, got, fact: { kind: 'parameter', at, in: 'query', names, fault } }),
  /** A member of a form. */
  form: (at: ClientExchange, names: readonly string[], fault: Fault, expected: Phrase, got: Phrase): ClientConclusion =>
    failed({
      expected,
      got,
      fact: { kind: 'parameter', at, in: 'form', names, fault },
    }),
  id: (at: ClientExchange, expected: Phrase, sent: string, wanted?: string): ClientConclusion =>
    failed({
      expected,
      got: jsonPhrase(sent),
      fact: { kind: 'id', at, sent, ...(wanted !== undefined && { wanted }) },
    }),
} as const
