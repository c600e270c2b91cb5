import type { Call } from '../run/call.ts'
import { type Once, once } from '../run/once.ts'
import type { Session } from '../run/session.ts'
import type { Exchange } from '../wire/exchange.ts'
import { legacyCredential } from './paths.ts'

/** The answer to a request, which is sent once in a run however many checks ask. */
export const answerTo: Once<[Call], Exchange> = once(
  (own, call) => own.send(call),
  ({ method = 'GET', path, query = {}, as = 'bearer', json, repeatable }) => [
    method,
    path,
    query,
    as,
    json,
    repeatable,
  ],
)

/** The answer to a GET on the legacy API, sent once in a run. */
export function legacyAnswer(session: Session, path: string): Promise<Exchange> {
  return answerTo(session, { path, as: legacyCredential(session) })
}

/** A Bearer value that no target can have issued. */
export function neverIssued(session: Session): string {
  return `never-issued-${session.run.id}`
}

/** The answer to a request with a Bearer value that was never issued, sent once in a run. */
export function asNeverIssued(session: Session, call: Call): Promise<Exchange> {
  return answerTo(session, { ...call, as: { bearer: neverIssued(session) } })
}
