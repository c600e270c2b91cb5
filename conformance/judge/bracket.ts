import { because } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { Witness } from './controls.ts'
import type { ActiveCheck } from './define-check.ts'
import { type Outcome, undecided } from './outcome.ts'
import type { Session } from './session.ts'

/** How many requests of other checks may end before one is sent for the purpose alone. */
const patience = 16

/**
 * The outcome of a check, once a request that is known to be good has succeeded again after those that the outcome
 * rests on. If it is refused now, the target has locked the credential out: the check is blocked, and so is whatever
 * needs the credential later.
 */
export async function bracketed({ id }: Pick<ActiveCheck, 'id'>, session: Session, outcome: Outcome): Promise<Outcome> {
  const { controls, findings } = session.run
  const reason = await whyUnsure(session, outcome)
  const named = controls.nameLocks(id)
  if (named) findings.learn('lockedOut', named.finding)
  const why = named ?? reason
  return why === undefined ? outcome : undecided(outcome, 'blocked', why)
}

/** Why the exchanges of a check do not show what it concludes; undefined when they do. */
async function whyUnsure(session: Session, { verdict }: Outcome): Promise<Statement | undefined> {
  const { exchanges, run } = session
  const { controls } = run
  if (verdict !== 'pass' && verdict !== 'fail') return undefined
  const doubtful = verdict === 'fail' ? controls.doubtful(exchanges) : []
  // While other checks send requests, one of them mostly shows it.
  for (let waited = 0; waited < patience && controls.unsure(exchanges, verdict === 'fail').length > 0; waited++) {
    if (!controls.next) break
    await controls.next
  }
  for (const witness of controls.unsure(exchanges, verdict === 'fail')) {
    await testify(session, witness)
    const lock = controls.lockedBy(witness)
    if (lock !== undefined) return lock
    controls.sound(exchanges, witness)
  }
  for (const call of doubtful)
    if ((await session.fork().send(call)).response.status < 300)
      return {
        cause: because.refused,
        remark: phrase`${call.method ?? 'GET'} ${call.path} was refused after a wrong credential and is served a moment later: the target may lock out for a while`,
      }
  return undefined
}

/** Repeats a request that is known to be good, until one succeeds where any will do. */
async function testify(session: Session, witness: Witness): Promise<void> {
  const { controls } = session.run
  for (const credential of witness === 'any' ? controls.known : [witness])
    if (controls.lockedBy(credential) === undefined && (await session.fork().confirm(credential))) return
}
