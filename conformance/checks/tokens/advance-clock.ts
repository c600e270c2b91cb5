import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { fillPlaceholder } from '../../judge/hook-requests.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { hasHook, learnAdvance, targetNow } from './target-clock.ts'
import { dropTokens } from './token-quota.ts'

/** The needs of a story while it waits. */
interface WaitOptions {
  /** Ids of tokens that are still needed. */
  readonly kept?: readonly string[]
  /** The seconds by which the story may continue late. */
  readonly slack?: number
}

/** Seconds. A longer advance could end other credentials, such as a token of a year. */
const longest = 150 * 86_400

/**
 * Ends a check that has to let too much time pass.
 * @param conclude Default: `insufficientEvidence`.
 */
export function assertMayPass(session: Session, seconds: number, conclude: typeof insufficient = insufficient): void {
  if (hasHook(session) && seconds > longest)
    conclude(because.limit, phrase`the token lasts longer than the clock is advanced, which is by 150 days`)
  if (!hasHook(session) && seconds * 1000 > session.run.maxWait)
    conclude(
      undeclared('hooks.advanceClock'),
      phrase`this needs a wait of ${Math.ceil(seconds)} s, more than --max-wait allows; raise it, or declare hooks.advanceClock`,
    )
}

/**
 * Lets time pass on the target, by its hook or by waiting, once for all stories that wait: see `SharedWaits`.
 * @throws Conclusion `blocked` when the hook does not answer with success; `insufficientEvidence` when it is too long.
 */
export async function advanceClock(session: Session, seconds: number, options: WaitOptions = {}): Promise<void> {
  const { run } = session
  if (seconds <= 0) return
  assertMayPass(session, seconds)
  const { kept = [], slack = 0 } = options
  await run.waits.until({
    moment: (await targetNow(session)) + seconds * 1000,
    slack: slack * 1000,
    kept,
    move: async (moment, everyKept) => {
      if (hasHook(session)) return await moveClock(session, moment, everyKept)
      await run.time.sleep(Math.max(0, moment - (await targetNow(session))))
    },
  })
}

/**
 * Moves the target's clock to a moment. Tokens that the run created are deleted first, as the new time ends the
 * credentials that may delete them. The clock is never set back: if other waits have already passed the moment, nothing
 * is sent.
 */
async function moveClock(session: Session, moment: number, kept: readonly string[]): Promise<void> {
  const { run } = session
  const seconds = Math.ceil((moment - (await targetNow(session))) / 1000)
  if (seconds <= 0) return
  await dropTokens(session, kept)
  const hook = run.target.hooks!.advanceClock!
  const exchange = await session.send({
    method: hook.method,
    path: hook.path,
    leavesNothing: true,
    json: fillPlaceholder(hook.body ?? {}, '$seconds', seconds),
    ...(hook.headers ? { headers: hook.headers } : {}),
  })
  if (exchange.response.status >= 300)
    blocked(because.refused, phrase`hooks.advanceClock answered ${answerPhrase(exchange)}`, exchange)
  await learnAdvance(session, seconds)
  run.tokens.renew()
}

/** Waits until all other stories are waiting, as their requests could end a watched token. */
export async function waitForOthers(session: Session): Promise<void> {
  await session.run.waits.until({
    moment: await targetNow(session),
    slack: 0,
    kept: [],
    move: () => Promise.resolve(),
  })
}

/** Makes a function that may let time pass and whose result several checks share. It runs once per run. */
export function waitOncePerRun<T>(tell: (session: Session) => Promise<T>): Once<[], T> {
  const told = oncePerRun<[counted: (part: () => Promise<T>) => Promise<T>], T>(
    (session, counted) => counted(() => tell(session)),
    () => [],
  )
  return (session) => session.run.waits.share((counted) => told(session, counted))
}
