/** What a scope allows: `read` retrieves, `write` does everything else. */
export type ScopeAction = 'read' | 'write'

/** What a credential may do (clause 5.3): a resource family and an action. See auth/scopes.ts. */
export type Scope = `${string}:${ScopeAction}`
