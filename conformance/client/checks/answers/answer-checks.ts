import type { ClientCheck } from '../define-client-check.ts'
import { failureChecks, writesOnce } from './failures.ts'
import { badRequestRepeated, concurrency, connections, retryAfter } from './observed-behaviour.ts'
import { capabilities, connectPrepare, invoke } from './services.ts'

/** The checks of clauses 4.3, 4.7, 7 and 8. */
export const answerChecks: readonly ClientCheck[] = [
  invoke,
  capabilities,
  connectPrepare,
  ...failureChecks,
  writesOnce,
  retryAfter,
  badRequestRepeated,
  connections,
  concurrency,
]
