import { expect, it } from 'vitest'
import { isClaimed, type Offer } from './profiles.ts'
import { requirements } from './requirements.ts'

const decidable = requirements.filter(
  (requirement) => requirement.kind === 'stated' && requirement.excluded === undefined,
)

const left = (...without: readonly Offer[]) =>
  decidable.filter((requirement) => !isClaimed(requirement, { profile: 'full', without })).map(({ id }) => id)
const begin = (...begins: readonly string[]) =>
  decidable.map(({ id }) => id).filter((id) => begins.some((text) => id.startsWith(text)))

it('removes from a claim only what a service does not offer', () => {
  expect(left()).toEqual([])
  expect(left('mcp')).toEqual(['mcp.endpoint'])
  expect(left('dsn')).toEqual(['auth.dsn', 'auth.dsn-verified'])
  expect(left('apiKeys')).toEqual(['auth.api-key', 'auth.api-key-verified', 'legacy.projects-key'])
  expect(left('integrationTokens')).toEqual(['auth.integration-token'])
  expect(left('refreshTokens')).toEqual(begin('oauth.refresh'))
  expect(left('connect')).toEqual(begin('connect.'))
  expect(left('services')).toEqual(begin('services.'))
  expect(left('oauth')).toEqual(begin('oauth.'))
  expect(left('personalAccessTokens')).toEqual(begin('pat.'))
  expect(left('resources')).toEqual(['resources.list'])
  expect(left('search')).toEqual(begin('filters.search'))
  expect(left('stringFilters')).toEqual(['filters.exact'])
  expect(left('enumFilters')).toEqual(begin('filters.enum'))
  expect(left('severalFilters')).toEqual(['filters.and'])
  expect(left('stringFilters', 'search')).toEqual(begin('filters.exact', 'filters.search', 'filters.and'))
  expect(left('stringFilters', 'enumFilters', 'search')).toEqual(begin('filters.'))
  expect(left('groupStatus')).toEqual(['legacy.groups-post-query'])
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
