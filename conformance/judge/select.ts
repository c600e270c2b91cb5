import { type Requirement, requirements } from '../catalogue/requirements.ts'
import { KitError } from '../kit-error.ts'
import { findCandidates, namesMatching, nearest, suggestion } from '../nearest.ts'
import { type Check, isAtEnd, isPassive } from './define-check.ts'
import { SeededRotation } from './seeded-rotation.ts'

export interface SelectOptions {
  /** Ids of requirements or checks, `*` for any characters. Default: everything. */
  readonly only?: readonly string[] | undefined
  /** Ids of requirements or checks that are left out, in the same form. */
  readonly skip?: readonly string[] | undefined
  /** True if checks are left out as in a quick run, unless `only` names them. Default: false. */
  readonly quick?: boolean | undefined
  /** Chooses the checks of a quick run. Default: 1. */
  readonly seed?: number | undefined
}

/** The checks of a selection. */
export interface Selection {
  /** The requested checks, in the order of the kit. They are reported. */
  readonly selected: readonly Check[]
  /** The selected checks, and every check that one of them builds on or reads. */
  readonly checks: readonly Check[]
  /**
   * The ids of checks that run only so that passive checks can read their exchanges. Their own verdicts are not
   * reported.
   */
  readonly onlyRead: ReadonlySet<string>
  /** The ids that `skip` names. They never run, and checks that build on them do not apply. */
  readonly skipped: ReadonlySet<string>
}

/**
 * @param applies False for a check that the target file rules out: a quick run chooses others.
 * @throws KitError `invalid_selection`
 */
export function select(
  checks: readonly Check[],
  { only = [], skip = [], quick = false, seed = 1 }: SelectOptions = {},
  applies: (check: Check) => boolean = () => true,
): Selection {
  const skipped = new Set(matchChecks(checks, skip, 'skip').map(({ id }) => id))
  const usual = quick ? quickChecks(checks, new SeededRotation(seed, true), applies) : checks
  const asked = new Set(only.length === 0 ? usual : matchChecks(checks, only, 'only'))
  const selected = checks.filter((check) => asked.has(check) && !skipped.has(check.id))
  if (selected.length === 0)
    throw new KitError(
      'invalid_selection',
      'no check is left: everything that was asked for is skipped; skip less, or ask for more',
    )
  const byId = new Map(checks.map((check) => [check.id, check]))
  const needed = new Set<Check>()
  const add = (check: Check): void => {
    if (needed.has(check) || skipped.has(check.id)) return
    needed.add(check)
    if (!isPassive(check)) for (const id of check.after ?? []) if (byId.has(id)) add(byId.get(id)!)
  }
  for (const check of selected) add(check)
  const builtOn = new Set(needed)
  for (const check of selected)
    if (isPassive(check)) for (const id of check.reads ?? []) if (byId.has(id)) add(byId.get(id)!)
  // In a run of everything, a check that a quick run did not choose reports what it saw.
  const read = only.length === 0 ? [] : [...needed].filter((check) => !builtOn.has(check))
  const onlyRead = new Set(read.map(({ id }) => id))
  return { selected, checks: checks.filter((check) => needed.has(check)), onlyRead, skipped }
}

/**
 * The checks of a quick run: of those that are sampled, one for each requirement. It brings the check that decides the
 * requirement with fewer wrong credentials, as the target may lock the run out.
 */
function quickChecks(
  checks: readonly Check[],
  rotation: SeededRotation,
  applies: (check: Check) => boolean,
): readonly Check[] {
  const partOf = (check: Check) => (isPassive(check) ? undefined : check.inQuickRun)
  const sampled = new Map<string, Check[]>()
  for (const check of checks)
    if (partOf(check) === 'sampled' && applies(check))
      sampled.set(check.requirement, [...(sampled.get(check.requirement) ?? []), check])
  const chosen = new Set<string>()
  for (const [place, group] of [...sampled.values()].entries())
    for (const check of rotation.some(group, 1, place)) {
      chosen.add(check.id)
      if (!isPassive(check) && check.decidedBy !== undefined) chosen.add(check.decidedBy)
    }
  return checks.filter((check) => partOf(check) === undefined || chosen.has(check.id))
}

function matchChecks(checks: readonly Check[], patterns: readonly string[], option: 'only' | 'skip'): readonly Check[] {
  const known = [...new Set(checks.flatMap(({ id, requirement }) => [id, requirement]))]
  const names = namesMatching(patterns, known, (pattern) => {
    throw new KitError(
      'invalid_selection',
      `${option} ${JSON.stringify(pattern)} matches no requirement and no check${patternHint(pattern, checks)}`,
      { option },
    )
  })
  return checks.filter(({ id, requirement }) => names.has(id) || names.has(requirement))
}

function patternHint(pattern: string, checks: readonly Check[]): string {
  const unchecked = requirements.find(({ id }) => id === pattern)
  if (unchecked) return `: ${unchecked.id} has no check, as it is ${whyUnchecked(unchecked)}`
  const known = [...new Set(checks.flatMap(({ id, requirement }) => [requirement, id]))]
  if (known.some((id) => id.startsWith(`${pattern}.`))) return suggestion(`${pattern}.*`)
  const subjects = [...new Set(known.map((id) => id.split('.')[0]!))]
  const guess =
    nearest(pattern, known) ??
    nearest(pattern.replace(/\.?\*.*$/, ''), subjects)?.concat('.*') ??
    nearest(pattern.split('.')[0]!, subjects)?.concat('.*')
  return suggestion(guess ?? findCandidates(pattern, known), '; `emulator conformance list` prints them all')
}

function whyUnchecked({ kind, excluded = 'nothing in this kit looks at it' }: Requirement): string {
  return kind === 'notShown' ? 'not shown' : `excluded: ${excluded}`
}

/**
 * Asserts the rules for the checks of a kit: ids are unique, every `after` names a check that sends requests, no check
 * waits for itself, no check that runs next to others waits for an exclusive one at the end, and every `mayBeOpen` is
 * among the `after`.
 * @throws Error for the first rule that is broken.
 */
export function assertSound(checks: readonly Check[]): void {
  const byId = new Map(checks.map((check) => [check.id, check]))
  if (byId.size < checks.length) throw new Error(`two checks have the id ${idOfTwo(checks)}`)
  const settled = new Set<string>()
  const visit = (check: Check, path: readonly string[]): void => {
    if (path.includes(check.id)) throw new Error(`checks wait for each other: ${[...path, check.id].join(' → ')}`)
    if (settled.has(check.id) || isPassive(check)) return
    const unordered = check.mayBeOpen?.find((id) => check.after?.includes(id) !== true)
    if (unordered !== undefined) throw new Error(`${check.id} says that ${unordered} may be open, but is not after it`)
    for (const id of check.after ?? []) {
      const before = byId.get(id)
      if (!before) continue
      if (isPassive(before)) throw new Error(`${check.id} waits for ${id}, which concludes only when the run ends`)
      if (isAtEnd(before) && !isAtEnd(check))
        throw new Error(`${check.id} waits for ${id}, which runs exclusively at the end: it must be exclusive as well`)
      if (before.waits && check.waits)
        throw new Error(`${check.id} waits for ${id}, and the clock for both: share what they wait for`)
      visit(before, [...path, check.id])
    }
    settled.add(check.id)
  }
  for (const check of checks) visit(check, [])
}

function idOfTwo(checks: readonly Check[]): string | undefined {
  const ids = checks.map(({ id }) => id)
  return ids.find((id, index) => ids.indexOf(id) < index)
}
