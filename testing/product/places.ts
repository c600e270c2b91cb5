// The documented operations by what a fault can meet there, in the emulator's own names.
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'

/** A list of the versioned API. */
export type VersionedList = 'environments.list' | 'resources.list' | 'products.list'

/** A list that is paged by the Link header (clause 4.10). */
export type LinkList = 'legacy.groups.list' | 'legacy.events.list'

type LegacyRead = LinkList | 'legacy.projects'
type BearerRead = VersionedList | 'configurations.value' | 'access-tokens.list' | 'services.capabilities'
type BearerWrite =
  | 'access-tokens.create'
  | 'access-tokens.rename'
  | 'access-tokens.revoke'
  | 'services.invoke'
  | 'connect.prepare'

/** An operation that serves nothing without a credential in the header. */
export type ProtectedOperation = BearerRead | BearerWrite | LegacyRead | 'legacy.groups.create'

/** An operation with an id in its path. */
export type IdOperation =
  | 'products.list'
  | 'configurations.value'
  | 'services.capabilities'
  | 'services.invoke'
  | 'access-tokens.rename'
  | 'access-tokens.revoke'
  | LinkList
  | 'legacy.groups.create'

const versionedLists: readonly VersionedList[] = ['environments.list', 'resources.list', 'products.list']

export const linkLists: readonly LinkList[] = ['legacy.groups.list', 'legacy.events.list']

export const legacyReads: readonly LegacyRead[] = ['legacy.projects', ...linkLists]

export const bearerReads: readonly BearerRead[] = [
  ...versionedLists,
  'configurations.value',
  'access-tokens.list',
  'services.capabilities',
]

export const bearerWrites: readonly BearerWrite[] = [
  'access-tokens.create',
  'access-tokens.rename',
  'access-tokens.revoke',
  'services.invoke',
  'connect.prepare',
]

export const protectedOperations: readonly ProtectedOperation[] = [
  ...bearerReads,
  ...bearerWrites,
  ...legacyReads,
  'legacy.groups.create',
]

export const idOperations: readonly IdOperation[] = [
  'products.list',
  'configurations.value',
  'services.capabilities',
  'services.invoke',
  'access-tokens.rename',
  'access-tokens.revoke',
  ...linkLists,
  'legacy.groups.create',
]

/** The requirement that is broken by a protected operation that serves strangers. */
export function guardRequirement(operation: ProtectedOperation): RequirementId {
  if (operation.startsWith('legacy.')) return 'auth.legacy-required'
  if (operation.startsWith('services.')) return 'services.auth'
  return operation === 'connect.prepare' ? 'connect.prepare-auth' : 'auth.required'
}

/** The requirement that a protected operation breaks which takes a Bearer value that was never issued. */
export function bearerGuardRequirement(operation: ProtectedOperation): RequirementId {
  const guard = guardRequirement(operation)
  return guard === 'auth.required' ? 'auth.invalid-bearer' : guard
}
