// Opens cases and answers each of their requests again. It runs in a process of its own, in any version of Node.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCase } from '../../emulator/case/read-case.ts'
import { openCase } from '../../emulator/replay/open-case.ts'
import { type GivenAnswer, readAnswer } from './given-answer.ts'

/** What was answered again. */
export interface AnsweredAgain {
  readonly node: string
  readonly timeZone: string
  /** The answers to the requests of each file, in order. */
  readonly cases: Readonly<Record<string, readonly GivenAnswer[]>>
}

const [directory = '.'] = process.argv.slice(2)
const cases: Record<string, readonly GivenAnswer[]> = {}
for (const name of readdirSync(directory).filter((each) => each.endsWith('.case.gz'))) {
  const opened = openCase(await readCase(readFileSync(join(directory, name))))
  const answers: GivenAnswer[] = []
  for (const { number } of opened.requests) answers.push(await readAnswer(opened.answerOf(number)))
  cases[name] = answers
}
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
process.stdout.write(JSON.stringify({ node: process.version, timeZone, cases } satisfies AnsweredAgain))
