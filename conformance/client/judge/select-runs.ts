// Selects the runs of a client and the results to report.
import { KitError } from '../../kit-error.ts'
import { didYouMean, namesMatching } from '../../nearest.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import { clientScenarios, withoutSetting } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientResult } from './client-result.ts'
import type { JudgeOptions } from './judge-tasks.ts'
import { isForNothingBut, mayDecide, outcomeCheck } from './may-decide.ts'
import type { ClientSubject } from './client-subject.ts'

/** The selection that a user asks for. */
export interface RunSelection {
  /** Ids of requirements, checks, tasks or scenarios, `*` for any characters. Default: everything. */
  readonly only?: readonly string[]
  /** Patterns of ids to skip, in the same form. */
  readonly skip?: readonly string[]
  /** The only scenario, with or without its setting; `plain` for runs without a scenario. */
  readonly scenario?: string | undefined
}

/** The members of a result that selections read. */
export type NamedResult = Pick<ClientResult, 'check' | 'requirement' | 'task' | 'scenario' | 'verdict'>

/** The checks, tasks and scenarios of a selection. */
export interface SelectedRuns {
  /** For `judgeTasks`. */
  readonly wants: NonNullable<JudgeOptions['wants']>
  /**
   * True if a result is reported. If runs are selected by task or scenario, checks that no such run can decide are not
   * reported.
   */
  readonly reports: (result: NamedResult) => boolean
}

/** The name of a run without a scenario. */
export const plainName = 'plain'

/** @throws KitError `invalid_selection` for a name or a pattern that matches nothing. */
export function selectRuns(
  { only = [], skip = [], scenario }: RunSelection,
  subject: Pick<ClientSubject, 'dialect'>,
): SelectedRuns {
  assertKnownScenario(scenario)
  const patterns = matchPatterns(only, skip)
  const { asked, left } = patterns
  return {
    wants: (ofTask, ofInput, ofScenario) => {
      if (scenario !== undefined && !matchesScenario(ofScenario, scenario)) return false
      if (left.has(ofTask) || isNamed(ofScenario, left)) return false
      if (ofScenario !== undefined && isForNothingBut(left, ofScenario)) return false
      if (!asked || asked.has(ofTask) || isNamed(ofScenario, asked)) return true
      return mayDecide(asked, { task: ofTask, inputName: ofInput, scenario: ofScenario }, subject)
    },
    reports: toReports(patterns, scenario),
  }
}

/**
 * Selects the reported results of a watched client, which has no runs.
 * @throws KitError `invalid_selection` for a pattern that matches nothing.
 */
export function selectResults({ only = [], skip = [] }: Pick<RunSelection, 'only' | 'skip'>): SelectedRuns['reports'] {
  return toReports(matchPatterns(only, skip))
}

/** The names of requirements, checks, tasks and scenarios that patterns match. */
interface MatchedPatterns {
  /** Undefined: everything is. */
  readonly asked: ReadonlySet<string> | undefined
  readonly left: ReadonlySet<string>
}

function matchPatterns(only: readonly string[], skip: readonly string[]): MatchedPatterns {
  return { asked: only.length === 0 ? undefined : matchSelection('only', only), left: matchSelection('skip', skip) }
}

function toReports({ asked, left }: MatchedPatterns, scenario?: string): SelectedRuns['reports'] {
  const isOne = scenario !== undefined && scenario !== plainName
  return (result) => {
    const { check, requirement } = result
    if (left.has(check) || left.has(requirement)) return false
    if (asked?.has(check) || asked?.has(requirement)) return true
    if (!asked) return scenario === undefined || canShow(result, isOne)
    const isOfTask = result.task !== null && asked.has(result.task)
    const isOfScenario = isNamed(result.scenario ?? undefined, asked)
    return (isOfTask || isOfScenario) && canShow(result, isOne || !isOfTask)
  }
}

const checkById = new Map(wireChecks.map((check) => [check.id, check]))

/**
 * Returns false if a check waits for something that cannot happen in the task or the scenario of its run.
 * @param isOne True if the runs were selected by scenario. Then only the checks of that scenario can be decided.
 */
function canShow({ check, verdict, task, scenario }: NamedResult, isOne: boolean): boolean {
  const known = checkById.get(check)
  if (verdict !== 'insufficientEvidence' || task === null || known === undefined) return true
  const { tasks, scenarios } = known.met ?? {}
  if (tasks && !tasks.includes(task)) return false
  return scenarios === undefined ? !isOne : scenario !== null && scenarios.includes(withoutSetting(scenario))
}

const isNamed = (name: string | undefined, names: ReadonlySet<string>): boolean =>
  name !== undefined && names.has(withoutSetting(name))

/** A scenario without a setting matches all of its settings. */
function matchesScenario(name: string | undefined, wanted: string): boolean {
  if (name === undefined) return wanted === plainName
  return name === wanted || name.startsWith(`${wanted}=`) || wanted.startsWith(`${name}=`)
}

const taskNames = clientTasks.map(({ name }) => name)
const scenarioNames = clientScenarios.map(({ name }) => name)
const requirementIds = clientRequirements.map(({ id }) => id)

/** All checks: those of requests, and those that compare the client's report with the world. */
export const checkIds: readonly string[] = [...wireChecks.map(({ id }) => id), ...requirementIds.map(outcomeCheck)]

/** All names that a pattern may match. */
export const selectableNames: readonly string[] = [
  ...new Set([...requirementIds, ...checkIds, ...taskNames, ...scenarioNames]),
]

/** Rejects an unknown scenario, and a setting for one that has none. */
function assertKnownScenario(scenario: string | undefined): void {
  if (scenario === undefined) return
  const [base, setting] = [withoutSetting(scenario), scenario.slice(withoutSetting(scenario).length + 1)]
  const known = [plainName, ...scenarioNames]
  if (!known.includes(base)) {
    const hint = didYouMean(base, known, '; `emulator list scenarios` prints them all')
    throw new KitError('invalid_selection', `scenario ${JSON.stringify(base)} is not known${hint}`, {
      option: 'scenario',
    })
  }
  if (base === scenario) return
  const isSettable = clientScenarios.some(({ name, settings }) => name === base && settings)
  if (isSettable && /^[1-9]\d*$/.test(setting)) return
  const advice = isSettable ? 'needs a whole number after =.' : `takes no number; use ${base}.`
  throw new KitError('invalid_selection', `scenario ${JSON.stringify(scenario)} ${advice}`, { option: 'scenario' })
}

function matchSelection(option: 'only' | 'skip', patterns: readonly string[]): ReadonlySet<string> {
  return namesMatching(patterns, selectableNames, (pattern) => {
    const hint = didYouMean(pattern, selectableNames, '; `emulator client list` prints them all')
    throw new KitError(
      'invalid_selection',
      `${option} ${JSON.stringify(pattern)} matches no requirement, check, task or scenario${hint}`,
      { option },
    )
  })
}
