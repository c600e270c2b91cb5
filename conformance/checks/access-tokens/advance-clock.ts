import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { cleanUp } from '../../judge/clean-up.ts'
import { withValue } from '../../judge/hook-requests.ts'
import type { Session } from '../../judge/session.ts'
import { learnAdvance } from '../target-clock.ts'
import { personalAccessTokens } from './token-list.ts'

/**
 * Moves the target's clock by its hook. Tokens that the run created are deleted first, as the new time ends the
 * credentials that may delete them. No clock is set back: where other waits took the time, nothing is sent.
 * @param kept Ids of tokens that are still needed.
 * @throws Conclusion `blocked` when the hook does not answer with success.
 */
export async function advanceClock(session: Session, seconds: number, kept: readonly string[] = []): Promise<void> {
  if (seconds <= 0) return
  const { run } = session
  await cleanUp(
    session.fork(),
    [personalAccessTokens],
    ({ runId, id, path }) => runId === run.id && path !== undefined && (id === undefined || !kept.includes(id)),
  )
  const hook = run.target.hooks!.advanceClock!
  const exchange = await session.send({
    method: hook.method,
    path: hook.path,
    leavesNothing: true,
    json: withValue(hook.body ?? {}, '$seconds', seconds),
    ...(hook.headers ? { headers: hook.headers } : {}),
  })
  if (exchange.response.status >= 300)
    blocked(because.refused, phrase`hooks.advanceClock answered ${answer(exchange)}`, exchange)
  await learnAdvance(session, seconds)
  run.tokens.renew()
}

/**
 * Lets time pass on the target: by its hook, or by waiting.
 * @throws Conclusion `insufficientEvidence` when the wait would be longer than --max-wait.
 */
export async function waitOrAdvance(session: Session, seconds: number): Promise<void> {
  const { run } = session
  if (run.target.hooks?.advanceClock) return await advanceClock(session, seconds)
  if (seconds * 1000 > run.maxWait)
    insufficient(
      undeclared('hooks.advanceClock'),
      phrase`it takes ${seconds} s of waiting, more than --max-wait allows; raise it, or declare hooks.advanceClock`,
    )
  if (seconds > 0) await run.time.sleep(seconds * 1000)
}
