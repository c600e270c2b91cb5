import type { Asked } from '../../emulator/disturb/deviations/algebra/asked.ts'
import { jsonOf, type Members, membersOf } from '../../emulator/disturb/deviations/algebra/messages.ts'
import { renameToken, tokensApi } from '../../emulator/disturb/deviations/algebra/places.ts'
import {
  later,
  mapMember,
  onTokens,
  scopesOf,
  showing,
  type Shown,
  tokensOf,
} from '../../emulator/disturb/deviations/algebra/tokens.ts'
import { around, on, remember, type Way } from '../../emulator/disturb/deviations/algebra/ways.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { caughtBy } from './caught-by.ts'

/** A POST to a token changes more than its name: `changes` gets the token as it is and the body that came. */
const changeMore = (changes: (token: Members, sent: Members) => Members): Way =>
  onTokens(async (asked, shown) => {
    const sent = await jsonOf(asked.request)
    if (!asked.at(renameToken) || !isObject(sent)) return asked.send()
    const response = await asked.send({ json: { name: sent['name'] } })
    for (const token of await tokensOf(response)) {
      const changed = shown.get(token.id)
      shown.set(token.id, { ...changed, ...changes({ ...token, ...changed }, sent) })
    }
    return response
  })

/** A PUT to a token, which is not documented, changes one member besides the name. */
const changeByPut = (member: 'scopes' | 'expires_at'): Way =>
  remember(() => {
    const shown: Shown = new Map()
    const put = async (asked: Asked) => {
      const sent = await membersOf(asked.request)
      const response = await asked.send({ method: 'POST', json: { name: sent['name'] } })
      if (response.ok) shown.set(asked.bareId, { [member]: sent[member] })
      return showing(response, shown)
    }
    const show = on(tokensApi, async ({ send }) => showing(await send(), shown))
    return around(show, on(renameToken, put, 'PUT'))
  })

/** Accepts scopes if their number compares so with the number that a token has. */
const scopesIf = (compare: (asked: number, present: number) => boolean): Way =>
  changeMore(({ scopes: present }, { scopes }) =>
    Array.isArray(scopes) && compare(scopes.length, scopesOf(present).length) ? { scopes } : {},
  )

/** Accepts an `expires_at` on one side of the present one. */
const expiryIf = (isLater: boolean): Way =>
  changeMore(({ expires_at: present }, { expires_at: asked }) =>
    asked !== undefined && isLater === String(asked) > String(present) ? { expires_at: asked } : {},
  )

/** How many days later an asked `expires_at` is than the present one. */
const daysMore = (present: unknown, asked: unknown): number =>
  typeof asked === 'string' ? (Date.parse(asked) - Date.parse(String(present))) / 86_400_000 : Number.NaN

/** Accepts an `expires_at` that is later by no more than some days. */
const extendUpTo = (days: number): Way =>
  changeMore(({ expires_at: present }, { expires_at: asked }) => {
    const more = daysMore(present, asked)
    return more > 0 && more <= days ? { expires_at: asked } : {}
  })

/** Accepts null as a member, and shows another value from then on; undefined leaves the member out. */
const acceptNull = (member: 'scopes' | 'expires_at', becomes: unknown): Way =>
  changeMore((_token, sent) => (sent[member] === null ? { [member]: becomes } : {}))

/** Takes an `expires_at` that the query of a new name has. */
const extendByQuery: Way = onTokens(async (asked, shown) => {
  const expiry = asked.query.get('expires_at')
  if (!asked.at(renameToken) || expiry === null) return asked.send()
  const response = await asked.send({ query: { expires_at: undefined } })
  if (response.ok) shown.set(asked.bareId, { ...shown.get(asked.bareId), expires_at: expiry })
  return response
})

/** Violations of clauses 2.2 and 5.3 by changes of what is fixed at creation. */
export const accessTokenAttemptFaults: readonly Deviation[] = [
  ...caughtBy('pat.scopes-fixed.rename', {
    'pat-rename-answers-other-scopes': [
      'A new name is answered with one scope of several.',
      mapMember(renameToken, 'scopes', (scopes) => scopesOf(scopes).slice(0, 1)),
    ],
    'pat-rename-drops-a-scope': [
      'A new name takes the last scope away.',
      changeMore(({ scopes }) => ({ scopes: scopesOf(scopes).slice(0, -1) })),
    ],
  }),
  ...caughtBy('pat.scopes-fixed.attempt', {
    'pat-scopes-can-be-emptied': [
      'An empty list takes all scopes away.',
      changeMore((_token, { scopes }) => (Array.isArray(scopes) && scopes.length === 0 ? { scopes } : {})),
    ],
    'pat-null-empties-scopes': ['Null as scopes takes all scopes away.', acceptNull('scopes', [])],
    'pat-null-scopes-are-stored': ['Null as scopes is stored as null.', acceptNull('scopes', null)],
    'pat-null-leaves-scopes-out': ['After null as scopes, the token shows none.', acceptNull('scopes', undefined)],
    'pat-scopes-can-be-swapped': [
      'The scopes of a token can be replaced by as many others.',
      scopesIf((asked, present) => asked === present),
    ],
    'pat-put-changes-scopes': ['A PUT changes the scopes of a token.', changeByPut('scopes')],
    'pat-scopes-can-be-narrowed': ['A token can be given fewer scopes.', scopesIf((asked, present) => asked < present)],
    'pat-scopes-can-be-widened': ['A token can be given more scopes.', scopesIf((asked, present) => asked > present)],
  }),
  ...caughtBy('pat.expiry-fixed.rename', {
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
  ...caughtBy('pat.expiry-fixed.attempt', {
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
