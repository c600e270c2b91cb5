/** The action of a scope: `read` allows GET, and `write` all other methods. */
export type ScopeAction = 'read' | 'write'

/** A resource family and an action (clause 5.3), for example `flows:read`. */
export type Scope = `${string}:${ScopeAction}`
