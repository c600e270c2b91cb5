import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import { isSuccessStatus } from '../reading/success.ts'

/** The fact that an answer is not the expected success: by its status, or else by missing members of its body. */
export function noSuccess(at: Exchange, members?: readonly string[]): Fact {
  const { status } = at.response
  return isSuccessStatus(status)
    ? { kind: 'body', at, ...(members ? { members } : {}) }
    : { kind: 'status', at, wanted: 'success' }
}
