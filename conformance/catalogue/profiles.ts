import { findRequirement, type Requirement, requirements } from './requirements.ts'

/** The parts of the specification that a target may claim. */
export const profiles = ['full', 'versioned', 'legacy', 'tokens', 'services', 'read-only'] as const

/** One of `profiles`. */
export type Profile = (typeof profiles)[number]

/** The parts that a service may declare not to offer. */
export const offers = [
  'mcp',
  'dsn',
  'apiKeys',
  'integrationTokens',
  'refreshTokens',
  'connect',
  'services',
  'legacy',
  'versioned',
  'oauth',
  'personalAccessTokens',
  'resources',
  'search',
  'stringFilters',
  'enumFilters',
  'severalFilters',
  'groupStatus',
] as const

/** One of `offers`. */
export type Offer = (typeof offers)[number]

/** The parts of a service, by name. */
export const offerNames: Readonly<Record<Offer, string>> = {
  mcp: 'the MCP endpoint',
  dsn: 'Authorization: DSN at the legacy API',
  apiKeys: 'API keys by HTTP Basic at the legacy API',
  integrationTokens: 'authentication tokens from an internal integration',
  refreshTokens: 'refresh tokens',
  connect: 'connecting a third-party connector',
  services: 'the Services API',
  legacy: 'the legacy API',
  versioned: 'the versioned API',
  oauth: 'the token endpoint',
  personalAccessTokens: 'personal access tokens',
  resources: 'the list of resources',
  search: 'lists that take search',
  stringFilters: 'brand and category of products',
  enumFilters: 'lists with an enum filter',
  severalFilters: 'lists that take two filters at once',
  groupStatus: 'the status of a group',
}

/** The paths of a part, as the specification has them. */
const offerPaths: Readonly<Partial<Record<Offer, string>>> = {
  connect: '/app/{adapter}/…',
  services: '/services/{adapterConnectionId}/…',
  legacy: '/0/…',
  versioned: '/1.13/…',
  oauth: '/oauth/token',
  personalAccessTokens: '/access-tokens',
  resources: '/1.13/resources',
}

/** A part of a service with its paths. */
export function offerTitle(offer: Offer): string {
  const path = offerPaths[offer]
  return path === undefined ? offerNames[offer] : `${offerNames[offer]}: ${path}`
}

/** The claim of a target: the yardstick of a run. It does not change how a check decides. */
export interface Claim {
  /** The part of the specification. */
  readonly profile: Profile
  /** The parts that the service does not offer. */
  readonly without: readonly Offer[]
}

const parts: Readonly<Record<Profile, string>> = {
  full: 'the whole specification',
  versioned: 'the versioned API',
  legacy: 'the legacy API',
  tokens: 'the token endpoint and personal access tokens',
  services: 'the Services API, connectors and MCP',
  'read-only': 'what can be seen without writing',
}

/** "legacy, without dsn and apiKeys". */
export function claimText({ profile, without }: Claim): string {
  return `${profile}${omittedOffersText(without)}`
}

/** The text of `claimText`, with the part of the specification that the profile names. */
export function longClaimText({ profile, without }: Claim): string {
  return `${profile} (${parts[profile]})${omittedOffersText(without)}`
}

/** The offers that a claim leaves out: ", without dsn and apiKeys"; empty if there are none. */
export function omittedOffersText(without: readonly Offer[]): string {
  if (without.length < 2) return without.length === 0 ? '' : `, without ${without[0]}`
  return `, without ${without.slice(0, -1).join(', ')} and ${without.at(-1)}`
}

/** The profiles of a requirement, `full` first; empty for a requirement that no run decides. */
export function requirementProfiles({ profiles: partial }: Requirement): readonly Profile[] {
  return partial ? ['full', ...partial] : []
}

/** Offers that together show a requirement. */
type Together = readonly Offer[]

