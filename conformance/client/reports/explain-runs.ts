// The output of `client explain` about a task and about a scenario.
import { isPlayed } from '../judge/judge-tasks.ts'
import { clientScenarios, type ScenarioFacts, withoutSetting } from '../tasks/scenarios.ts'
import type { ClientTask } from '../tasks/task.ts'
import { inputLines, taskTexts } from '../tasks/task-texts.ts'
import { clientTasks } from '../tasks/tasks.ts'

/** All names that `runsText` explains. */
export const runNames: readonly string[] = [...clientTasks, ...clientScenarios].map(({ name }) => name)

/** Explains a task, or a scenario with or without its setting; undefined for another name. */
export function runsText(name: string, sentenceOf: (scenario: string) => string): string | undefined {
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
