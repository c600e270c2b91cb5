import { type Offer, findOmittedOffer } from '../catalogue/profiles.ts'
import { operationPath, decodedSegments } from '../catalogue/operation-paths.ts'
import { operations } from '../catalogue/operations.ts'
import { because, undeclared } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { undecided } from '../conclusions/result.ts'
import { isBare, isPrefixed } from '../reading/id-forms.ts'
import { enough } from './gateway-refusals.ts'
import { type Doubt, isPassive, type Subject } from './define-check.ts'
import type { CheckResult } from './result.ts'
import { toResult } from './to-result.ts'
import { unlessAnsweredAlike } from './unless-answered-alike.ts'
import { unlessLockedOut } from './unless-locked-out.ts'

/** The doubts about a check that sends requests. The check's own doubts come first. */
const doubts: readonly Doubt[] = [unlessFromGateway, unlessMalformedSample, unlessLockedOut, unlessAnsweredAlike]

/** The doubts about a passive check. */
const passiveDoubts: readonly Doubt[] = [unlessPermitted, unlessOmitted, unlessAnsweredAlike]

/** The outcome of a check after all doubts were examined. */
export async function unlessDoubted(outcome: CheckResult, subject: Subject): Promise<CheckResult> {
  const { check, session } = subject
  if (isPassive(check)) return await doubtOutcome(outcome, passiveDoubts, subject)
  const mayBeSo = await doubtOutcome(outcome, check.doubts ?? [], subject)
  // A lock-out may have caused the refusals.
  if (check.wrongCredentials || check.waits || mayBeSo.verdict !== 'pass') await session.run.turnstile.closed()
  return await session.run.controls.examining.take(() => doubtOutcome(mayBeSo, doubts, subject))
}

async function doubtOutcome(outcome: CheckResult, some: readonly Doubt[], subject: Subject): Promise<CheckResult> {
  let certain = outcome
  for (const doubt of some) certain = await doubt(certain, subject)
  return certain
}

/** The statement that the target file omits an offer. */
export function omittedStatement(offer: Offer): Required<Pick<Statement, 'cause' | 'remark'>> {
  return { cause: { kind: 'omitted', offer }, remark: phrase`the target file says that the service has no ${offer}` }
}

/** A check that had nothing to read does not apply if the target file omits the part that shows its requirement. */
function unlessOmitted(outcome: CheckResult, { check, session }: Subject): CheckResult {
  const offer = findOmittedOffer(check.requirement, session.run.target.without)
  if (offer === undefined || outcome.verdict !== 'insufficientEvidence') return outcome
  return toResult(check, 'notApplicable', omittedStatement(offer))
}

/** A check that found no write to read in a run that may write lacks no permission. */
function unlessPermitted(outcome: CheckResult, { session }: Subject): CheckResult {
  if (!session.run.allowWrites || outcome.cause?.kind !== 'writes') return outcome
  return { ...outcome, cause: because.absent, remark: phrase`the run had nothing to write that this check reads` }
}

/**
 * The outcome of a check, unless something in front of the API refused, such as a firewall: the check is then
 * undecided. If too few other answers are known, as when only one check runs, it requests some.
 */
async function unlessFromGateway(outcome: CheckResult, { session }: Subject): Promise<CheckResult> {
  const { usual, names } = session.run
  const at = outcome.verdict === 'fail' ? outcome.fact?.at : undefined
  if (!at) return outcome
  const asked = operations.filter(({ method, inPath }) => method === 'GET' && inPath === undefined)
  for (const { id } of usual.isUnsure(at) ? asked.slice(0, enough) : [])
    await session.fork().send({ path: operationPath(id, names), as: 'none', refusalStands: true })
  const reason = usual.notOf(at)
  if (!reason) return outcome
  const remark = phrase`the refusal appears to come from something in front of the API, as ${reason}`
  return undecided(outcome, 'insufficientEvidence', { cause: because.gateway, remark })
}

const isId = (id: string): boolean => isBare(id) || isPrefixed(id)

/** The samples used in paths, each with the form that a service must accept. */
const forms = {
  catalogId: isId,
  scopeId: isPrefixed,
  adapterConnectionId: isId,
  projectId: isId,
  issueId: isId,
} as const

/**
 * The outcome of a check, unless it failed with a 400 to a sample that is not a well-formed id: a 400 is then the right
 * answer (clause 2.1). The sample is sent anyway, as the service may write its ids that way.
 */
function unlessMalformedSample(outcome: CheckResult, { session }: Pick<Subject, 'session'>): CheckResult {
  const { samples = {} } = session.run.target
  const at = outcome.fact?.at
  if (outcome.verdict !== 'fail' || at?.response.status !== 400) return outcome
  const segments = decodedSegments(new URL(at.request.url).pathname)
  for (const [name, isRight] of Object.entries(forms)) {
    const id = samples[name as keyof typeof forms]
    if (id === undefined || isRight(id) || !segments.includes(id)) continue
    const form = name === 'scopeId' ? phrase`an id with its prefix` : phrase`an id of 27 characters, bare or prefixed`
    const remark = phrase`samples.${name} of the target file must be ${form}; it is ${id}, and 400 is the right answer to that. Correct it`
    return undecided(outcome, 'insufficientEvidence', { cause: undeclared(`samples.${name}`), remark })
  }
  return outcome
}
