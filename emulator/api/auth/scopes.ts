import type { Scope, ScopeAction } from '../../model/contract/scope.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'

/**
 * The specification does not show the scopes and their rules (clause 5.3). Here a scope is a resource family and an
 * action. Retrieving needs `<family>:read`, everything else `<family>:write`, and write does not include read. A token
 * cannot have a scope that its creator lacks. Every user has access to every project. The convention `scopeRule` can
 * turn the rules off.
 */
const scopeActions: readonly ScopeAction[] = ['read', 'write']

/** The families of resources that have scopes, in alphabetical order. */
export const scopeFamilies: readonly string[] = [
  ...new Set([...Object.values(resourceByCollection).map((resource) => resource.family), 'access-tokens', 'services']),
].sort()

/** Every scope that a token can have (clause 5.3). */
export const allScopes: readonly Scope[] = scopeFamilies.flatMap((family) =>
  scopeActions.map((action): Scope => `${family}:${action}`),
)

const known: ReadonlySet<string> = new Set(allScopes)

const byFamily = new Map(
  scopeFamilies.map((family) => [family, { read: `${family}:read`, write: `${family}:write` } as const]),
)

/** The scope of a family and an action. To put its text together for each request would take longer. */
export function scopeOf(family: string, action: ScopeAction): Scope {
  return byFamily.get(family)?.[action] ?? `${family}:${action}`
}

/** The characters that RFC 6749 section 3.3 allows in a scope. */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/

/** Returns true if a text is a scope: one of `allScopes`, or any when `scopeRule` is ignored. */
export function isScope(text: string, { scopeRule }: Pick<Conventions, 'scopeRule'>): boolean {
  return scopeRule === 'ignored' ? scopeToken.test(text) : known.has(text)
}

/** Returns the scopes of `wanted` that `allowed` lacks, and none when `scopeRule` is ignored. */
export function scopesBeyond(
  wanted: readonly string[],
  allowed: readonly string[],
  { scopeRule }: Pick<Conventions, 'scopeRule'>,
): readonly string[] {
  return scopeRule === 'ignored' ? [] : wanted.filter((scope) => !allowed.includes(scope))
}

/** The scopes of a token as answers show them. */
export function showScopes(scopes: readonly string[], conventions: Pick<Conventions, 'scopeFormat'>): unknown {
  switch (conventions.scopeFormat) {
    case 'text':
      return scopes.join(' ')
    case 'named':
      return scopes.map((scope) => ({ name: scope, description: `Allows ${scope}.` }))
    default:
      return scopes.map((scope) => showScope(scope, conventions))
  }
}

/** Converts a scope to the form that requests have by the convention `scopeFormat`. */
export function showScope(scope: string, { scopeFormat }: Pick<Conventions, 'scopeFormat'>): unknown {
  if (scopeFormat !== 'object') return scope
  const colon = scope.lastIndexOf(':')
  return { resource: colon < 0 ? scope : scope.slice(0, colon), action: colon < 0 ? '' : scope.slice(colon + 1) }
}

/** Reads a scope in the convention `scopeFormat`. Returns undefined when it is not a scope. */
export function readScope(
  value: unknown,
  conventions: Pick<Conventions, 'scopeFormat' | 'scopeRule'>,
): string | undefined {
  const text = conventions.scopeFormat === 'object' ? textOf(value) : value
  return typeof text === 'string' && isScope(text, conventions) ? text : undefined
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return undefined
  const { resource, action } = value as { resource?: unknown; action?: unknown }
  return typeof resource === 'string' && typeof action === 'string' && !action.includes(':')
    ? `${resource}:${action}`
    : undefined
}
