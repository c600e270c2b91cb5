import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import { isSuccessStatus } from '../reading/success.ts'

/** That an answer is not the success that was wanted: by its status, or else by what its body lacks. */
export function noSuccess(at: Exchange, members?: readonly string[]): Fact {
  const { status } = at.response
  return isSuccessStatus(status)
    ? { kind: 'body', at, ...(members ? { members } : {}) }
    : { kind: 'status', at, wanted: 'success' }
}
