// Removes secrets from results: those that a client was given, and those that were issued while it worked.
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { PhraseChange } from '../../conclusions/phrase.ts'
import { Redactor, redactedExchange, withoutSecrets, redactResult } from '../../judge/redaction/redact.ts'
import { addTargetSecrets, learnSecrets } from '../../judge/redaction/secrets.ts'
import { clientFactKinds, exchangesOf } from '../conclusions/client-conclusion.ts'
import { cutBody, cutResponse } from '../../report/text.ts'
import type { OutcomeRun } from '../tasks/task.ts'
import type { ClientResult } from './client-result.ts'

/** The parts of a run that redaction needs. A watched client has no task. */
export type RunWithSecrets = Pick<OutcomeRun, 'transcript' | 'credentials'> &
  Partial<Pick<OutcomeRun, 'task' | 'input' | 'before' | 'after'>>

/** The number of first and last requests that one result shows. */
const printedRequests = { first: 4, last: 8 }

/** Removes secrets from results. It must learn the secrets of a run before it shows the results. */
export class Redaction {
  readonly #redactor = new Redactor()
  readonly #redacted = new WeakMap<AnyExchange, AnyExchange>()
  readonly #learned = new WeakSet<AnyExchange>()
  readonly #change: PhraseChange = {
    ...withoutSecrets(this.#redactor),
    exchange: (exchange) => this.#show(exchange),
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
    for (const exchange of [...transcript.exchanges, ...transcript.outside]) {
      const { request, response } = exchange
      if (!response || this.#learned.has(exchange)) continue
      this.#learned.add(exchange)
      learnSecrets({ request, response }, this.#redactor)
    }
  }

  /** Learns secrets that a world issued. */
  learnIssued(secrets: readonly string[]): void {
    for (const secret of secrets) this.#redactor.learn(secret, 'secret')
  }

  /**
   * A result without secrets. Only texts from outside are redacted, not the kit's own words. The evidence is cut to the
   * first and last exchanges and those of the fact.
   */
  show(result: ClientResult): ClientResult {
    const { input } = result
    const evidence = printedExchanges(result, showsEvidence(result))
    const redacted = redactResult({ ...result, evidence }, clientFactKinds, this.#change)
    return { ...redacted, input: input === null ? null : this.#redactor.value(input) }
  }

  /** A text from outside, such as the output of a program. */
  text(text: string): string {
    return this.#redactor.text(text)
  }

  #show<Seen extends AnyExchange>(exchange: Seen): Seen {
    let redacted = this.#redacted.get(exchange)
    if (!redacted) {
      // The other members of an exchange may contain secrets, and no report has them.
      const { request: sent, response: received, startedAt, durationMs } = exchange
      const { request, response, ...times } = redactedExchange(
        { request: sent, response: received, startedAt, durationMs },
        this.#redactor,
      )
      redacted = {
        request: { ...request, url: cutBody(request.url) },
        response: response && cutResponse(response),
        ...times,
      }
      this.#redacted.set(exchange, redacted)
    }
    return redacted as Seen
  }
}

function showsEvidence({ verdict }: ClientResult): boolean {
  return verdict === 'fail' || verdict === 'advice' || verdict === 'observed' || verdict === 'error'
}

function printedExchanges({ evidence, fact, suspected }: ClientResult, isPrinted: boolean): readonly AnyExchange[] {
  if (!isPrinted) return suspected?.fact ? exchangesOf(suspected.fact) : []
  const { first, last } = printedRequests
  const ofFact = new Set(fact && exchangesOf(fact))
  const isChosen = (exchange: AnyExchange, index: number) =>
    index < first || index >= evidence.length - last || ofFact.has(exchange)
  const others = [...ofFact].filter((exchange) => !evidence.includes(exchange))
  return [...others, ...evidence.filter(isChosen)]
}
