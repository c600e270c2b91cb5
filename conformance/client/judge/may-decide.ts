// Finds the runs that may decide a requirement, so that a selection of requirements needs only some of the runs.
import { wireChecks } from '../checks/checks.ts'
import type { ClientCheck, WireRun } from '../checks/law.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { TaskName } from '../tasks/names.ts'
import { clientScenarios, withoutSetting } from '../tasks/scenarios.ts'
import type { InputChoice } from '../tasks/task.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientSubject } from './client-subject.ts'

/** The id of the check that compares the client's report with the world. */
export const outcomeCheck = (requirement: ClientRequirementId): string => `${requirement}.value`

/**
 * Returns true if a run may decide one of the named checks. Other runs can be skipped.
 * @param named Ids of requirements and checks.
 */
export function mayDecide(
  named: ReadonlySet<string>,
  run: { readonly task: TaskName; readonly inputName: string; readonly scenario: string | undefined },
  { dialect }: Pick<ClientSubject, 'dialect'>,
): boolean {
  const isNamed = (requirement: ClientRequirementId, check: string) => named.has(requirement) || named.has(check)
  const { task, inputName, scenario } = run
  const choice = clientTasks.find(({ name }) => name === task)!.inputs.find(({ name }) => name === inputName)!
  const played =
    scenario === undefined ? undefined : clientScenarios.find(({ name }) => name === withoutSetting(scenario))
  const outcomes: readonly ClientRequirementId[] = played ? [played.tests] : [choice.tests, 'client.reports']
  if (outcomes.some((requirement) => isNamed(requirement, outcomeCheck(requirement)))) return true
  const begun: WireRun = { ...run, dialect, credentials, transcript: { exchanges: [], outside: [], cut: false } }
  return wireChecks.some(
    (check) => isNamed(check.requirement, check.id) && check.concerns(begun) && isMet(check, run, choice),
  )
}

/**
 * Returns true if a client is expected to meet the situation of a check in a run. The plain run precedes each scenario,
 * and is the only run if it shows that the scenario cannot happen.
 */
function isMet(
  { met }: ClientCheck,
  { task, scenario }: { readonly task: TaskName; readonly scenario: string | undefined },
  choice: InputChoice,
): boolean {
  if (met?.tasks && !met.tasks.includes(task)) return false
  if (!met?.scenarios) return true
  if (scenario !== undefined) return met.scenarios.includes(withoutSetting(scenario))
  const inputs = clientTasks.find(({ name }) => name === task)!.inputs
  return clientScenarios.some(
    ({ name, tasks }) =>
      met.scenarios!.includes(name) &&
      tasks.includes(task) &&
      (inputs[0] === choice || (choice.scenarios ?? []).includes(name)),
  )
}

/**
 * Returns true if a scenario decides only checks that are skipped. Plain runs are never skipped: they have checks of
 * every request, and other runs are compared with them.
 */
export function isForNothingBut(left: ReadonlySet<string>, scenario: string): boolean {
  const isLeft = (requirement: ClientRequirementId, check: string) => left.has(requirement) || left.has(check)
  const name = withoutSetting(scenario)
  const { tests } = clientScenarios.find((played) => played.name === name)!
  const waiting = wireChecks.filter(({ met }) => met?.scenarios?.some((other) => other === name))
  return isLeft(tests, outcomeCheck(tests)) && waiting.every(({ requirement, id }) => isLeft(requirement, id))
}

/** Whether a check concerns a run does not depend on its credentials. */
const credentials = { clientId: '', clientSecret: '', token: '', integrationToken: '', apiKey: '', dsn: '' }
