import { requirements } from '../../conformance/catalogue/requirements.ts'
import { header } from '../../testing/committed.ts'

/** The longest piece of a text in one line, in characters. */
const longest = 110

/** A text as TypeScript, in pieces that fit into lines. */
function pieces(text: string): string {
  const words = text.match(new RegExp(`.{1,${longest}}(?: |$)`, 'g')) ?? ['']
  return words.map((piece) => `'${piece.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(' +\n')
}

/**
 * The sentences of the catalogue, for the half that must not import it: the control API explains the ids that refusals
 * cite.
 */
export function requirementStatements(): string {
  const rows = requirements.map(({ id, clause, statement }) => `['${id}', '${clause}', ${pieces(statement)}],`)
  return `${header}
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'

/** Every requirement of the specification: its id, its clause, and its sentence in our own words. */
export const requirementStatements: readonly (readonly [RequirementId, string, string])[] = [
${rows.join('\n')}
]
`
}
