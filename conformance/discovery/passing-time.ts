import { summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, insufficient } from '../verdict.ts'

/** Moves the target's clock by its hook. @throws Conclusion `blocked` when the hook does not answer with success. */
export async function advanceClock(session: Session, seconds: number): Promise<void> {
  const hook = session.run.target.hooks!.advanceClock!
  const exchange = await session.send({ method: hook.method, path: hook.path, json: withSeconds(hook.body ?? {}, seconds), ...(hook.headers ? { headers: hook.headers } : {}) })
  if (exchange.response.status >= 300) blocked(`hooks.advanceClock answered ${summary(exchange)}`)
}

/** Lets time pass on the target: by its hook, else by waiting where --max-wait allows. @throws Conclusion `insufficientEvidence` where it does not. */
export async function waitOrAdvance(session: Session, seconds: number): Promise<void> {
  const { run } = session
  if (run.target.hooks?.advanceClock) return await advanceClock(session, seconds)
  if (seconds * 1000 > run.maxWait) insufficient(`it takes ${seconds} s of waiting, more than --max-wait allows; raise it, or declare hooks.advanceClock`)
  await run.time.sleep(seconds * 1000)
}

/** `"$seconds"`, as a whole string, becomes the number. */
function withSeconds(value: unknown, seconds: number): unknown {
  if (value === '$seconds') return seconds
  if (Array.isArray(value)) return value.map((item) => withSeconds(item, seconds))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSeconds(member, seconds)]))
  return value
}
