import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'

/** The fact that a request without credentials, or with wrong ones, was served. */
export function servedFact(at: Exchange): Fact {
  return at.request.headers['authorization'] === undefined
    ? { kind: 'status', wanted: 'refusal', at }
    : { kind: 'credential', works: true, at }
}
