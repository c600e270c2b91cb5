import { toAddress, isLegacyPath, type Path } from '../catalogue/operation-paths.ts'
import type { Call, WrongCredential } from '../judge/call.ts'
import { type Once, oncePerRun } from '../judge/once-per-run.ts'
import { neverIssuedPrefix } from '../judge/run.ts'
import type { Session } from '../judge/session.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { legacyCredential } from './paths.ts'

/** The answer to a request that is sent once per run, for any number of checks. */
export const askOnce: Once<[Call], Exchange> = oncePerRun(
  (session, call) => session.send(call),
  ({ method = 'GET', path, query = {}, as = 'bearer', json }) => [
    method,
    path,
    Object.entries(query).toSorted(),
    as,
    // A key is JSON, in which no body would be null.
    ...(json === undefined ? [] : [json]),
  ],
)

/** The answer to a GET on the legacy API, sent once per run. */
export function legacyAnswer(session: Session, path: Path): Promise<Exchange> {
  return askOnce(session, { path, as: legacyCredential(session) })
}

/** Returns true for a Bearer value that no target can have issued. */
export function isNeverIssued(bearer: string): boolean {
  return bearer.startsWith(neverIssuedPrefix)
}

/** The parts of a call that send a never issued Bearer value. */
export function neverIssuedBearer(session: Session, path: Path): Required<Pick<Call, 'as' | 'wrong'>> {
  const wrong: WrongCredential = isLegacyPath(toAddress(path, session.run.names)) ? legacyCredential(session) : 'bearer'
  return { as: { bearer: session.run.neverIssued }, wrong }
}

/** The answer to a request with a never issued Bearer value, sent once per run. */
export function askNeverIssued(session: Session, call: Call): Promise<Exchange> {
  return askOnce(session, { ...call, ...neverIssuedBearer(session, call.path) })
}
