// The output of `list` and `explain` about requirements, and what both judges have in common there.
import { requirementProfiles } from '../catalogue/profiles.ts'
import type { Requirement } from '../catalogue/requirements.ts'
import { KitError } from '../kit-error.ts'
import { didYouMean } from '../nearest.ts'
import { type Check, isAtEnd, isPassive } from '../judge/define-check.ts'
import { missingDeclarations } from '../target/declarations.ts'
import { counted } from './text.ts'

/** The members of a requirement, of either judge, that lists and explanations show. */
interface ExplainedRequirement {
  readonly id: string
  readonly clause: string
  readonly statement: string
}

/** One line for each requirement, for `list`. @param noteOf A few words after the clause. */
export function requirementLines<Required extends ExplainedRequirement>(
  requirements: readonly Required[],
  noteOf: (requirement: Required) => string,
): string {
  const width = Math.max(0, ...requirements.map(({ id }) => id.length))
  const lines = requirements.map((requirement) => {
    const { id, clause, statement } = requirement
    return `${id.padEnd(width)}  ${clause.padEnd(4)}  ${noteOf(requirement).padEnd(17)}  ${statement}\n`
  })
  return lines.join('')
}

/** The first lines of an explanation. @param level What breaking it means. */
export const headLines = ({ id, clause, statement }: ExplainedRequirement, level: string): readonly string[] => [
  id,
  `  ${statement}`,
  `  Clause ${clause}; ${level}.`,
]

/** The requirement with an id of its own or of one of its checks; undefined for any other id. */
export function requirementOfId<Required extends ExplainedRequirement>(
  id: string,
  requirements: readonly Required[],
  checksOf: (requirement: Required) => readonly { readonly id: string }[],
): Required | undefined {
  return (
    requirements.find((known) => known.id === id) ??
    requirements.find((known) => checksOf(known).some((check) => check.id === id))
  )
}

/** @throws KitError `unknown_id` @param what What ids are of, such as `a requirement or a check`. */
export function refuseId(id: string, what: string, command: string, known: readonly string[]): never {
  const hint = didYouMean(id, [...new Set(known)], `. \`emulator ${command} list\` prints all of them.`)
  throw new KitError('unknown_id', `expected the id of ${what}; got ${JSON.stringify(id)}${hint}`)
}

/** The output of `conformance list`. */
export function checkListText(checks: readonly Check[], requirements: readonly Requirement[]): string {
  const noteOf = ({ id, kind, excluded }: Requirement): string => {
    if (excluded !== undefined) return 'excluded'
    if (kind === 'notShown') return 'not shown'
    const count = checks.filter(({ requirement }) => requirement === id).length
    return `${counted(count, 'check')}${kind === 'example' ? ', example' : ''}`
  }
  const listed = requirements.map((requirement) => {
    const { statement, excluded } = requirement
    return excluded === undefined ? requirement : { ...requirement, statement: `${statement} (${excluded})` }
  })
  return requirementLines(listed, noteOf)
}

const kinds: Readonly<Record<Requirement['kind'], string>> = {
  stated: 'stated: a target that breaks it fails',
  example: 'shown by an example: recorded, never judged',
  notShown: 'not shown: a target is free, and nothing is checked',
}

/**
 * The output of `conformance explain`: everything about a requirement, by its own id or the id of one of its checks.
 *
 * @throws KitError `unknown_id`
 */
export function explanationText(id: string, checks: readonly Check[], requirements: readonly Requirement[]): string {
  const checksOf = (requirement: Requirement) => checks.filter((check) => check.requirement === requirement.id)
  const known = requirementOfId(id, requirements, checksOf)
  if (!known)
    return refuseId(
      id,
      'a requirement or a check',
      'conformance',
      [...requirements, ...checks].map((named) => named.id),
    )
  const { kind, excluded, advice } = known
  const profiles = requirementProfiles(known)
  const head = [
    ...headLines(known, kinds[kind]),
    ...(profiles.length === 0 ? [] : [`  Profiles: ${profiles.join(', ')}.`]),
    ...(excluded === undefined ? [] : [`  Never checked: ${excluded}`]),
    ...(advice ? [`  Common causes of a failure: ${advice.cause}`, `  What to do: ${advice.remedy}`] : []),
  ]
  const blocks = [head, ...checksOf(known).map(checkLines)]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const effects = { read: 'reads only', write: 'writes: runs with --allow-writes' } as const

function checkLines(check: Check): readonly string[] {
  const head = [`  ${check.id}`, `    ${check.description}`]
  if (isPassive(check)) return [...head, '    reads the exchanges of other checks and sends nothing']
  const { effect, needs = [], after = [] } = check
  // The members to declare in a target file that declares nothing.
  const members = missingDeclarations(needs, { baseUrl: '' })
  return [
    ...head,
    `    ${effects[effect]}${isAtEnd(check) ? '; after all others' : ''}`,
    ...(members.length > 0 ? [`    needs ${members.join(', ')} in the target file`] : []),
    ...(after.length > 0 ? [`    after ${after.join(', ')}`] : []),
  ]
}
