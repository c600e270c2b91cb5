import { expect, it } from 'vitest'
import { isClaimed, leavesOutItsProfile, type Offer, offers, type Profile, profilesOf } from './profiles.ts'
import { requirements } from './requirements.ts'

const decidable = requirements.filter(
  (requirement) => requirement.kind === 'stated' && requirement.excluded === undefined,
)

it('has every stated requirement in full and in one more profile, unless no client can judge it', () => {
  expect(decidable.length).toBeGreaterThan(100)
  expect(decidable.filter((requirement) => profilesOf(requirement)[0] !== 'full').map(({ id }) => id)).toEqual([])
  expect(decidable.filter((requirement) => profilesOf(requirement).length < 2).map(({ id }) => id)).toEqual([])
  const others = requirements.filter((requirement) => !decidable.includes(requirement))
  expect(others.filter((other) => profilesOf(other).length > 0)).toEqual([])
  expect(others.filter(({ kind, excluded }) => kind === 'stated' && !excluded)).toEqual([])
})

it('takes nothing but the clauses of its part into a profile', () => {
  const clauses = (profile: Profile) =>
    new Set(requirements.filter((requirement) => profilesOf(requirement).includes(profile)).map(({ clause }) => clause))
  expect([...clauses('legacy')].sort()).toEqual(['2.1', '4', '4.10', '4.9', '5.4', '5.5', '5.6'])
  expect([...clauses('tokens')].sort()).toEqual(['2.1', '2.2', '2.3', '4', '4.1', '4.2', '5.1', '5.2', '5.3', '9'])
  expect([...clauses('services')].sort()).toEqual(['2.1', '4', '4.3', '4.7', '4.8', '5.7', '9'])
  expect([...clauses('versioned')].sort()).toEqual(['2.1', '4', '4.4', '4.5', '4.6', '5.1', '9'])
})

const left = (...without: readonly Offer[]) =>
  decidable.filter((requirement) => !isClaimed(requirement, { profile: 'full', without })).map(({ id }) => id)
const begin = (...begins: readonly string[]) =>
  decidable.map(({ id }) => id).filter((id) => begins.some((text) => id.startsWith(text)))

it('takes what a service does not offer out of a claim, and nothing else', () => {
  expect(left()).toEqual([])
  expect(left('mcp')).toEqual(['mcp.endpoint'])
  expect(left('dsn')).toEqual(['auth.dsn', 'auth.dsn-verified'])
  expect(left('apiKeys')).toEqual(['auth.api-key', 'auth.api-key-verified', 'legacy.projects-key'])
  expect(left('connect')).toEqual(begin('connect.'))
  expect(left('services')).toEqual(begin('services.'))
  expect(left('oauth')).toEqual(begin('oauth.'))
  expect(left('personalAccessTokens')).toEqual(begin('pat.'))
  expect(left('legacy').toSorted()).toEqual(
    [
      ...begin('auth.integration', 'auth.dsn', 'auth.api-key', 'auth.legacy', 'legacy.', 'link.', 'ids.known'),
      'ids.malformed-legacy',
      'versions.side-by-side',
    ].toSorted(),
  )
  expect(left('versioned').toSorted()).toEqual(
    [
      ...begin('environments.', 'configurations.', 'resources.', 'products.', 'filters.', 'cursors.', 'versions.'),
      'ids.prefixed-cursor',
      'ids.malformed-cursor',
    ].toSorted(),
  )
})

it('keeps what one of several offers shows, and takes it out with the last of them', () => {
  const all = [...offers]
  const but = (...kept: readonly Offer[]) => left(...all.filter((offer) => !kept.includes(offer)))
  expect(but()).toEqual(decidable.map(({ id }) => id))
  for (const [kept, id] of [
    ['legacy', 'ids.grammar'],
    ['versioned', 'ids.grammar'],
    ['personalAccessTokens', 'ids.order'],
    ['services', 'ids.prefixed-form'],
    ['connect', 'http.options'],
    ['oauth', 'http.json'],
    ['versioned', 'auth.required'],
    ['personalAccessTokens', 'auth.required'],
  ] as const)
    expect(but(kept)).not.toContain(id)
  expect(but('oauth')).toContain('oauth.expiry')
  expect(but('oauth', 'personalAccessTokens')).not.toContain('oauth.expiry')
  expect(but('connect')).toContain('ids.grammar')
})

it('knows a claim that leaves out every part of its profile', () => {
  const isEmpty = (profile: Profile, ...without: readonly Offer[]) => leavesOutItsProfile({ profile, without })
  expect(isEmpty('legacy', 'legacy', 'mcp')).toBe(true)
  expect(isEmpty('versioned', 'versioned')).toBe(true)
  expect(isEmpty('tokens', 'oauth', 'personalAccessTokens')).toBe(true)
  expect(isEmpty('services', 'services', 'connect', 'mcp')).toBe(true)
  expect(isEmpty('legacy', 'versioned', 'services', 'dsn', 'apiKeys')).toBe(false)
  expect(isEmpty('tokens', 'oauth')).toBe(false)
  expect(isEmpty('services', 'services', 'connect')).toBe(false)
  expect(isEmpty('full', 'legacy', 'versioned')).toBe(false)
})
