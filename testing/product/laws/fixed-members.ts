import {
  postponeExpiry,
  handleTokens,
  collectTokens,
} from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import {
  type InterceptedRequest,
  removeParameters,
} from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { readJson, type Members } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type Fault, lawFaults } from '../law.ts'
import { mapMember, scopeList } from '../../faults/wrappers.ts'

type FixedMember = 'scopes' | 'expires_at'

/** The value of a member in a request, where the request has it. */
type Source = (
  intercepted: InterceptedRequest,
  sent: Members,
  member: FixedMember,
) => { readonly value: unknown } | undefined

const bodyValue: Source = (_intercepted, sent, member) => (member in sent ? { value: sent[member] } : undefined)

const queryValue: Source = ({ query }, _sent, member) => {
  const value = query.get(member)
  if (value === null) return undefined
  return {
    value: member === 'scopes' ? query.getAll(member).flatMap((text) => (text === '' ? [] : text.split(','))) : value,
  }
}

const sources = {
  body: bodyValue,
  'body-with-name': (intercepted, sent, member) => ('name' in sent ? bodyValue(intercepted, sent, member) : undefined),
  'body-alone': (intercepted, sent, member) => ('name' in sent ? undefined : bodyValue(intercepted, sent, member)),
  query: queryValue,
  'query-with-name': (intercepted, sent, member) =>
    'name' in sent ? queryValue(intercepted, sent, member) : undefined,
} as const satisfies Readonly<Record<string, Source>>

/** How a value compares with the present one. */
type Class = (value: unknown, present: unknown) => boolean

const itemCount = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)

/** Two hours, in days. */
const aLittle = 2 / 24

const parseMemberTime = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

const classes: Readonly<Record<FixedMember, Readonly<Record<string, Class>>>> = {
  scopes: {
    any: (value) => Array.isArray(value),
    fewer: (value, present) => itemCount(value) > 0 && itemCount(value) < scopeList(present).length,
    more: (value, present) => itemCount(value) > scopeList(present).length,
    others: (value, present) => itemCount(value) === scopeList(present).length && String(value) !== String(present),
    none: (value) => itemCount(value) === 0,
    null: (value) => value === null,
    'null-as-none': (value) => value === null,
    'null-left-out': (value) => value === null,
  },
  expires_at: {
    any: (value) => !Number.isNaN(parseMemberTime(value)),
    later: (value, present) => parseMemberTime(value) > parseMemberTime(present),
    earlier: (value, present) => parseMemberTime(value) < parseMemberTime(present),
    'a-little-later': (value, present) =>
      parseMemberTime(value) > parseMemberTime(present) &&
      parseMemberTime(value) < parseMemberTime(postponeExpiry(present, aLittle)),
    'a-little-earlier': (value, present) =>
      parseMemberTime(value) < parseMemberTime(present) &&
      parseMemberTime(value) > parseMemberTime(postponeExpiry(present, -aLittle)),
    null: (value) => value === null,
    'null-left-out': (value) => value === null,
    empty: (value) => value === '',
  },
}

/** The value of a member after null, if it does not become null. */
const afterNull: Readonly<Record<string, unknown>> = { 'null-as-none': [], 'null-left-out': undefined }

/** A POST to a token changes a member that is fixed, by the values of a class. */
const changeFixed = (member: FixedMember, source: Source, name: string): FetchWrapper =>
  handleTokens(async (intercepted, overrides) => {
    const json = await readJson(intercepted.request)
    const sent = isObject(json) ? json : {}
    const wanted = intercepted.isFor('access-tokens.rename') ? source(intercepted, sent, member) : undefined
    if (!wanted) return intercepted.send()
    const response = await intercepted.send({
      query: removeParameters('scopes', 'expires_at'),
      ...('name' in sent ? { json: { name: sent['name'] } } : { json: { name: 'Another name' } }),
    })
    for (const token of await collectTokens(response)) {
      const changed = overrides.get(token.id)
      const present = { ...token, ...changed }[member]
      const value = name in afterNull ? afterNull[name] : wanted.value
      if (classes[member][name]!(wanted.value, present)) overrides.set(token.id, { ...changed, [member]: value })
    }
    return response
  })

const memberFaults = (member: FixedMember): readonly Fault[] =>
  Object.entries(sources).flatMap(([name, source]) =>
    lawFaults<FixedMember, string>({
      id: 'fixed-member-by',
      way: name,
      requirement: member === 'scopes' ? 'pat.scopes-fixed' : 'pat.expiry-fixed',
      breaks: 'POST /access-tokens/{id} changes what is fixed at creation.',
      places: [member],
      conditions: Object.keys(classes[member]),
      says: (condition) => `for a value that is ${condition}`,
      fault: (_member, condition) =>
        // A query cannot express null.
        name.startsWith('query') && condition.startsWith('null') ? undefined : changeFixed(member, source, condition),
    }),
  )

/** The value of another member after a new name. */
const changesByName: Readonly<Record<FixedMember, Readonly<Record<string, (present: unknown) => unknown>>>> = {
  scopes: {
    'without the last': (scopes) => scopeList(scopes).slice(0, -1),
    'only the first': (scopes) => scopeList(scopes).slice(0, 1),
  },
  expires_at: {
    'a week later': (expiry) => postponeExpiry(expiry, 7),
    'an hour later': (expiry) => postponeExpiry(expiry, 1 / 24),
    'the next midnight': (expiry) => String(postponeExpiry(expiry, 1)).replace(/T.*/, 'T00:00:00Z'),
  },
}

/** A new name changes another member from then on. */
const changeByName = (member: FixedMember, change: (present: unknown) => unknown): FetchWrapper =>
  handleTokens(async (intercepted, overrides) => {
    const response = await intercepted.send()
    if (!intercepted.isFor('access-tokens.rename')) return response
    for (const token of await collectTokens(response)) {
      const changed = overrides.get(token.id)
      overrides.set(token.id, { ...changed, [member]: change({ ...token, ...changed }[member]) })
    }
    return response
  })

const nameFaults = (member: FixedMember): readonly Fault[] =>
  (['changes', 'answers'] as const).flatMap((does) =>
    lawFaults<FixedMember, string>({
      id: `new-name-${does}-nothing-else`,
      requirement: member === 'scopes' ? 'pat.scopes-fixed' : 'pat.expiry-fixed',
      breaks: `A new name ${does} another member of the token as well.`,
      places: [member],
      conditions: Object.keys(changesByName[member]),
      says: (condition) => `so that it is ${condition}`,
      fault: (_member, condition) => {
        const change = changesByName[member][condition]!
        return does === 'changes' ? changeByName(member, change) : mapMember('access-tokens.rename', member, change)
      },
    }),
  )

/** Scopes and expiry cannot be changed after creation (clauses 2.2 and 5.3). */
export const fixedMembers: readonly Fault[] = (['scopes', 'expires_at'] as const).flatMap((member) => [
  ...memberFaults(member),
  ...nameFaults(member),
])
