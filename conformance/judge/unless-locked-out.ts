import { toAddress } from '../catalogue/operation-paths.ts'
import { because } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { Witness } from './controls.ts'
import type { ActiveCheck, Subject } from './define-check.ts'
import { undecided } from '../conclusions/result.ts'
import type { CheckResult } from './result.ts'
import type { Session } from './session.ts'

/** The number of requests of other checks to wait for before a separate control is sent. */
const patience = 16

/**
 * The outcome of a check, after a known-good request has succeeded again. If the target refuses that request now, it
 * has locked the credential out: this check is blocked, and so are later checks that need the credential.
 */
export async function unlessLockedOut(outcome: CheckResult, { check, session }: Subject): Promise<CheckResult> {
  const { controls, findings } = session.run
  const reason = await whyUnsure(check as ActiveCheck, session, outcome)
  // A proven outcome stands, and another check reports the lock-out.
  const isOpen = reason !== undefined || outcome.verdict === 'blocked' || outcome.verdict === 'insufficientEvidence'
  const named = isOpen ? controls.nameLocks(check.id) : undefined
  if (named) findings.describe('lockedOut', named.finding)
  const why = named ?? reason
  return why === undefined ? outcome : undecided(outcome, 'blocked', why)
}

/** The reason why the exchanges of a check do not support its conclusion; undefined if they do. */
async function whyUnsure(
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
  for (let waited = 0; waited < patience && controls.unsure(exchanges, verdict !== 'pass').length > 0; waited++) {
    if (!controls.next) break
    await controls.next
  }
  for (const witness of controls.unsure(exchanges, verdict !== 'pass')) {
    await testify(session, witness)
    const lock = controls.lockedBy(witness)
    if (lock !== undefined) return lock
    controls.sound(exchanges, witness)
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
async function testify(session: Session, witness: Witness): Promise<void> {
  const { controls } = session.run
  for (const credential of witness === 'any' ? controls.known : [witness])
    if (controls.lockedBy(credential) === undefined && (await session.fork().confirm(credential))) return
}
