import type { Check } from '../define-check.ts'

/** Every check, in the order of the catalogue of requirements. */
export const checks: readonly Check[] = []
