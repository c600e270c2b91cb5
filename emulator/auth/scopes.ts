import type { Scope, ScopeAction } from '../contract/scope.ts'
import type { Conventions } from '../contract/conventions.ts'
import { resourceByCollection } from '../resources/resources.ts'

/**
 * The list of scopes and their rules are not shown (clause 5.3). Here a scope is a resource family and an
 * action: retrieving takes `<family>:read`, everything else `<family>:write`, and write does not include read.
 * A token never gets a scope that its creator lacks. Every user has access to every project. The convention
 * `scopeRule` says so, and can turn it off.
 */
const scopeActions: readonly ScopeAction[] = ['read', 'write']

/** What scopes are about: the families of resources, in the order of the alphabet. */
export const scopeFamilies: readonly string[] = [
  ...new Set([...Object.values(resourceByCollection).map((resource) => resource.family), 'access-tokens', 'services']),
].sort()

/** Every scope that a token can have (clause 5.3). */
export const allScopes: readonly Scope[] = scopeFamilies.flatMap((family) =>
  scopeActions.map((action): Scope => `${family}:${action}`),
)

const known: ReadonlySet<string> = new Set(allScopes)
/** The characters of a scope by RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/

/** Whether a text is a scope: one of the list, or any at all when scopes decide nothing. */
export function isScope(text: string, { scopeRule }: Pick<Conventions, 'scopeRule'>): boolean {
  return scopeRule === 'ignored' ? scopeToken.test(text) : known.has(text)
}

/** The scopes of `wanted` that go beyond `allowed`: none when scopes decide nothing. */
export function scopesBeyond(
  wanted: readonly string[],
  allowed: readonly string[],
  { scopeRule }: Pick<Conventions, 'scopeRule'>,
): readonly string[] {
  return scopeRule === 'ignored' ? [] : wanted.filter((scope) => !allowed.includes(scope))
}

/** A scope in the form of the convention `scopeFormat`. */
export function showScope(scope: string, { scopeFormat }: Pick<Conventions, 'scopeFormat'>): unknown {
  if (scopeFormat === 'string') return scope
  const colon = scope.lastIndexOf(':')
  return { resource: colon < 0 ? scope : scope.slice(0, colon), action: colon < 0 ? '' : scope.slice(colon + 1) }
}

/** The scope that a request names in the form of the convention `scopeFormat`; undefined when it is none. */
export function readScope(
  given: unknown,
  conventions: Pick<Conventions, 'scopeFormat' | 'scopeRule'>,
): string | undefined {
  const text = conventions.scopeFormat === 'string' ? given : textOf(given)
  return typeof text === 'string' && isScope(text, conventions) ? text : undefined
}

function textOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Object.keys(given).length !== 2) return undefined
  const { resource, action } = given as { resource?: unknown; action?: unknown }
  return typeof resource === 'string' && typeof action === 'string' && !action.includes(':')
    ? `${resource}:${action}`
    : undefined
}
