import { addressChecks } from './addresses/address-checks.ts'
import { answerChecks } from './answers/answer-checks.ts'
import { credentialChecks } from './credentials/credential-checks.ts'
import type { ClientCheck } from './define-client-check.ts'
import { clientLinkChecks } from './links/link-checks.ts'
import { clientListChecks } from './lists/list-checks.ts'

/**
 * Every check of what a client sends. The judge adds those of what it reports. The first that fails names the cause
 * of a wrong outcome, so that those nearest to a fault stand first.
 */
export const wireChecks: readonly ClientCheck[] = [
  ...addressChecks,
  ...credentialChecks,
  ...clientListChecks,
  ...clientLinkChecks,
  ...answerChecks,
]
