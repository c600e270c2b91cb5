import { expect, it } from 'vitest'
import { isClaimed, offerOf, offers, type Profile, profilesOf } from './profiles.ts'
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

it('takes what a service does not offer out of a claim, and nothing else', () => {
  const left = (...without: readonly (typeof offers)[number][]) =>
    decidable.filter((requirement) => !isClaimed(requirement, { profile: 'full', without })).map(({ id }) => id)
  expect(left()).toEqual([])
  expect(left('mcp')).toEqual(['mcp.endpoint'])
  expect(left('dsn')).toEqual(['auth.dsn', 'auth.dsn-verified'])
  expect(left('apiKeys')).toEqual(['auth.api-key', 'auth.api-key-verified', 'legacy.projects-key'])
  expect(left('connect')).toEqual(decidable.filter(({ id }) => id.startsWith('connect.')).map(({ id }) => id))
  expect(left('services')).toEqual(decidable.filter(({ id }) => id.startsWith('services.')).map(({ id }) => id))
  expect(new Set(decidable.flatMap(({ id }) => offerOf(id) ?? []))).toEqual(new Set(offers))
})
