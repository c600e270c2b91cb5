import { Conclusion } from '../catalogue/verdict.ts'
import { summary } from '../wire/exchange.ts'
import type { OwnCredential } from './call.ts'
import type { ActiveCheck } from './define-check.ts'
import type { Outcome } from './outcome.ts'
import type { Session } from './session.ts'

const words: Readonly<Record<OwnCredential, string>> = {
  bearer: 'Bearer token',
  client: 'OAuth client',
  integrationToken: 'integration token',
  apiKey: 'API key',
  dsn: 'DSN',
}

/**
 * The outcome of a check, once a request that is known to be good has succeeded again after those that the outcome
 * rests on. If it is refused now, the target has locked the credential out: the check is blocked, and so is whatever
 * needs the credential later.
 */
export async function bracketed({ id }: Pick<ActiveCheck, 'id'>, session: Session, outcome: Outcome): Promise<Outcome> {
  const { controls, findings } = session.run
  const { exchanges } = session
  if (outcome.verdict !== 'pass' && outcome.verdict !== 'fail') return outcome
  for (const credential of controls.unsure(exchanges, outcome.verdict === 'fail')) {
    const refusal = await refusalOf(session, credential)
    if (refusal === undefined) {
      controls.sound(exchanges, credential)
      continue
    }
    const reason = `the target no longer accepts the ${words[credential]}`
    controls.lock(credential, `${reason} (see ${id})`)
    findings.learn('lockedOut', `the ${words[credential]}, after ${controls.wrong} requests with wrong credentials`)
    const cause = `after ${controls.wrong} requests with wrong credentials ${reason}: ${refusal}`
    return { ...outcome, verdict: 'blocked', message: cause }
  }
  return outcome
}

/** Repeats the request that is known to be good. Undefined when it succeeds, or when none is known. */
async function refusalOf(session: Session, credential: OwnCredential): Promise<string | undefined> {
  try {
    const again = await session.fork().repeatGood(credential)
    if (again === undefined || again.response.status < 300) return undefined
    return `${again.request.method} ${again.request.url}, which succeeded before, got ${summary(again)}`
  } catch (error) {
    if (error instanceof Conclusion) return error.message
    throw error
  }
}
