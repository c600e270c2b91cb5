import { toAddress, toDocumentedPath } from '../catalogue/operation-paths.ts'
import { undeclared } from '../conclusions/cause.ts'
import { insufficient } from '../conclusions/conclusion.ts'
import type { Call } from '../judge/call.ts'
import type { Session } from '../judge/session.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { answerPhrase, phrase } from '../conclusions/phrase.ts'
import { relativePath } from '../reading/relative-path.ts'
import { askNeverIssued } from './shared-answers.ts'
import { isSameBody } from '../reading/same-json.ts'

/** The call of an exchange, to be sent again with another Bearer value. */
function toCall({ run }: Session, { request: { method, url, body } }: Exchange): Call {
  const path = relativePath(run.baseUrl, url)
  return {
    method,
    // A redirect may have led to an address outside the base URL.
    ...(path === undefined
      ? { path: url }
      : { path: toDocumentedPath(method, path, run.names), query: Object.fromEntries(new URL(url).searchParams) }),
    ...(body === undefined ? {} : { json: JSON.parse(body) as unknown }),
  }
}

/**
 * The rights of a token follow from its scopes and the user's access (clause 5.3), so a refusal for lack of rights is
 * not a fault of the endpoint. A 403 is such a refusal if a never issued value gets another answer.
 * @param exchange A request without a body, or with a JSON body.
 * @throws Conclusion `insufficientEvidence` for such a refusal.
 */
export async function assertAllowed(session: Session, exchange: Exchange): Promise<void> {
  const { status } = exchange.response
  if (status !== 403) return
  const call = toCall(session, exchange)
  const never = (await askNeverIssued(session, call)).response
  if (never.status === status && isSameBody(never, exchange.response)) return
  insufficient(
    undeclared(['credentials.token', 'credentials.oauth']),
    phrase`the Bearer token may not ${exchange.request.method} ${toAddress(call.path, session.run.names)} (${answerPhrase(exchange)}); declare one in credentials.token, or a client in credentials.oauth, that may`,
    exchange,
  )
}
