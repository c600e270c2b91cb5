import { resourceByCollection } from '../resources/resources.ts'

/**
 * The list of scopes and their rules are not shown (clause 5.3). Here a scope is a resource family and an
 * action: retrieving takes `<family>:read`, everything else `<family>:write`.
 */
export const scopeActions = ['read', 'write'] as const
export type ScopeAction = (typeof scopeActions)[number]
export type Scope = `${string}:${ScopeAction}`

export const scopeFamilies: readonly string[] = [...new Set([...Object.values(resourceByCollection).map((resource) => resource.family), 'access-tokens', 'services'])].sort()

export const allScopes: readonly Scope[] = scopeFamilies.flatMap((family) => scopeActions.map((action): Scope => `${family}:${action}`))
