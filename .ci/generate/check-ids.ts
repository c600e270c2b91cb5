import { checks } from '../../conformance/checks/checks.ts'
import { header } from '../../testing/committed.ts'

/** The ids of checks as types: many are made from a table of places, so types cannot tell them. */
export function checkIds(): string {
  return `${header}

/** The id of a check. It begins with the requirement that the check decides. */
export type CheckId =
${checks.map(({ id }) => `  | '${id}'`).join('\n')}
`
}
