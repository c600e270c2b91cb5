import type { Requirement } from '../catalogue/requirements.ts'
import { checks } from '../checks/checks.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { type Declaration, everyNeed, sufficientMembers } from '../target/declarations.ts'
import { memberNames } from './to-declare.ts'

/** The members of a target file that would decide the most open requirements. */
export interface DecidingMembers {
  /** The members, each with the number of requirements that it would decide, largest first. */
  readonly members: readonly { readonly name: string; readonly requirements: number }[]
  /** The number of requirements that could be decided with all of them, if the target's data allows it. */
  readonly decides: number
}

/** The missing declarations of a check: one member of each inner list is enough. */
type Lack = readonly (readonly string[])[]

/** The number of members that a person can read at a glance. */
const most = 5

/**
 * The few members of a target file that would decide the most open requirements. It repeatedly takes the member that
 * most of them lack.
 */
export function declareNext(result: RunResult, open: readonly Requirement[]): DecidingMembers {
  const byRequirement = Map.groupBy(result.results, ({ requirement }) => requirement as string)
  const lacks = open
    .map(({ id }) => requirementLacks(byRequirement.get(id) ?? [], result))
    .filter((ways) => ways.length > 0)
  const isMet = (ways: readonly Lack[], names: readonly string[]): boolean =>
    ways.some((lack) => lack.every((alternatives) => alternatives.some((name) => names.includes(name))))
  const metBy = (names: readonly string[]): number => lacks.filter((ways) => isMet(ways, names)).length
  const chosen: string[] = []
  while (chosen.length < most) {
    const missing = lacks
      .filter((ways) => !isMet(ways, chosen))
      .map(
        (ways) => new Set(ways.flat().flatMap((names) => (names.some((name) => chosen.includes(name)) ? [] : names))),
      )
    const counts = memberNames.map((name) => missing.filter((names) => names.has(name)).length)
    const greatest = Math.max(...counts)
    if (greatest <= 0) break
    chosen.push(memberNames[counts.indexOf(greatest)]!)
  }
  const decides = metBy(chosen)
  const members = chosen
    .map((name) => ({ name, requirements: decides - metBy(chosen.filter((other) => other !== name)) }))
    .filter(({ requirements }) => requirements > 0)
    .sort((left, right) => right.requirements - left.requirements)
  return { members, decides }
}

/** The missing declarations of a requirement: any one of them would decide it. Empty if no declaration would. */
function requirementLacks(results: readonly CheckResult[], result: RunResult): readonly Lack[] {
  const unclear = results.filter(({ verdict }) => verdict !== 'notApplicable')
  if (unclear.length === 0) return results.map((single) => checkLacks(single, result)).filter((lack) => lack.length > 0)
  // An undecided check stays undecided without its missing declarations.
  const helped = unclear
    .filter(({ verdict }) => verdict !== 'pass')
    .map((undecided) => (undecided.verdict === 'insufficientEvidence' ? undeclaredMembers(undecided, result) : []))
  return helped.some((lack) => lack.length === 0) ? [] : [helped.flat()]
}

function checkLacks(open: CheckResult, result: RunResult): Lack {
  const needed = collectPrerequisites(open.check)
  const isLacking = (need: Declaration) => result.undeclared.includes(need)
  const declared = [...new Set(needed.flatMap((check) => (isPassive(check) ? [] : (check.needs ?? []))))].filter(
    isLacking,
  )
  const writes = !result.allowWrites && needed.some((check) => !isPassive(check) && check.effect === 'write')
  return [...declared.map(sufficientMembers), ...(writes ? [['allowWrites']] : []), ...undeclaredMembers(open, result)]
}

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]))

/** A check and its prerequisites. */
function collectPrerequisites(id: string, found = new Set<Check>()): readonly Check[] {
  const check = byId.get(id)
  if (!check || found.has(check)) return [...found]
  found.add(check)
  if (!isPassive(check)) for (const before of check.after ?? []) collectPrerequisites(before, found)
  return [...found]
}

/** The members that a result asks to declare and the target file lacks. */
function undeclaredMembers({ cause }: CheckResult, { undeclared, allowWrites }: RunResult): Lack {
  if (cause?.kind === 'writes') return allowWrites ? [] : [['allowWrites']]
  if (cause?.kind !== 'declaration') return []
  const isDeclared = (name: string): boolean =>
    everyNeed.some((need) => sufficientMembers(need).join() === name && !undeclared.includes(need))
  return cause.members
    .map((names) => names.filter((name) => memberNames.includes(name)))
    .filter((names) => names.length > 0 && !names.some(isDeclared))
}
