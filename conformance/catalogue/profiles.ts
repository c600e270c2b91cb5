import { profileMembers } from './profile-members.ts'
import type { Requirement } from './requirements.ts'

/** The parts of the specification that a target may claim. */
export const profiles = ['full', 'versioned', 'legacy', 'tokens', 'services', 'read-only'] as const

/** One of `profiles`. */
export type Profile = (typeof profiles)[number]

/** The parts that a service may declare not to offer. */
export const offers = ['mcp', 'dsn', 'apiKeys', 'connect', 'services'] as const

/** One of `offers`. */
export type Offer = (typeof offers)[number]

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
  return `${profile}${withoutText(without)}`
}

/** The text of `claimText`, with the part of the specification that the profile names. */
export function longClaimText({ profile, without }: Claim): string {
  return `${profile} (${parts[profile]})${withoutText(without)}`
}

function withoutText(without: readonly Offer[]): string {
  if (without.length < 2) return without.length === 0 ? '' : `, without ${without[0]}`
  return `, without ${without.slice(0, -1).join(', ')} and ${without.at(-1)}`
}

/** The profiles of a requirement, `full` first; empty for a requirement that no run decides. */
export function profilesOf({ id, kind, excluded }: Requirement): readonly Profile[] {
  if (kind !== 'stated' || excluded !== undefined) return []
  return ['full', ...(Object.hasOwn(profileMembers, id) ? profileMembers[id as keyof typeof profileMembers] : [])]
}

/** The offer that a requirement depends on; undefined for a requirement of every service. */
export function offerOf(id: string): Offer | undefined {
  if (id.startsWith('mcp.')) return 'mcp'
  if (id.startsWith('connect.')) return 'connect'
  if (id.startsWith('services.')) return 'services'
  if (id.startsWith('auth.dsn')) return 'dsn'
  if (id.startsWith('auth.api-key') || id === 'legacy.projects-key') return 'apiKeys'
  return undefined
}

/** Whether a claim covers a requirement. */
export function isClaimed(requirement: Requirement, { profile, without }: Claim): boolean {
  const offer = offerOf(requirement.id)
  return profilesOf(requirement).includes(profile) && (offer === undefined || !without.includes(offer))
}
