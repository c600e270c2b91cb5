import { refuseUnless, changeCreations } from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import { remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { Members } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { type Fault, lawFaults } from '../law.ts'
import { acceptExpiry } from '../../faults/wrappers.ts'

type RequiredMember = 'name' | 'scopes' | 'expires_at'

const missing = { missing: undefined, null: null, empty: '' } as const

type Missing = `${keyof typeof missing}` | `${keyof typeof missing}-quietly`

/** Fills in a member that is missing, from an earlier creation; `quietly` the creation is refused all the same. */
const fillMissing = (member: RequiredMember, condition: Missing): FetchWrapper =>
  remember(() => {
    const isQuiet = condition.endsWith('-quietly')
    const lack = missing[condition.replace('-quietly', '') as keyof typeof missing]
    let last: Members = {}
    return changeCreations(async ({ sent, response, create }) => {
      if (response.ok) last = sent
      if (response.ok || sent[member] !== lack || (lack === undefined && member in sent)) return response
      const filled = await create({ [member]: member === 'name' ? 'Untitled' : last[member] })
      return isQuiet ? response : filled
    })
  })

const requiredMembers: readonly Fault[] = lawFaults<RequiredMember, Missing>({
  id: 'creation-member-required',
  requirement: (member) => (member === 'expires_at' ? 'pat.requires-expiry' : `pat.requires-${member}`),
  breaks: 'A creation without a member that it requires makes a token.',
  places: ['name', 'scopes', 'expires_at'],
  conditions: ['missing', 'null', 'empty', 'missing-quietly', 'null-quietly', 'empty-quietly'],
  says: (condition) => `where it is ${condition}`,
  // An empty string is a name, and whether it means no scopes is not shown.
  fault: (member, condition) =>
    condition.startsWith('empty') && member !== 'expires_at' ? undefined : fillMissing(member, condition),
})

const [minute, hour] = [1 / 1440, 1 / 24]

/** The shift of a bound, in days. A minute around it cannot be judged. */
const distances = {
  'two-minutes': 2 * minute,
  'ten-minutes': 10 * minute,
  'an-hour': hour,
  'twelve-hours': 0.5,
  'a-day': 1,
  'two-days': 2,
  'three-days': 3,
  'five-days': 5,
  'six-days': 6,
} as const satisfies Readonly<Record<string, number>>

type Distance = keyof typeof distances
type Format = 'rfc3339' | 'unix-seconds' | 'unix-milliseconds'

const formats: readonly Format[] = ['rfc3339', 'unix-seconds', 'unix-milliseconds']

/** The bounds: the requirement, what the server does, and how. */
const bounds = {
  'minimum-too-low': ['pat.expiry-minimum', 'An expiry too early is taken.', (days: number) => acceptExpiry([days])],
  'minimum-too-low-quietly': [
    'pat.expiry-minimum',
    'An expiry too early is refused, yet taken.',
    (days: number) => acceptExpiry([days], true),
  ],
  'minimum-too-high': ['pat.expiry-range', 'A good early expiry is refused.', (days: number) => refuseUnless(-days)],
  'maximum-too-high': ['pat.expiry-maximum', 'An expiry too late is taken.', (days: number) => acceptExpiry([-days])],
  'maximum-too-high-quietly': [
    'pat.expiry-maximum',
    'An expiry too late is refused, yet taken.',
    (days: number) => acceptExpiry([-days], true),
  ],
  'maximum-too-low': ['pat.expiry-range', 'A good late expiry is refused.', (days: number) => refuseUnless(days)],
} as const

/** Two years may have a leap day, or be two average years, so about a day around the maximum is not judged. */
const isJudged = (bound: string, distance: Distance): boolean =>
  !bound.startsWith('maximum') || distances[distance] >= (bound === 'maximum-too-low' ? 2 : 1)

const movedBounds: readonly Fault[] = Object.entries(bounds).flatMap(([bound, [requirement, breaks, wrap]]) =>
  lawFaults<Format, Distance>({
    id: 'expiry',
    way: bound,
    requirement,
    breaks,
    places: formats,
    conditions: Object.keys(distances) as Distance[],
    says: (distance) => `by ${distance}`,
    conventions: (expiresAtFormat) => ({ expiresAtFormat }),
    fault: (_format, distance) => (isJudged(bound, distance) ? wrap(distances[distance]) : undefined),
  }),
)

/** The requirements of a creation, and the range of its expiry (clauses 2.2 and 5.3). */
export const creations: readonly Fault[] = [...requiredMembers, ...movedBounds]
