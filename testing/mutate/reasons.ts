// Why some changes of the checks need not be noticed. A reason for a change that is noticed, or that is no longer
// there, makes `npm run mutate` fail.
import type { Change } from './mutation-sites.ts'

/** Why nothing notices a change. */
export interface Reason {
  /** From the root. */
  readonly file: string
  readonly change: Change
  /** The condition or the call, on one line, as the report shows it. */
  readonly text: string
  readonly reason: string
}

/** Every change that may survive. */
export const reasons: readonly Reason[] = [
  {
    file: 'conformance/checks/access-tokens/end-checks.ts',
    change: 'taken out',
    text: 'secret === undefined',
    reason: 'It spares requests: without it `Bearer undefined` is sent, and its refusal leads to the same verdict.',
  },
]
