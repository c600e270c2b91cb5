// Answers about a token show it as it was requested: its id, name, scopes and expiry (clauses 2.2, 4.2 and 5.3).
import { postponeExpiry } from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import { type Fault, lawFaults } from '../law.ts'
import { roundDownToDays, mapMember, scopeList } from '../../faults/wrappers.ts'

type Place = 'access-tokens.create' | 'access-tokens.list'

const [minute, hour] = [1 / 1440, 1 / 24]

/** The value that an answer shows instead of the right one; undefined leaves the member out. */
const mistakes: Readonly<Record<string, readonly [member: string, change: (value: unknown) => unknown]>> = {
  'a prefixed id': ['id', (id) => `pat_${String(id)}`],
  'a name that is cut after ten characters': ['name', (name) => String(name).slice(0, 10)],
  'no name': ['name', () => undefined],
  'no scopes': ['scopes', () => undefined],
  'only the first scope': ['scopes', (scopes) => scopeList(scopes).slice(0, 1)],
  'no expires_at': ['expires_at', () => undefined],
  'an expires_at a month early': ['expires_at', (expiry) => postponeExpiry(expiry, -30)],
  'an expires_at in another time zone': ['expires_at', (expiry) => postponeExpiry(expiry, 5.5 * hour)],
  'an expires_at two minutes early': ['expires_at', (expiry) => postponeExpiry(expiry, -2 * minute)],
  'an expires_at at the full hour': ['expires_at', (expiry) => roundDownToDays(expiry, hour)],
  'an expires_at at midnight': ['expires_at', (expiry) => roundDownToDays(expiry, 1)],
}

/** A token is shown as it was made. */
export const tokenRecords: readonly Fault[] = lawFaults<Place, string>({
  id: 'token-is-shown-as-made',
  requirement: 'pat.record',
  breaks: 'A token is not shown as it was made.',
  places: ['access-tokens.create', 'access-tokens.list'],
  conditions: Object.keys(mistakes),
  says: (mistake) => `with ${mistake}`,
  fault(place, mistake) {
    const [member, change] = mistakes[mistake]!
    return mapMember(place, member, change)
  },
})
