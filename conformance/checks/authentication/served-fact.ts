import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'

/** That something was served which had to be refused: without credentials, or with wrong ones. */
export function servedFact(at: Exchange): Fact {
  return at.request.headers['authorization'] === undefined
    ? { kind: 'status', wanted: 'refusal', at }
    : { kind: 'credential', works: true, at }
}
