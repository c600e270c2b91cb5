import { because } from '../conclusions/cause.ts'
import { blocked } from '../conclusions/conclusion.ts'
import type { Session } from '../judge/session.ts'
import type { HookName } from '../target/target-file.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { answer, phrase } from '../conclusions/phrase.ts'

/** Milliseconds before each look at what a hook created. That a list shows it at once is not stated. */
const pauses = [0, 200, 800, 2000, 2500]

/** Looks at something, and again a moment later while it does not show what a hook created. */
export async function lookUntil<T>(session: Session, look: () => Promise<T>, shows: (seen: T) => boolean): Promise<T> {
  let seen: T | undefined
  for (const pause of pauses) {
    if (pause > 0) await session.run.time.sleep(pause)
    seen = await look()
    if (shows(seen)) break
  }
  return seen!
}

/** Calls a hook of the target file. @throws Conclusion `blocked` when it does not answer with success. */
export async function callHook(session: Session, name: Exclude<HookName, 'advanceClock'>): Promise<Exchange> {
  const { method, path, body, headers } = session.run.target.hooks![name]!
  const { token, oauth } = session.run.target.credentials ?? {}
  const exchange = await session.send({
    method,
    path,
    leavesNothing: true,
    as: (token ?? oauth) === undefined ? 'none' : 'bearer',
    ...(body === undefined ? {} : { json: body }),
    ...(headers ? { headers } : {}),
  })
  if (exchange.response.status >= 300)
    blocked(because.refused, phrase`hooks.${name} answered ${answer(exchange)}`, exchange)
  return exchange
}
