import type { RequirementId } from './requirements.ts'

/**
 * The id of a check. It begins with the requirement that the check decides. Its end often comes from a table of places,
 * so a test looks whether there is such a check (conformance/checks/checks.test.ts).
 */
export type CheckId = RequirementId | `${RequirementId}.${string}`
