import { type Offer, omittedFor } from '../catalogue/profiles.ts'
import { because } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { type Doubt, isPassive, type Subject } from './define-check.ts'
import type { CheckResult } from './result.ts'
import { toResult } from './to-result.ts'
import { unlessAnsweredAlike } from './unless-answered-alike.ts'
import { unlessFromGateway } from './unless-from-gateway.ts'
import { unlessLockedOut } from './unless-locked-out.ts'
import { unlessMalformedSample } from './unless-malformed-sample.ts'

/** The doubts about a check that sends requests. Those of its own come before them. */
const doubts: readonly Doubt[] = [unlessFromGateway, unlessMalformedSample, unlessLockedOut, unlessAnsweredAlike]

/** The doubts about a check that reads what others send. */
const passiveDoubts: readonly Doubt[] = [unlessPermitted, unlessOmitted, unlessAnsweredAlike]

/** The outcome of a check once nothing speaks against it. */
export async function unlessDoubted(outcome: CheckResult, subject: Subject): Promise<CheckResult> {
  const { check, session } = subject
  if (isPassive(check)) return await doubted(outcome, passiveDoubts, subject)
  const mayBeSo = await doubted(outcome, check.doubts ?? [], subject)
  // What was refused meanwhile may be a lock-out's doing.
  if (check.wrongCredentials || mayBeSo.verdict !== 'pass') await session.run.turnstile.closed()
  // One check after another, as a request for one may serve several.
  return await session.run.controls.inTurn(() => doubted(mayBeSo, doubts, subject))
}

async function doubted(outcome: CheckResult, some: readonly Doubt[], subject: Subject): Promise<CheckResult> {
  let certain = outcome
  for (const doubt of some) certain = await doubt(certain, subject)
  return certain
}

/** The target file leaves an offer out. */
export function omitted(offer: Offer): Required<Pick<Statement, 'cause' | 'remark'>> {
  return { cause: { kind: 'omitted', offer }, remark: phrase`the target file says that there is no ${offer}` }
}

/** A check that had nothing to read does not apply where the target file leaves out what shows its requirement. */
function unlessOmitted(outcome: CheckResult, { check, session }: Subject): CheckResult {
  const offer = omittedFor(check.requirement, session.run.target.without)
  if (offer === undefined || outcome.verdict !== 'insufficientEvidence') return outcome
  return toResult(check, 'notApplicable', omitted(offer))
}

/** A check that found no write to read in a run that may write lacks no permission. */
function unlessPermitted(outcome: CheckResult, { session }: Subject): CheckResult {
  if (!session.run.allowWrites || outcome.cause?.kind !== 'writes') return outcome
  return { ...outcome, cause: because.absent, remark: phrase`the run had nothing to write that this check reads` }
}
