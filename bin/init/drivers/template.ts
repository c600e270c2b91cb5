// The parts of every driver.
import { inputLines, type TaskText, taskTexts } from '../../../conformance/client/tasks/task-texts.ts'

/** A driver template. */
export interface DriverTemplate {
  /** The name of its file. */
  readonly file: string
  /** The command that builds it before it runs. */
  readonly build?: string
  /** The command that runs it; undefined for one that a test calls in process. */
  readonly command?: readonly string[]
  readonly text: string
}

const tasks = Object.entries(taskTexts)

/** The name of a task in camel case. */
export const camelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

/** The name of a task in snake case. */
export const snakeCase = (name: string): string => name.replaceAll('-', '_')

/** The length of the longest name of a task. */
export const longestName: number = Math.max(...tasks.map(([name]) => name.length))

/** One part for each task, joined by blank lines or another separator. */
export function eachTask(partOf: (name: string, task: TaskText) => string, between = '\n\n'): string {
  return tasks.map(([name, task]) => partOf(name, task)).join(between)
}

/** The head comment of a driver program. */
export const heading = (prefix: string, command: string): string =>
  [
    'Performs the tasks of emulator client with your client.',
    `Run it: npx emulator client --driver -- ${command}`,
    'Fill in one task at a time. A task that is not filled in ends with exit code 77.',
  ]
    .map((line) => `${prefix}${line}`)
    .join('\n')

/** The input and output of a driver, line by line. */
export function taskLines(task: TaskText): readonly string[] {
  const members = inputLines(task).map((line) => `- ${line}`)
  return [task.does, ...(members.length === 0 ? ['Input: none'] : ['Input:', ...members]), `Value: ${task.value}`]
}

/** A task as a comment. */
export const comment = (prefix: string, task: TaskText): string =>
  taskLines(task)
    .map((line) => `${prefix}${line}`)
    .join('\n')
