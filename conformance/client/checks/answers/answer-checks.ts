import type { ClientCheck } from '../define-client-check.ts'
import { failureChecks, writesOnce } from './failures.ts'
import { badRequestRepeated, concurrency, connections } from './observed-behaviour.ts'
import { retryAfterKept } from './retry-after.ts'
import { capabilitiesRequested, connectPrepare, commandInvoked } from './services.ts'

/** The checks of clauses 4.3, 4.7, 7 and 8. */
export const answerChecks: readonly ClientCheck[] = [
  commandInvoked,
  capabilitiesRequested,
  connectPrepare,
  ...failureChecks,
  writesOnce,
  retryAfterKept,
  badRequestRepeated,
  connections,
  concurrency,
]
