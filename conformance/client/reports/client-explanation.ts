// The output of `client list` and `client explain`.
import { headLines, refuseId, requirementLines, requirementOfId } from '../../report/explain.ts'
import { counted } from '../../report/text.ts'
import type { ClientRequirement, Level } from '../catalogue/client-requirement.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import { outcomeCheck } from '../judge/may-decide.ts'
import type { RunContext } from './client-finding.ts'
import { clientScenarios, type ScenarioFacts, withoutSetting } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import { isPlayed } from '../judge/judge-tasks.ts'
import type { ClientTask } from '../tasks/task.ts'
import { inputLines, taskTexts } from '../tasks/task-texts.ts'

/** A check, and the situation that a client must meet before it can be judged. */
interface ExplainedClientCheck {
  readonly id: string
  readonly trap: string
}

type Requirement = (typeof clientRequirements)[number]

/** The checks of a requirement: those of requests, and those that compare the client's report with the world. */
function explainChecks(requirement: Requirement): readonly ExplainedClientCheck[] {
  const runs = decidingRuns(requirement.id)
  if (requirement.id === 'client.reports')
    return [{ id: outcomeCheck(requirement.id), trap: 'The client does a task: each run shows it.' }]
  const wire = wireChecks.filter((check) => check.requirement === requirement.id)
  return [
    ...wire.map(({ id, trap }) => ({ id, trap })),
    ...(runs.length === 0
      ? []
      : [
          {
            id: outcomeCheck(requirement.id),
            trap: `The client reports the outcome of one of these runs: ${runs.join('; ')}.`,
          },
        ]),
  ]
}

/** The runs whose value decides a requirement: inputs of tasks in plain runs, and scenarios in each task. */
function decidingRuns(id: string): readonly string[] {
  const inputs = clientTasks.flatMap(({ name, inputs: its }) =>
    its.filter(({ tests }) => tests === id).map((input) => `${name} ${input.name}`),
  )
  return [...inputs, ...clientScenarios.filter(({ tests }) => tests === id).map(({ name }) => `scenario ${name}`)]
}

/** `client list`: one line per requirement, and the names of tasks and scenarios. */
export function clientListText(): string {
  const noteOf = (requirement: Requirement) =>
    `${requirement.level}, ${counted(explainChecks(requirement).length, 'check')}`
  return [
    `Requirements (${clientRequirements.length}): id, clause, level and checks\n`,
    requirementLines(clientRequirements, noteOf),
    ...nameSection('Tasks', clientTasks),
    ...nameSection('Scenarios', clientScenarios),
  ].join('')
}

function nameSection(title: string, all: readonly { readonly name: string }[]): readonly string[] {
  return [`\n${title} (${all.length})\n`, ...all.map(({ name }) => `${name}\n`)]
}

const levels: Readonly<Record<Level, string>> = {
  stated: 'stated: a client that breaks it fails',
  implied: 'implied: a client that breaks it gets advice, which --strict counts as a failure',
  silent: 'the specification is silent: what the client does is observed and never judged',
}

/**
 * `client explain ID`: explains a requirement (by its id or the id of one of its checks), a task or a scenario.
 * @param sentenceOf The sentence about a scenario.
 * @throws KitError `unknown_id`
 */
export function clientExplanation(id: string, sentenceOf: NonNullable<RunContext['sentenceOf']>): string {
  const requirement = requirementOfId(id, clientRequirements, explainChecks)
  if (requirement) return clientExplanationText(requirement, explainChecks(requirement))
  const checks = clientRequirements.flatMap((known) => [known.id, ...explainChecks(known).map((check) => check.id)])
  const what = 'a requirement, a check, a task or a scenario of clients'
  return runsText(id, sentenceOf) ?? refuseId(id, what, 'client', [...checks, ...runNames])
}

function clientExplanationText(requirement: ClientRequirement, checks: readonly ExplainedClientCheck[]): string {
  const { level, careful, judged, seen } = requirement
  const title = checks.length === 1 ? '  Its check, and what it waits for:' : '  Its checks, and what each waits for:'
  const lines = [
    ...headLines(requirement, levels[level]),
    `  A careful client: ${careful}`,
    `  How it is judged: ${judged}`,
    ...(seen === undefined ? [] : [`  Seen in ${seen}`]),
    '',
    title,
    ...checks.flatMap(({ id, trap }) => [`    ${id}`, `      ${trap}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** All names that `runsText` explains. */
const runNames: readonly string[] = [...clientTasks, ...clientScenarios].map(({ name }) => name)

/** Explains a task, or a scenario with or without its setting; undefined for another name. */
function runsText(name: string, sentenceOf: (scenario: string) => string): string | undefined {
  const task = clientTasks.find((clientTask) => clientTask.name === name)
  if (task) return taskText(task)
  const scenario = clientScenarios.find((clientScenario) => clientScenario.name === withoutSetting(name))
  return scenario && scenarioText(scenario, sentenceOf(scenario.name))
}

function taskText(task: ClientTask): string {
  const members = inputLines(taskTexts[task.name])
  const width = Math.max(...task.inputs.map(({ name }) => name.length))
  const scenarios = clientScenarios.filter((scenario) => inputsIn(scenario, task).length > 0)
  return lines(task.name, '  A task, which --driver asks for by PLATFORM_TASK.', `  ${taskTexts[task.name].does}`, [
    '  PLATFORM_TASK_INPUT:',
    ...(members.length === 0 ? ['    {}'] : members.map((line) => `    ${line}`)),
    `  Its value: ${taskTexts[task.name].value}`,
    '  Its inputs, what a wrong value fails, and the faults that it shows:',
    ...task.inputs.map(({ name, tests, shows }) => `    ${name.padEnd(width)}  ${tests}: ${shows}`),
    '  Its scenarios:',
    ...scenarios.map(({ name }) => `    ${name}`),
  ])
}

const right = {
  value: 'only the value',
  valueOrError: 'the value, or an error',
  error: 'only an error',
  byRun: 'the value, or an error where a request is refused',
} as const

function scenarioText(scenario: ScenarioFacts, sentence: string): string {
  const { name, tests, allows, buildsOn } = scenario
  const runs = clientTasks.flatMap((task) => inputsIn(scenario, task).map((input) => `    ${task.name} ${input}`))
  return lines(name, `  A scenario: ${sentence}`, `  What a wrong value fails: ${tests}`, [
    `  What is right: ${right[typeof allows === 'string' ? allows : 'byRun']}`,
    ...(buildsOn === undefined ? [] : [`  A failure in ${buildsOn} blocks a failure here.`]),
    '  It is played with these inputs of tasks:',
    ...runs,
  ])
}

/** The inputs of a task that a scenario is played with. */
function inputsIn(scenario: ScenarioFacts, task: ClientTask): readonly string[] {
  return task.inputs.filter((choice, index) => isPlayed(scenario, { task, choice, index })).map(({ name }) => name)
}

const lines = (head: string, kind: string, tests: string, rest: readonly string[]): string =>
  `${[head, kind, tests, ...rest].join('\n')}\n`
