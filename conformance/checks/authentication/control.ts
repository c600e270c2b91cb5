import { addressOf } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { blocked } from '../../conclusions/conclusion.ts'
import { serves } from '../../reading/success.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { answerTo } from '../shared-answers.ts'
import { assertAllowed } from '../assert-allowed.ts'

/**
 * The answer to the same request with valid credentials, sent once in a run.
 * @throws Conclusion `blocked` when it is not served.
 */
export async function assertControl(session: Session, call: Call, as: Credential): Promise<Exchange> {
  const control = await answerTo(session, { ...call, as })
  if (as === 'bearer') await assertAllowed(session, control)
  if (!serves(control))
    blocked(
      because.refused,
      phrase`${call.method ?? 'GET'} ${addressOf(call.path, session.run.names)} serves nothing with valid credentials either: ${answer(control)}`,
      control,
    )
  return control
}
