import type { Exchange } from '../wire/exchange.ts'
import type { CheckResult } from './result.ts'

/** How a check ended. */
export interface Outcome extends Pick<CheckResult, 'verdict' | 'message' | 'evidence'> {
  /** All that a check sent which failed, for the script that reproduces it. */
  readonly sent?: readonly Exchange[]
}
