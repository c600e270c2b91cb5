import type { InterceptedRequest } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { jsonOf, type Members, membersOf } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { renameToken, tokensApi } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  later,
  mapMember,
  onTokens,
  scopesOf,
  showing,
  type Overrides,
  tokensOf,
} from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { type Violation, violations } from './violations.ts'

/** A POST to a token changes more than its name: `changes` gets the token as it is and the body that came. */
const changeMore = (changes: (token: Members, sent: Members) => Members): FetchWrapper =>
  onTokens(async (intercepted, overrides) => {
    const sent = await jsonOf(intercepted.request)
    if (!intercepted.isFor(renameToken) || !isObject(sent)) return intercepted.send()
    const response = await intercepted.send({ json: { name: sent['name'] } })
    for (const token of await tokensOf(response)) {
      const changed = overrides.get(token.id)
      overrides.set(token.id, { ...changed, ...changes({ ...token, ...changed }, sent) })
    }
    return response
  })

/** A PUT to a token, which is not documented, changes one member besides the name. */
const changeByPut = (member: 'scopes' | 'expires_at'): FetchWrapper =>
  remember(() => {
    const overrides: Overrides = new Map()
    const put = async (intercepted: InterceptedRequest) => {
      const sent = await membersOf(intercepted.request)
      const response = await intercepted.send({ method: 'POST', json: { name: sent['name'] } })
      if (response.ok) overrides.set(intercepted.bareId, { [member]: sent[member] })
      return showing(response, overrides)
    }
    const show = on(tokensApi, async ({ send }) => showing(await send(), overrides))
    return around(show, on(renameToken, put, 'PUT'))
  })

/** Accepts scopes if their number compares so with the number that a token has. */
const scopesIf = (compare: (intercepted: number, present: number) => boolean): FetchWrapper =>
  changeMore(({ scopes: present }, { scopes }) =>
    Array.isArray(scopes) && compare(scopes.length, scopesOf(present).length) ? { scopes } : {},
  )

/** Accepts an `expires_at` on one side of the present one. */
const expiryIf = (isLater: boolean): FetchWrapper =>
  changeMore(({ expires_at: present }, { expires_at: intercepted }) =>
    intercepted !== undefined && isLater === String(intercepted) > String(present) ? { expires_at: intercepted } : {},
  )

/** How many days later an asked `expires_at` is than the present one. */
const daysMore = (present: unknown, intercepted: unknown): number =>
  typeof intercepted === 'string' ? (Date.parse(intercepted) - Date.parse(String(present))) / 86_400_000 : Number.NaN

/** Accepts an `expires_at` that is later by no more than some days. */
const extendUpTo = (days: number): FetchWrapper =>
  changeMore(({ expires_at: present }, { expires_at: intercepted }) => {
    const more = daysMore(present, intercepted)
    return more > 0 && more <= days ? { expires_at: intercepted } : {}
  })

/** Accepts null as a member, and shows another value from then on; undefined leaves the member out. */
const acceptNull = (member: 'scopes' | 'expires_at', becomes: unknown): FetchWrapper =>
  changeMore((_token, sent) => (sent[member] === null ? { [member]: becomes } : {}))

/** Takes an `expires_at` that the query of a new name has. */
const extendByQuery: FetchWrapper = onTokens(async (intercepted, overrides) => {
  const expiry = intercepted.query.get('expires_at')
  if (!intercepted.isFor(renameToken) || expiry === null) return intercepted.send()
  const response = await intercepted.send({ query: { expires_at: undefined } })
  if (response.ok) overrides.set(intercepted.bareId, { ...overrides.get(intercepted.bareId), expires_at: expiry })
  return response
})

/** Violations of clauses 2.2 and 5.3 by changes of what is fixed at creation. */
export const accessTokenAttemptFaults: readonly Violation[] = [
  ...violations('pat.scopes-fixed', 'pat.scopes-fixed.rename', {
    'pat-rename-answers-other-scopes': [
      'A new name is answered with one scope of several.',
      mapMember(renameToken, 'scopes', (scopes) => scopesOf(scopes).slice(0, 1)),
    ],
    'pat-rename-drops-a-scope': [
      'A new name takes the last scope away.',
      changeMore(({ scopes }) => ({ scopes: scopesOf(scopes).slice(0, -1) })),
    ],
  }),
  ...violations('pat.scopes-fixed', 'pat.scopes-fixed.attempt', {
    'pat-scopes-can-be-emptied': [
      'An empty list takes all scopes away.',
      changeMore((_token, { scopes }) => (Array.isArray(scopes) && scopes.length === 0 ? { scopes } : {})),
    ],
    'pat-null-empties-scopes': ['Null as scopes takes all scopes away.', acceptNull('scopes', [])],
    'pat-null-scopes-are-stored': ['Null as scopes is stored as null.', acceptNull('scopes', null)],
    'pat-null-leaves-scopes-out': ['After null as scopes, the token shows none.', acceptNull('scopes', undefined)],
    'pat-scopes-can-be-swapped': [
      'The scopes of a token can be replaced by as many others.',
      scopesIf((intercepted, present) => intercepted === present),
    ],
    'pat-put-changes-scopes': ['A PUT changes the scopes of a token.', changeByPut('scopes')],
    'pat-scopes-can-be-narrowed': [
      'A token can be given fewer scopes.',
      scopesIf((intercepted, present) => intercepted < present),
    ],
    'pat-scopes-can-be-widened': [
      'A token can be given more scopes.',
      scopesIf((intercepted, present) => intercepted > present),
    ],
  }),
  ...violations('pat.expiry-fixed', 'pat.expiry-fixed.rename', {
    'pat-rename-extends-expiry': [
      'A new name makes a token last a week longer.',
      changeMore(({ expires_at: expiry }) => ({ expires_at: later(expiry, 7) })),
    ],
    'pat-rename-answers-other-expiry': [
      'A new name is answered with an expires_at an hour later.',
      mapMember(renameToken, 'expires_at', (expiry) => later(expiry, 1 / 24)),
    ],
    'pat-rename-rounds-expiry': [
      'A new name moves expires_at to the next day.',
      changeMore(({ expires_at: expiry }) => ({ expires_at: String(later(expiry, 1)).replace(/T.*/, 'T00:00:00Z') })),
    ],
  }),
  ...violations('pat.expiry-fixed', 'pat.expiry-fixed.attempt', {
    'pat-expiry-can-be-changed-by-query': ['The query of a new name changes expires_at.', extendByQuery],
    'pat-expiry-can-be-30-days-later': ['A token can be made to last 30 days more.', extendUpTo(30)],
    'pat-expiry-can-be-two-hours-later': ['A token can be made to last two hours more.', extendUpTo(2 / 24)],
    'pat-null-expiry-makes-eternal': ['Null as expires_at makes a token eternal.', acceptNull('expires_at', null)],
    'pat-null-expiry-leaves-it-out': [
      'After null as expires_at, the token shows none.',
      acceptNull('expires_at', undefined),
    ],
    'pat-put-changes-expiry': ['A PUT changes the expires_at of a token.', changeByPut('expires_at')],
    'pat-expiry-can-be-later': ['A token can be made to last longer.', expiryIf(true)],
    'pat-expiry-can-be-earlier': ['A token can be made to expire earlier.', expiryIf(false)],
  }),
]
