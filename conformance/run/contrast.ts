import { Conclusion } from '../catalogue/verdict.ts'
import { isKitError } from '../kit-error.ts'
import { answerShape } from '../reading/answer-shape.ts'
import { type Exchange, type SentRequest, toEvidence } from '../wire/exchange.ts'
import type { Outcome } from './outcome.ts'
import type { Session } from './session.ts'

/** What tells an answer that shows something from one that a target gives to anything. */
export class Contrast {
  readonly #shapes = new WeakMap<Exchange, string>()
  /** What the answers to requests that read and to those that write are like. */
  readonly #reads = new Set<string>()
  readonly #writes = new Set<string>()
  readonly #samples = new Map<Set<string>, Exchange>()
  #asked: Promise<Exchange | undefined> | undefined
  #nowhere: Exchange | undefined

  /** Learns what an answer is like. `evidence` is what checks keep of the exchange. */
  note(evidence: Exchange, { request, response }: Exchange): void {
    const shape = answerShape(response)
    this.#shapes.set(evidence, shape)
    if (request.method === 'HEAD') return
    const shapes = request.method === 'GET' ? this.#reads : this.#writes
    shapes.add(shape)
    if (isSuccess(evidence) && !this.#samples.has(shapes)) this.#samples.set(shapes, evidence)
  }

  /** The first success of a request that reads, and of one that writes. */
  get samples(): readonly Exchange[] {
    return [...this.#samples.values()]
  }

  /** Whether the target was never seen to answer such a request otherwise. */
  isUniform({ request }: Exchange): boolean {
    return (request.method === 'GET' ? this.#reads : this.#writes).size === 1
  }

  /** Asks, the first time that it is called, what the target answers to an address that it cannot know. */
  async once(ask: () => Promise<Exchange | undefined>): Promise<void> {
    this.#asked ??= ask()
    this.#nowhere = await this.#asked
  }

  /** Why an answer shows nothing: what does not exist is answered like it. Undefined when it may show something. */
  likeNowhere(exchange: Exchange): string | undefined {
    if (!this.#nowhere || !isSuccess(this.#nowhere)) return undefined
    const { request, response } = this.#nowhere
    if (answerShape(response) !== this.#shapes.get(exchange)) return undefined
    return (
      `the target answers alike whatever it is asked: GET ${request.url}, an address that the kit made up, ` +
      `got ${response.status} and a body of the same shape`
    )
  }
}

const isSuccess = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

/**
 * Asks for an address that no target can know, once in a run: the path alone differs from a request that was served. It
 * goes past the session, as its refusal says nothing about a credential, and is no answer of the API to judge.
 */
async function askNowhere({ run }: Session, served: Exchange): Promise<void> {
  await run.contrast.once(async () => {
    const { authorization } = served.request.headers
    const request: SentRequest = {
      method: 'GET',
      url: `${run.baseUrl}/${run.version}/nothing-${run.id}`,
      headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    }
    try {
      // A stream of events may stay open.
      return await run.sender.send(request, (text) => /^\s*(?:data|event|id|retry)?:/.test(text))
    } catch (error) {
      // Without an answer, or at a limit of the run, nothing speaks against what the others show.
      if (error instanceof Conclusion || isKitError(error, 'unreachable')) return undefined
      throw error
    }
  })
}

/**
 * The outcome of a check, once it is clear that the target tells requests apart: a server that gives every request the
 * same answer has shown nothing, however right the answer looks.
 * @param exchanges What the outcome rests on.
 */
export async function contrasted(
  session: Session,
  outcome: Outcome,
  exchanges: readonly Exchange[] = session.exchanges,
): Promise<Outcome> {
  const { contrast } = session.run
  const served = exchanges.find(isSuccess)
  if (outcome.verdict !== 'pass' || !served || !exchanges.every((one) => contrast.isUniform(one))) return outcome
  // After a wrong credential, one request more could meet a lock-out, and shift the moments of others.
  if (session.run.controls.wrong === 0 || exchanges !== session.exchanges) await askNowhere(session, served)
  const reason = contrast.likeNowhere(served)
  if (reason === undefined) return outcome
  return { ...outcome, verdict: 'insufficientEvidence', message: reason, evidence: [toEvidence(served)] }
}
