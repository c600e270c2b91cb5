import { goOn } from '../../../emulator/disturb/deviations/behaviours/access-tokens.ts'
import { keepAlive } from '../../../emulator/disturb/deviations/wrappers/token-endpoint.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { type Fault, faultsOf } from '../law.ts'
import { bearerReads, legacyReads, type ProtectedOperation } from '../places.ts'

const ends = {
  revoked: ['pat.revoke', (place) => goOn('revoked', place)],
  expired: ['pat.expires', (place) => goOn('expired', place)],
  'client-token-expired': ['oauth.expiry', (place) => keepAlive(place, 'client_credentials')],
  'refreshed-token-expired': ['oauth.expiry', (place) => keepAlive(place, 'refresh_token')],
} as const satisfies Readonly<
  Record<string, readonly [requirement: string, wrap: (place: ProtectedOperation) => FetchWrapper]>
>

type End = keyof typeof ends

/** A token that has ended works nowhere any more (clauses 4.2, 5.2 and 5.3). */
export const endedTokens: readonly Fault[] = faultsOf<ProtectedOperation, End>({
  id: 'ended-token-refused',
  requirement: (_place, end) => ends[end][0],
  breaks: 'A token that has ended is still served.',
  // What may write tokens is not shown, so a token is refused there for its rights, too.
  places: [...bearerReads, 'services.invoke', 'connect.prepare', ...legacyReads],
  conditions: Object.keys(ends) as End[],
  says: (end) => `for a token that is ended thus: ${end}`,
  fault: (place, end) => ends[end][1](place),
})