/** The offers that show the requirements whose ids begin so; those of one list are needed together. */
const neededOffers: readonly (readonly [begin: string, ...lists: readonly Together[]])[] = [
  ['mcp.', ['mcp']],
  ['connect.', ['connect']],
  ['services.', ['services']],
  ['auth.dsn', ['dsn', 'legacy']],
  ['auth.api-key', ['apiKeys', 'legacy']],
  ['auth.integration-token', ['integrationTokens', 'legacy']],
  ['legacy.projects-key', ['apiKeys', 'legacy']],
  ['versions.side-by-side', ['legacy', 'versioned']],
  ['pat.', ['personalAccessTokens']],
  // A token is shown to work by a list that takes it.
  ...(['oauth.token-works', 'oauth.expiry'] as const).map(
    (id) => [id, ['oauth', 'versioned'], ['oauth', 'personalAccessTokens']] as const,
  ),
  [
    'oauth.refreshed-token-works',
    ['refreshTokens', 'oauth', 'versioned'],
    ['refreshTokens', 'oauth', 'personalAccessTokens'],
  ],
  ['oauth.refresh', ['refreshTokens', 'oauth']],
  ['oauth.', ['oauth']],
  ['resources.', ['resources', 'versioned']],
  ['filters.search', ['search', 'versioned']],
  ['filters.exact', ['stringFilters', 'versioned']],
  ['filters.enum', ['enumFilters', 'versioned']],
  [
    'filters.and',
    ['severalFilters', 'stringFilters', 'versioned'],
    ['severalFilters', 'enumFilters', 'search', 'versioned'],
  ],
  // Any filter shows the rest of clause 4.5.
  [
    'filters.',
    ...(['stringFilters', 'enumFilters', 'search'] as const).map((filter) => [filter, 'versioned'] as const),
  ],
  ['legacy.groups-post-query', ['groupStatus', 'legacy']],
  // Neither the token endpoint nor prepare-connect takes an id, or a JSON body that is stated.
  ...(['ids.', 'http.json-body'] as const).map(
    (begin) => [begin, ['versioned'], ['legacy'], ['services'], ['personalAccessTokens']] as const,
  ),
  ...(['auth.required', 'auth.invalid-bearer'] as const).map(
    (id) => [id, ['versioned'], ['personalAccessTokens']] as const,
  ),
]

/** The offers within the part of each profile. */
const offersOf: Readonly<Record<Profile, readonly Offer[]>> = {
  full: [],
  versioned: ['versioned'],
  legacy: ['legacy'],
  tokens: ['oauth', 'personalAccessTokens'],
  services: ['services', 'connect'],
  'read-only': [],
}

/** Each list of offers that shows a requirement at a service that has them all. */
function offerCombinations(id: string): readonly Together[] {
  const [, ...named] = neededOffers.find(([begin]) => id.startsWith(begin)) ?? ['']
  const within = new Set<Offer>((findRequirement(id)?.profiles ?? []).flatMap((profile) => offersOf[profile]))
  if (named.length === 0) return [...within].map((offer) => [offer])
  // A part of these is enough to show some requirements.
  return named.length === 1 ? named : named.filter((together) => together.some((offer) => within.has(offer)))
}

/** An offer without which nothing shows a requirement; undefined if what is left shows it. */
export function findOmittedOffer(id: string, without: readonly Offer[] = []): Offer | undefined {
  if (without.length === 0) return undefined
  const lacking = offerCombinations(id).map((together) => together.find((offer) => without.includes(offer)))
  return lacking.includes(undefined) ? undefined : lacking[0]
}

/** The parts of a profile; a claim without all of them would say nothing about it. */
const partsOf: Readonly<Record<Profile, readonly Offer[]>> = { ...offersOf, services: [...offersOf.services, 'mcp'] }

/** Returns true if a claim leaves out every part that its profile names. */
export function leavesOutItsProfile({ profile, without }: Claim): boolean {
  const parts = partsOf[profile]
  return parts.length > 0 && parts.every((part) => without.includes(part))
}

/**
 * The offers that a run has seen to be absent, such as refresh tokens that no answer has.
 * @param isAbsent Whether all that a run concluded about a requirement is that the target does not have it.
 */
export function absentOffers(isAbsent: (id: string) => boolean): readonly Offer[] {
  return offers.filter((offer) => {
    const ids = requirements.flatMap(({ id, profiles: partial }) =>
      partial && findOmittedOffer(id, [offer]) !== undefined ? [id] : [],
    )
    return ids.length > 0 && ids.every(isAbsent)
  })
}

/** Returns true if a claim covers a requirement. */
export function isClaimed(requirement: Requirement, { profile, without }: Claim): boolean {
  return requirementProfiles(requirement).includes(profile) && findOmittedOffer(requirement.id, without) === undefined
}
