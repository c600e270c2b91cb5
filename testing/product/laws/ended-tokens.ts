import { remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { type Fault, lawFaults } from '../law.ts'
import { bearerReads, legacyReads, type ProtectedOperation } from '../places.ts'
import { keepWorking, keepAlive } from '../../faults/wrappers.ts'

const ends = {
  revoked: ['pat.revoke', (place, isStill) => keepWorking('revoked', place, isStill)],
  expired: ['pat.expires', (place, isStill) => keepWorking('expired', place, isStill)],
  'client-token-expired': ['oauth.expiry', (place, isStill) => keepAlive(place, 'client_credentials', isStill)],
  'refreshed-token-expired': ['oauth.expiry', (place, isStill) => keepAlive(place, 'refresh_token', isStill)],
} as const satisfies Readonly<
  Record<
    string,
    readonly [requirement: string, wrap: (place: ProtectedOperation, isStill: () => boolean) => FetchWrapper]
  >
>

type End = keyof typeof ends

// The specification does not show which scopes write tokens, so a token is refused there for its rights, too.
const places: readonly ProtectedOperation[] = [...bearerReads, 'services.invoke', 'connect.prepare', ...legacyReads]

/** The number of times that a token works after its end, where the end is known late. */
const late = 4

/** A token that has ended works nowhere any more (clauses 4.2, 5.2 and 5.3). */
export const endedTokens: readonly Fault[] = [
  ...lawFaults<ProtectedOperation, End>({
    id: 'ended-token-refused',
    requirement: (_place, end) => ends[end][0],
    breaks: 'A token that has ended is still served.',
    places,
    conditions: Object.keys(ends) as End[],
    says: (end) => `for a token that is ended thus: ${end}`,
    fault: (place, end) => ends[end][1](place, () => true),
  }),
  ...lawFaults<ProtectedOperation, End>({
    id: 'ended-token-refused-late',
    requirement: (_place, end) => ends[end][0],
    breaks: `A token that has ended is served ${late} times more.`,
    places,
    conditions: Object.keys(ends) as End[],
    says: (end) => `for a token that is ended thus: ${end}`,
    fault: (place, end) =>
      remember(() => {
        let left = late
        return ends[end][1](place, () => left-- > 0)
      }),
  }),
]
