import { cleanUp } from '../../run/clean-up.ts'
import { summary } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { blocked, insufficient } from '../../run/verdict.ts'

/** The target's clock, as far as it is known. */
interface TargetClock {
  /** Milliseconds by which it is ahead of this machine's, before any advance, as an answer's body showed it. */
  offset: number | undefined
  /** Milliseconds by which the run has advanced it. */
  advanced: number
}

const clockOf = (session: Session): Promise<TargetClock> =>
  session.fact('clock', async () => ({ offset: undefined, advanced: 0 }))

/** Milliseconds. Smaller differences are the network's, or rounding. */
const noticed = 3_600_000

/** The target's time in milliseconds since 1970: this machine's, unless an answer showed another, in its body or else its `Date`. */
export async function targetNow(session: Session): Promise<number> {
  const { offset = session.run.clockAhead, advanced } = await clockOf(session)
  return session.run.time.now() + (Math.abs(offset) > noticed ? offset : 0) + advanced
}

/** Learns the target's time from an answer that shows it. */
export async function learnTime(session: Session, shown: number): Promise<void> {
  const clock = await clockOf(session)
  clock.offset = shown - session.run.time.now() - clock.advanced
}

/**
 * Moves the target's clock by its hook. What the run made is deleted before, as it ends the credentials that may do so.
 * @param kept Ids of what is needed behind it.
 * @throws Conclusion `blocked` when the hook does not answer with success.
 */
export async function advanceClock(session: Session, seconds: number, kept: readonly string[] = []): Promise<void> {
  const { run } = session
  await cleanUp(run, run.id, ({ id, path }) => path !== '' && (id === undefined || !kept.includes(id)))
  const hook = run.target.hooks!.advanceClock!
  const clock = await clockOf(session)
  const exchange = await session.send({
    method: hook.method,
    path: hook.path,
    json: withSeconds(hook.body ?? {}, seconds),
    ...(hook.headers ? { headers: hook.headers } : {}),
  })
  if (exchange.response.status >= 300) blocked(`hooks.advanceClock answered ${summary(exchange)}`)
  clock.advanced += seconds * 1000
  run.tokens.renew()
}

/** Lets time pass on the target: by its hook, else by waiting where --max-wait allows. @throws Conclusion `insufficientEvidence` where it does not. */
export async function waitOrAdvance(session: Session, seconds: number): Promise<void> {
  const { run } = session
  if (run.target.hooks?.advanceClock) return await advanceClock(session, seconds)
  if (seconds * 1000 > run.maxWait)
    insufficient(
      `it takes ${seconds} s of waiting, more than --max-wait allows; raise it, or declare hooks.advanceClock`,
    )
  await run.time.sleep(seconds * 1000)
}

/** `"$seconds"`, as a whole string, becomes the number. */
function withSeconds(value: unknown, seconds: number): unknown {
  if (value === '$seconds') return seconds
  if (Array.isArray(value)) return value.map((item) => withSeconds(item, seconds))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSeconds(member, seconds)]))
  return value
}
