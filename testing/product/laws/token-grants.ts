// The token endpoint gives nothing for a form that lacks something, or has it wrong (clauses 2.3, 4.1 and 5.2).
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { type Form } from '../../../emulator/disturb/deviations/groups/oauth.ts'
import { type Fault, lawFaults } from '../law.ts'
import { accept, pickClient } from '../../faults/wrappers.ts'

type Grant = 'client_credentials' | 'refresh_token'
type Member = 'client_id' | 'client_secret' | 'client_id&client_secret' | 'refresh_token'

/** The parameters of a grant, each with the requirement that a server without it breaks. */
const needs = {
  'client_credentials?client_id': 'oauth.secret-verified',
  'client_credentials?client_secret': 'oauth.secret-verified',
  'refresh_token?client_id': 'oauth.refresh-secret-verified',
  'refresh_token?client_secret': 'oauth.refresh-secret-verified',
  'refresh_token?client_id&client_secret': 'oauth.refresh-secret-verified',
  'refresh_token?refresh_token': 'oauth.refresh-verified',
} as const satisfies Partial<Readonly<Record<`${Grant}?${Member}`, RequirementId>>>

type Place = keyof typeof needs

/** The values of a form that replace the right one. */
const lacks = {
  missing: (value: string | undefined) => value === undefined,
  empty: (value: string | undefined) => value === '',
  'another-value': (value: string | undefined) => value !== undefined && value !== '',
} as const

/** A refused form gets a token if all else in it is as in the last good one. */
export const tokenGrants: readonly Fault[] = lawFaults<Place, keyof typeof lacks>({
  id: 'grant-needs-each-member',
  requirement: (place) => needs[place],
  breaks: 'The token endpoint gives a token for a form with a member that is not right.',
  places: Object.keys(needs) as readonly Place[],
  conditions: Object.keys(lacks) as readonly (keyof typeof lacks)[],
  says: (lack) => `where it is ${lack.replace('-', ' ')}`,
  fault(place, lack) {
    const [grant, members] = place.split('?') as [Grant, Member]
    const wrong = members.split('&')
    const isRight = (form: Form, good: Form) =>
      ['client_id', 'client_secret'].every((name) => wrong.includes(name) || form[name] === good[name])
    const asClient = (_form: Form, good: Form): Form => ({ grant_type: 'client_credentials', ...pickClient(good) })
    return accept(
      grant,
      (form, good) => wrong.every((name) => lacks[lack](form[name])) && isRight(form, good),
      asClient,
    )
  },
})
