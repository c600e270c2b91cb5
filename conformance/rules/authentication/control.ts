import { blocked } from '../../catalogue/verdict.ts'
import { serves } from '../../reading/served.ts'
import type { Call, Credential } from '../../run/call.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo } from '../answers.ts'
import { assertMay } from '../rights.ts'

/**
 * The answer to the same request with valid credentials, sent once in a run.
 * @throws Conclusion `blocked` when it is not served.
 */
export async function assertControl(session: Session, call: Call, as: Credential): Promise<Exchange> {
  const control = await answerTo(session, { ...call, as })
  if (as === 'bearer') await assertMay(session, control)
  if (!serves(control))
    blocked(`${call.method ?? 'GET'} ${call.path} serves nothing with valid credentials either: ${summary(control)}`)
  return control
}
