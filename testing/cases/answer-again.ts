// Opens cases and answers each of their requests again. It runs in a process of its own, in any version of Node.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCase } from '../../emulator/case/read-case.ts'
import { openCase } from '../../bin/commands/replay/play/open-case.ts'
import { type OtherAnswer, otherAnswer } from '../../bin/commands/replay/play/compare-answers.ts'
import { type GivenAnswer, readAnswer } from './given-answer.ts'

/** What was answered again. */
export interface AnsweredAgain {
  readonly node: string
  readonly timeZone: string
  /** The answers to the requests of each file, in order. */
  readonly cases: Readonly<Record<string, readonly GivenAnswer[]>>
  /** The answers that are others than those of which the cases have checksums. */
  readonly others: readonly (OtherAnswer & { readonly file: string })[]
}

const [directory = '.'] = process.argv.slice(2)
const others: AnsweredAgain['others'][number][] = []
const cases: Record<string, readonly GivenAnswer[]> = {}
for (const name of readdirSync(directory).filter((each) => each.endsWith('.case.gz'))) {
  const opened = openCase(await readCase(readFileSync(join(directory, name))))
  const answers: GivenAnswer[] = []
  for (const request of opened.requests) {
    const answer = await readAnswer(opened.answerOf(request.number))
    answers.push(answer)
    const other = otherAnswer(request, answer.status, answer.text)
    if (other) others.push({ ...other, file: name })
  }
  cases[name] = answers
}
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
process.stdout.write(JSON.stringify({ node: process.version, timeZone, cases, others } satisfies AnsweredAgain))
