import { hasSuccessStatus } from '../reading/success.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import { isKitError } from '../kit-error.ts'
import { type Exchange, type SentRequest, toEvidence } from '../conclusions/exchange.ts'
import { because } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { isPassive, type Subject } from './define-check.ts'
import { undecided } from '../conclusions/result.ts'
import type { CheckResult } from './result.ts'
import type { Session } from './session.ts'

/**
 * Requests an address that no target can know, once per run: only the path differs from a request that succeeded. The
 * request bypasses the session, as its refusal says nothing about a credential and is not judged.
 */
async function askMadeUpAddress({ run }: Session, served: Exchange): Promise<void> {
  await run.contrast.once(async () => {
    const { authorization } = served.request.headers
    const request: SentRequest = {
      method: 'GET',
      url: `${run.baseUrl}/${run.version}/nothing-${run.id}`,
      headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    }
    try {
      // A stream of events may stay open.
      const exchange = await run.sender.send(request, (text) => /^\s*(?:data|event|id|retry)?:/.test(text))
      run.keep(exchange)
      return exchange
    } catch (error) {
      // No answer, or a limit of the run, contradicts none of the other answers.
      if (error instanceof Conclusion || isKitError(error, 'unreachable')) return undefined
      throw error
    }
  })
}

/**
 * The outcome of a check, provided that the target distinguishes requests: a server that gives every request the same
 * answer has shown nothing, however right the answer looks.
 */
export async function unlessAnsweredAlike(
  outcome: CheckResult,
  { check, session, exchanges }: Subject,
): Promise<CheckResult> {
  // A check with wrong credentials has a counterpart that succeeds. One more request might lock the credential out.
  if ('wrongCredentials' in check && check.wrongCredentials) return outcome
  const { contrast } = session.run
  if (outcome.verdict === 'pass' && isPassive(check) && contrast.isConstant)
    return undecided(outcome, 'insufficientEvidence', {
      cause: because.alike,
      remark: phrase`every answer of the run was the same`,
    })
  const served = exchanges.find(hasSuccessStatus)
  if (outcome.verdict !== 'pass' || !served || !exchanges.every((exchange) => contrast.isUniform(exchange)))
    return outcome
  await askMadeUpAddress(session, served)
  const reason = contrast.likeNowhere(served)
  if (reason === undefined) return outcome
  return undecided({ ...outcome, evidence: [toEvidence(served)] }, 'insufficientEvidence', {
    cause: because.alike,
    remark: reason,
  })
}
