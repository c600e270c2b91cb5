import { phrase } from '../../conclusions/phrase.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { WrongRequest } from './define-client-check.ts'

/** A request at the right path by another method. */
export function methodFault(request: ReceivedRequest, wanted: string): WrongRequest {
  const { method, path } = request
  return {
    expected: phrase`${wanted} ${path}`,
    got: phrase`${method} ${path}`,
    fact: { kind: 'method', at: request, wanted },
  }
}
