import { checks } from '../../conformance/checks/checks.ts'
import { header } from '../../testing/committed.ts'
import { quoted } from './name-lists.ts'

/** The ids of checks as types: many are made from a table of places, so types cannot tell them. */
export function checkRequirements(): string {
  const rows = checks.map(({ id, requirement }) => `  ${quoted(id)}: ${quoted(requirement)}`)
  return `${header}

/** The requirement that each check decides. */
export interface CheckRequirements {
${rows.join('\n')}
}

/** The id of a check. */
export type CheckId = keyof CheckRequirements
`
}
