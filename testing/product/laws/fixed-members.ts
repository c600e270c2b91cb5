import { later, onTokens, scopesOf, tokensOf } from '../../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { type InterceptedRequest, without } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { jsonOf, type Members } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type Fault, faultsOf } from '../law.ts'

type Fixed = 'scopes' | 'expires_at'

/** The value of a member in a request, where the request has it. */
type Source = (intercepted: InterceptedRequest, sent: Members, member: Fixed) => { readonly value: unknown } | undefined

const inBody: Source = (_intercepted, sent, member) => (member in sent ? { value: sent[member] } : undefined)

const inQuery: Source = ({ query }, _sent, member) => {
  const value = query.get(member)
  if (value === null) return undefined
  return {
    value: member === 'scopes' ? query.getAll(member).flatMap((text) => (text === '' ? [] : text.split(','))) : value,
  }
}

const sources = {
  body: inBody,
  'body-with-name': (intercepted, sent, member) => ('name' in sent ? inBody(intercepted, sent, member) : undefined),
  'body-alone': (intercepted, sent, member) => ('name' in sent ? undefined : inBody(intercepted, sent, member)),
  query: inQuery,
  'query-with-name': (intercepted, sent, member) => ('name' in sent ? inQuery(intercepted, sent, member) : undefined),
} as const satisfies Readonly<Record<string, Source>>

type SourceName = keyof typeof sources

/** How a value compares with the present one. */
type Class = (value: unknown, present: unknown) => boolean

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)
const time = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

const classes: Readonly<Record<Fixed, Readonly<Record<string, Class>>>> = {
  scopes: {
    any: (value) => Array.isArray(value),
    fewer: (value, present) => countOf(value) > 0 && countOf(value) < scopesOf(present).length,
    more: (value, present) => countOf(value) > scopesOf(present).length,
    others: (value, present) => countOf(value) === scopesOf(present).length && String(value) !== String(present),
    none: (value) => countOf(value) === 0,
    null: (value) => value === null,
  },
  expires_at: {
    any: (value) => !Number.isNaN(time(value)),
    later: (value, present) => time(value) > time(present),
    earlier: (value, present) => time(value) < time(present),
    'a-little-later': (value, present) => time(value) > time(present) && time(value) < time(later(present, 2)),
    'a-little-earlier': (value, present) => time(value) < time(present) && time(value) > time(later(present, -2)),
    null: (value) => value === null,
    empty: (value) => value === '',
  },
}

/** A POST to a token changes a member that is fixed. */
const changeFixed = (member: Fixed, source: Source, isTaken: Class): FetchWrapper =>
  onTokens(async (intercepted, overrides) => {
    const json = await jsonOf(intercepted.request)
    const sent = isObject(json) ? json : {}
    const wanted = intercepted.isFor('access-tokens.rename') ? source(intercepted, sent, member) : undefined
    if (!wanted) return intercepted.send()
    const response = await intercepted.send({
      query: without('scopes', 'expires_at'),
      ...('name' in sent ? { json: { name: sent['name'] } } : { json: { name: 'Another name' } }),
    })
    for (const token of await tokensOf(response)) {
      const changed = overrides.get(token.id)
      const present = { ...token, ...changed }[member]
      if (isTaken(wanted.value, present)) overrides.set(token.id, { ...changed, [member]: wanted.value })
    }
    return response
  })

/** Classes that a query cannot express. */
const notInQuery = new Set(['null'])

const ofMember = (member: Fixed): readonly Fault[] =>
  Object.entries(sources).flatMap(([name, source]) =>
    faultsOf<Fixed, string>({
      id: `fixed-member-by-${name as SourceName}`,
      requirement: member === 'scopes' ? 'pat.scopes-fixed' : 'pat.expiry-fixed',
      breaks: 'POST /access-tokens/{id} changes what is fixed at creation.',
      places: [member],
      conditions: Object.keys(classes[member]),
      says: (condition) => `for a value that is ${condition}`,
      fault: (_member, condition) =>
        name.startsWith('query') && notInQuery.has(condition)
          ? undefined
          : changeFixed(member, source, classes[member][condition]!),
    }),
  )

/** Scopes and expiry cannot be changed after creation (clauses 2.2 and 5.3). */
export const fixedMembers: readonly Fault[] = [...ofMember('scopes'), ...ofMember('expires_at')]
