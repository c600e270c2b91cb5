import { type Profile, profilesOf } from '../catalogue/profiles.ts'
import type { Advice, Requirement } from '../catalogue/requirements.ts'
import { KitError } from '../kit-error.ts'
import { didYouMean } from '../nearest.ts'
import { type Check, isAtEnd, isPassive } from '../judge/define-check.ts'
import { type Declaration, missingDeclarations } from '../target/declarations.ts'

export interface ListedRequirement {
  readonly id: string
  readonly clause: string
  readonly kind: Requirement['kind']
  readonly statement: string
  /** The reason why it is never checked. */
  readonly excluded?: string
  /** The number of its checks. */
  readonly checks: number
}

export interface ExplainedCheck {
  readonly id: string
  readonly description: string
  /** `passive`: the check reads the exchanges of other checks and sends nothing. */
  readonly effect: 'read' | 'write' | 'passive'
  /** The members to declare in the target file. */
  readonly needs: readonly string[]
  readonly after: readonly string[]
  readonly exclusive: boolean
}

export interface Explanation extends Omit<ListedRequirement, 'checks'> {
  /** The profiles that include it. */
  readonly profiles: readonly Profile[]
  /** The common causes of a failure, and their remedy. */
  readonly advice?: Advice
  readonly checks: readonly ExplainedCheck[]
}

/** All requirements in the order of the catalogue, as `conformance list` prints them. */
export function listedRequirements(
  checks: readonly Check[],
  requirements: readonly Requirement[],
): readonly ListedRequirement[] {
  const counts = Map.groupBy(checks, ({ requirement }) => requirement as string)
  return requirements.map(({ id, clause, kind, statement, excluded }) => ({
    id,
    clause,
    kind,
    statement,
    ...(excluded === undefined ? {} : { excluded }),
    checks: counts.get(id)?.length ?? 0,
  }))
}

/**
 * Everything about a requirement, by its own id or the id of one of its checks.
 *
 * @throws KitError `unknown_id`
 */
export function explain(id: string, checks: readonly Check[], requirements: readonly Requirement[]): Explanation {
  const requirement =
    requirements.find((known) => known.id === id) ??
    requirements.find((known) => known.id === checks.find((check) => check.id === id)?.requirement)
  if (!requirement)
    throw new KitError(
      'unknown_id',
      `expected the id of a requirement or a check; got ${JSON.stringify(id)}` +
        didYouMean(
          id,
          [...new Set([...requirements, ...checks].map((known) => known.id))],
          '. `emulator conformance list` prints all of them.',
        ),
    )
  const { clause, kind, statement, excluded, advice } = requirement
  return {
    id: requirement.id,
    clause,
    kind,
    statement,
    ...(excluded === undefined ? {} : { excluded }),
    profiles: profilesOf(requirement),
    ...(advice ? { advice } : {}),
    checks: checks.filter((check) => check.requirement === requirement.id).map(explainCheck),
  }
}

function explainCheck(check: Check): ExplainedCheck {
  const { id, description } = check
  if (isPassive(check)) return { id, description, effect: 'passive', needs: [], after: [], exclusive: false }
  return {
    id,
    description,
    effect: check.effect,
    needs: toDeclare(check.needs ?? []),
    after: check.after ?? [],
    exclusive: isAtEnd(check),
  }
}

/** The members to declare in a target file that declares nothing. */
function toDeclare(needs: readonly Declaration[]): readonly string[] {
  return missingDeclarations(needs, { baseUrl: '' })
}

/** The output of `conformance list`: one line for each requirement. */
export function listText(listed: readonly ListedRequirement[]): string {
  const width = Math.max(0, ...listed.map(({ id }) => id.length))
  const note = ({ kind, excluded, checks }: ListedRequirement) =>
    excluded !== undefined
      ? 'excluded'
      : kind === 'notShown'
        ? 'not shown'
        : `${checks} ${checks === 1 ? 'check' : 'checks'}${kind === 'example' ? ', example' : ''}`
  const lines = listed.map((requirement) => {
    const reason = requirement.excluded === undefined ? '' : ` (${requirement.excluded})`
    return `${requirement.id.padEnd(width)}  ${requirement.clause.padEnd(4)}  ${note(requirement).padEnd(17)}  ${requirement.statement}${reason}`
  })
  return `${lines.join('\n')}\n`
}

const kinds: Readonly<Record<Requirement['kind'], string>> = {
  stated: 'stated: a target that breaks it fails',
  example: 'shown by an example: recorded, never judged',
  notShown: 'not shown: a target is free, and nothing is checked',
}

const effects: Readonly<Record<ExplainedCheck['effect'], string>> = {
  read: 'reads only',
  write: 'writes: runs with --allow-writes',
  passive: 'reads the exchanges of other checks and sends nothing',
}

/** The output of `conformance explain ID`. */
export function explanationText({
  id,
  clause,
  kind,
  statement,
  excluded,
  profiles,
  advice: told,
  checks,
}: Explanation): string {
  const head = [
    id,
    `  ${statement}`,
    `  Clause ${clause}; ${kinds[kind]}.`,
    ...(profiles.length === 0 ? [] : [`  Profiles: ${profiles.join(', ')}.`]),
    ...(excluded === undefined ? [] : [`  Never checked: ${excluded}`]),
    ...(told ? [`  Common causes of a failure: ${told.cause}`, `  What to do: ${told.remedy}`] : []),
  ]
  const blocks = checks.map((check) => [
    `  ${check.id}`,
    `    ${check.description}`,
    `    ${effects[check.effect]}${check.exclusive ? '; after all others' : ''}`,
    ...(check.needs.length > 0 ? [`    needs ${check.needs.join(', ')} in the target file`] : []),
    ...(check.after.length > 0 ? [`    after ${check.after.join(', ')}`] : []),
  ])
  return `${[head, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}
