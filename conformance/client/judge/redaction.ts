// Takes the secrets out of results: those that a client was given, and those that were issued while it worked.
import { withOutside } from '../../conclusions/kinds.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { PhraseChange } from '../../conclusions/phrase.ts'
import { Redactor } from '../../judge/redaction/redact.ts'
import { redactedExchange, withoutSecrets } from '../../judge/redaction/redacted-exchange.ts'
import { addTargetSecrets, learnSecrets } from '../../judge/redaction/secrets.ts'
import { messageOf } from '../../wording/text.ts'
import { type ClientFact, clientFactKinds, requestsOf } from '../conclusions/client-fact.ts'
import { clientOrigin, toClientExchange } from '../evidence/client-exchange.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { cut, withHead } from '../../report/text.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { Statement } from '../../conclusions/conclusion.ts'
import { changedStatement } from '../../conclusions/result.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientResult, ClientStatement } from './client-result.ts'

/**
 * A result without secrets, as reports are made of it. Of many requests, the evidence has the first and the last ones,
 * and those of the fact.
 */
export type RedactedResult = ClientResult<AnyExchange>

/** The parts of a run that its redaction needs. A watched client has no task. */
export type RunWithSecrets = Pick<OutcomeRun, 'transcript' | 'credentials'> &
  Partial<Pick<OutcomeRun, 'task' | 'input' | 'before' | 'after'>>

/** The number of requests of one result that are shown: the first ones, and the last ones. */
const printedRequests = { first: 4, last: 8 }

/** Takes secrets out of results. The secrets of a run are learned before its results are shown. */
export class Redaction {
  readonly #redactor = new Redactor()
  readonly #redacted = new WeakMap<ReceivedRequest, AnyExchange>()
  readonly #learned = new WeakSet<ReceivedRequest>()
  get #change(): PhraseChange {
    return withoutSecrets(this.#redactor)
  }

  /** Learns the secrets of a run. */
  learn({ credentials, transcript, task, input, before, after }: RunWithSecrets): void {
    const { clientId, clientSecret, ...others } = credentials
    addTargetSecrets(
      { baseUrl: 'http://127.0.0.1', credentials: { oauth: { clientId, clientSecret }, ...others } },
      this.#redactor,
    )
    const inputSecret = task === 'use-access-token' ? input?.['secret'] : undefined
    const issued = [before, after].flatMap((world) => world?.accessTokens.map(({ secret }) => secret) ?? [])
    this.learnIssued([inputSecret, ...issued].filter((secret) => typeof secret === 'string'))
    for (const request of [...transcript.requests, ...transcript.outside]) {
      if (!request.answer || this.#learned.has(request)) continue
      this.#learned.add(request)
      const { request: sent, response } = toClientExchange(request)
      if (response) learnSecrets({ request: sent, response }, this.#redactor)
    }
  }

  /** Learns secrets that a world issued. */
  learnIssued(secrets: readonly string[]): void {
    for (const secret of secrets) this.#redactor.learn(secret, 'secret')
  }

  /** A result without secrets: what stands between the words of the kit came from outside. */
  show(result: ClientResult): RedactedResult {
    const { input, fact: _fact, suspected: _suspected, ...others } = result
    return {
      ...others,
      ...this.statement(result, (request) => this.#show(request)),
      input: input === null ? null : this.#redactor.value(input),
      evidence: chosen(result, showsEvidence(result)).map((request) => this.#show(request)),
    }
  }

  /** A statement without secrets, and its text. @param seen What stands for a request in its fact. */
  statement<Seen>(
    { expected, got, remark, fact, cause, suspected }: ClientStatement,
    seen: (request: ReceivedRequest) => Seen,
  ): Statement<ClientFact<Seen>, ClientCause> & Pick<RedactedResult, 'message'> {
    const change = this.#change
    const statement = { expected, got, remark, fact, cause, suspected }
    const redacted = changedStatement(
      statement,
      change,
      (old: ClientFact) => withOutside(clientFactKinds, old, { exchange: seen, text: change.text }) as ClientFact<Seen>,
    )
    return { ...redacted, message: messageOf(redacted) }
  }

  /** A text from outside, such as the output of a program. */
  text(text: string): string {
    return this.#redactor.text(text)
  }

  #show(received: ReceivedRequest): AnyExchange {
    const known = this.#redacted.get(received)
    if (known) return known
    const { request, response, ...times } = redactedExchange(toClientExchange(received), this.#redactor)
    const redacted = {
      ...times,
      request: { ...request, url: cut(request.url.slice(clientOrigin.length)) },
      response: response && withHead(response),
    }
    this.#redacted.set(received, redacted)
    return redacted
  }
}

function showsEvidence({ verdict }: ClientResult): boolean {
  return verdict === 'fail' || verdict === 'advice' || verdict === 'observed' || verdict === 'error'
}

function chosen({ evidence, fact, suspected }: ClientResult, isPrinted: boolean): readonly ReceivedRequest[] {
  if (!isPrinted) return suspected ? [...new Set(requestsOf(suspected.fact))] : []
  const { first, last } = printedRequests
  const ofFact = new Set(fact && requestsOf(fact))
  const isChosen = (request: ReceivedRequest, index: number) =>
    index < first || index >= evidence.length - last || ofFact.has(request)
  const others = [...ofFact].filter((request) => !evidence.includes(request))
  return [...others, ...evidence.filter(isChosen)]
}
