import type { Endpoint } from '../define-endpoint.ts'

/** The Services API (clause 4.7). */
export const serviceEndpoints: readonly Endpoint[] = []
