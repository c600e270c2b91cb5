import { because } from '../conclusions/cause.ts'
import { blocked } from '../conclusions/conclusion.ts'
import type { CreateHook } from '../conclusions/leftover.ts'
import { hookCredential } from '../judge/hook-requests.ts'
import { findObject, itemId } from '../reading/find-list.ts'
import type { Session } from '../judge/session.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { retryWithPauses } from '../send/time.ts'
import { answerPhrase, phrase } from '../conclusions/phrase.ts'

/**
 * Milliseconds before each search for an object that a hook created. It is not stated that a list shows it immediately.
 */
const pauses = [0, 200, 800, 2000, 2500]

/** Calls `look`, and retries after a pause until the result shows the object that a hook created. */
export function awaitHookResult<T>({ run }: Session, look: () => Promise<T>, shows: (seen: T) => boolean): Promise<T> {
  return retryWithPauses(run.time, pauses, look, shows)
}

/**
 * Calls a hook of the target file, with a ledger entry for the object that it creates.
 * @throws Conclusion `blocked` if the hook does not answer with success.
 */
export async function callHook(session: Session, name: CreateHook): Promise<Exchange> {
  const { method, path, body, headers } = session.run.target.hooks![name]!
  const { ledger, made } = session.run
  const entry = ledger.open({ runId: session.run.id, hook: name, name: `hooks.${name}` })
  const exchange = await session.send({
    method,
    path,
    entry,
    as: hookCredential(session.run.target),
    ...(body === undefined ? {} : { json: body }),
    ...(headers ? { headers } : {}),
  })
  const { status, json } = exchange.response
  const id = itemId(findObject(json))
  // Only the object that the hook created may be deleted.
  if (id !== undefined && /^[\w-]+$/.test(id) && !made.wasListed(id)) ledger.identify(entry, id)
  if (status >= 300) blocked(because.refused, phrase`hooks.${name} answered ${answerPhrase(exchange)}`, exchange)
  return exchange
}
