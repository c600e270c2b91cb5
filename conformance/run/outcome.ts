import type { CheckResult } from './result.ts'

/** How a check ended. */
export type Outcome = Pick<CheckResult, 'verdict' | 'message' | 'evidence'>
