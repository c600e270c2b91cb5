import type { Endpoint } from '../define-endpoint.ts'

/** Connecting a third-party connector (clauses 4.3 and 5.7). */
export const connectEndpoints: readonly Endpoint[] = []
