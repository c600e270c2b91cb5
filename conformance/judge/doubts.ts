// Doubts about a result: functions from a result and its subject to the same result or an open one.
import { type Offer, findOmittedOffer } from '../catalogue/profiles.ts'
import { operationPath, decodedSegments, toAddress } from '../catalogue/operation-paths.ts'
import { operations } from '../catalogue/operations.ts'
import { because, undeclared } from '../conclusions/cause.ts'
import { type Statement, Conclusion } from '../conclusions/conclusion.ts'
import { undecided } from '../conclusions/result.ts'
import { phrase } from '../conclusions/phrase.ts'
import { isId, isPrefixed } from '../reading/id-forms.ts'
import { enough } from './gateway-refusals.ts'
import { type Doubt, isPassive, type Subject, type ActiveCheck } from './define-check.ts'
import { type CheckResult, toResult } from './result.ts'
import { hasSuccessStatus } from '../reading/success.ts'
import { isKitError } from '../kit-error.ts'
import { type Exchange, type SentRequest, toEvidence } from '../conclusions/exchange.ts'
import type { Session } from './session.ts'
import type { ControlCredential } from './controls.ts'

/** The doubts about a check that sends requests. The check's own doubts come first. */
const doubts: readonly Doubt[] = [doubtGateway, doubtMalformedSample, doubtLockOut, doubtUniformAnswers]

/** The doubts about a passive check. */
const passiveDoubts: readonly Doubt[] = [doubtPermission, doubtOmittedParts, doubtUniformAnswers]

/** The outcome of a check after all doubts were examined. */
export async function applyDoubts(outcome: CheckResult, subject: Subject): Promise<CheckResult> {
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
function doubtOmittedParts(outcome: CheckResult, { check, session }: Subject): CheckResult {
  const offer = findOmittedOffer(check.requirement, session.run.target.without)
  if (offer === undefined || outcome.verdict !== 'insufficientEvidence') return outcome
  return toResult(check, 'notApplicable', omittedStatement(offer))
}

/** If the run may write, a check without a write to read is not missing a permission. */
function doubtPermission(outcome: CheckResult, { session }: Subject): CheckResult {
  if (!session.run.allowWrites || outcome.cause?.kind !== 'writes') return outcome
  return { ...outcome, cause: because.absent, remark: phrase`the run had nothing to write that this check reads` }
}

/**
 * The outcome of a check, unless something in front of the API refused, such as a firewall: the check is then
 * undecided. If too few other answers are known, as when only one check runs, it requests some.
 */
async function doubtGateway(outcome: CheckResult, { session }: Subject): Promise<CheckResult> {
  const { usual, names } = session.run
  const at = outcome.verdict === 'fail' ? outcome.fact?.at : undefined
  if (!at) return outcome
  const asked = operations.filter(({ method, inPath }) => method === 'GET' && inPath === undefined)
  for (const { id } of usual.isUnsure(at) ? asked.slice(0, enough) : [])
    await session.fork().send({ path: operationPath(id, names), as: 'none', refusalStands: true })
  const reason = usual.gatewayReason(at)
  if (!reason) return outcome
  const remark = phrase`the refusal appears to come from something in front of the API, as ${reason}`
  return undecided(outcome, 'insufficientEvidence', { cause: because.gateway, remark })
}

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
function doubtMalformedSample(outcome: CheckResult, { session }: Pick<Subject, 'session'>): CheckResult {
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

/** The number of requests of other checks to wait for before a separate control is sent. */
const patience = 16

/**
 * The outcome of a check, after a known-good request has succeeded again. If the target refuses that request now, it
 * has locked the credential out: this check is blocked, and so are later checks that need the credential.
 */
async function doubtLockOut(outcome: CheckResult, { check, session }: Subject): Promise<CheckResult> {
  const { controls, findings } = session.run
  const reason = await missingEvidence(check as ActiveCheck, session, outcome)
  // A proven outcome stands, and another check reports the lock-out.
  const isOpen = reason !== undefined || outcome.verdict === 'blocked' || outcome.verdict === 'insufficientEvidence'
  const named = isOpen ? controls.nameLocks(check.id) : undefined
  if (named) findings.describe('lockedOut', named.finding)
  const why = named ?? reason
  return why === undefined ? outcome : undecided(outcome, 'blocked', why)
}

/** The reason why the evidence does not support the verdict; undefined if it does. */
async function missingEvidence(
  { wrongCredentials }: Pick<ActiveCheck, 'wrongCredentials'>,
  session: Session,
  { verdict }: CheckResult,
): Promise<Statement | undefined> {
  const { exchanges, run } = session
  const { controls } = run
  const isOpen = verdict === 'blocked' || verdict === 'insufficientEvidence'
  // A check that is undecided after its wrong credentials may be the first to encounter a lock-out.
  const isUnmet = isOpen && wrongCredentials !== undefined && controls.locked.length === 0
  if (verdict !== 'pass' && verdict !== 'fail' && !isUnmet) return undefined
  const doubtful = verdict === 'fail' ? controls.doubtful(exchanges) : []
  // A request of another check usually shows it while checks run side by side.
  for (let waited = 0; waited < patience && controls.unproven(exchanges, verdict !== 'pass').length > 0; waited++) {
    if (!controls.next) break
    await controls.next
  }
  for (const control of controls.unproven(exchanges, verdict !== 'pass')) {
    await confirmControl(session, control)
    const lock = controls.lockedBy(control)
    if (lock !== undefined) return lock
    controls.markProven(exchanges, control)
  }
  for (const call of doubtful)
    if ((await session.fork().send(call)).response.status < 300) {
      controls.meetLockOut()
      return {
        cause: because.refused,
        remark: phrase`${call.method ?? 'GET'} ${toAddress(call.path, run.names)} was refused after a wrong credential and is served a moment later: the target may lock out for a while, or have a quota`,
      }
    }
  return undefined
}

/** Repeats a known-good request. If any request will do, tries until one succeeds. */
async function confirmControl(session: Session, control: ControlCredential): Promise<void> {
  const { controls } = session.run
  for (const credential of control === 'any' ? controls.known : [control])
    if (controls.lockedBy(credential) === undefined && (await session.fork().confirm(credential))) return
}

/**
 * Requests an address that no target can know, once per run: only the path differs from a request that succeeded. The
 * request bypasses the session, as its refusal says nothing about a credential and is not judged.
 */
async function probeUnknownAddress({ run }: Session, served: Exchange): Promise<void> {
  await run.contrast.probeOnce(async () => {
    const { authorization } = served.request.headers
    const request: SentRequest = {
      method: 'GET',
      url: `${run.baseUrl}/${run.version}/nothing-${run.id}`,
      headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    }
    try {
      // A stream of events may stay open.
      const exchange = await run.sender.send(request, { enough: (text) => /^\s*(?:data|event|id|retry)?:/.test(text) })
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
async function doubtUniformAnswers(outcome: CheckResult, { check, session, exchanges }: Subject): Promise<CheckResult> {
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
  await probeUnknownAddress(session, served)
  const reason = contrast.sameAsUnknownAddress(served)
  if (reason === undefined) return outcome
  return undecided({ ...outcome, evidence: [toEvidence(served)] }, 'insufficientEvidence', {
    cause: because.alike,
    remark: reason,
  })
}
