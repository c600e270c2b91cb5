import { bearer } from './bearer.ts'
import type { ClientCheck } from './define-client-check.ts'

/** Every check of what a client sends. The judge adds those of what it reports. */
export const wireChecks: readonly ClientCheck[] = [bearer]
