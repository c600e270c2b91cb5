// The texts of a Vitest suite about a client: its failures and its advice.
import { scenarioSentence } from '../../../emulator/disturb/scenarios/scenarios.ts'
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'
import { clientFinding, raceFinding, resultsByCheck } from '../../../conformance/client/reports/client-finding.ts'
import type { RaceFinding } from '../../../conformance/client/races/race-finding.ts'
import type { ClientSubject } from '../../../conformance/client/judge/client-subject.ts'
import { mayDecide } from '../../../conformance/client/judge/may-decide.ts'
import { type ClientOutcome, summarizeClient } from '../../../conformance/client/judge/summary.ts'
import { taskNames, type TaskName } from '../../../conformance/client/tasks/names.ts'
import { clientScenarios } from '../../../conformance/client/tasks/scenarios.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { terminalLine } from '../../../conformance/wording/escaping/terminal.ts'
import { counted, cutBody, verdictWords } from '../../../conformance/report/text.ts'
import { testMessage } from '../../../conformance/report/finding-text.ts'
import type { ClientDriver } from './driver.ts'

/**
 * Makes the error of a failed test. Its own stack would not show the caller's code, but that of the client's error
 * does.
 */
export function testFailure(message: string, thrown?: string): Error {
  const failure = new Error(
    message,
    thrown === undefined ? {} : { cause: createStackError('thrown by the client', thrown) },
  )
  failure.name = 'ClientFailure'
  failure.stack = `${failure.name}: ${failure.message}`
  return failure
}

function createStackError(name: string, stack: string): Error {
  const error = new Error(stack.split('\n')[0])
  error.name = name
  error.stack = stack
  return error
}

/** One text for each check with these verdicts, with all its runs. */
export function findingTexts(
  results: readonly ClientResult[],
  verdicts: readonly ClientResult['verdict'][],
): readonly string[] {
  return verdicts.flatMap((verdict) =>
    resultsByCheck(results, verdict).map((ofCheck) =>
      testMessage(verdictPrefix(verdict), clientFinding(ofCheck, { sentenceOf: scenarioSentence })),
    ),
  )
}

/** The prefix of a message: the verdict, or nothing for a failure. */
const verdictPrefix = (verdict: ClientResult['verdict']): string => (verdict === 'fail' ? '' : verdict)

export function raceText(finding: RaceFinding): string {
  return testMessage(verdictPrefix(finding.verdict), raceFinding(finding))
}

/** All advice, for the output of the tests. Advice fails no test. */
export function adviceText(texts: readonly string[]): string {
  const head = `Advice on this client (${texts.length}). The specification does not state it explicitly, so no test failed.`
  const foot = 'Fix it as a careful client does. describeClient(driver, { strict: true }) makes advice fail tests.'
  return [head, ...texts, foot].join('\n\n')
}

/**
 * The summary of a suite by requirement, because one mistake may fail many tests. The last line counts the advice.
 * Empty if nothing failed and there is no advice.
 */
export function summaryText(name: string, results: readonly ClientResult[], advised: readonly string[]): string {
  const outcomes = summarizeClient(results).outcomes
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail')
  if (failed.length === 0 && advised.length === 0) return ''
  const kept = outcomes.filter(({ verdict }) => verdict === 'pass').length
  const lines = failed.map(({ requirement: { id, clause }, results: all }) => {
    const failures = all.filter(({ verdict }) => verdict === 'fail')
    const message = terminalLine(cutBody(failures[0]!.message, 300))
    return `  ${id} (clause ${clause}) in ${counted(failures.length, 'run')}: ${message}`
  })
  const head = `${terminalLine(name)}: ${counted(failed.length, 'requirement')} failed, ${kept} kept.`
  return [head, ...lines, ...(advised.length === 0 ? [] : [adviceCount(advised)])].join('\n')
}

/** The requirements that advice is about, counted. */
export function adviceCount(requirements: readonly string[]): string {
  const names = [...new Set(requirements)]
  return `Advice on ${counted(names.length, 'implied requirement')}: ${names.join(', ')}.`
}

/** The undecided requirements, grouped by what would decide them. */
export function undecidedText(
  open: readonly ClientOutcome[],
  driver: ClientDriver,
  subject: Pick<ClientSubject, 'dialect'>,
): string {
  const lines = open.map(({ requirement: { id }, verdict, results }): readonly [why: string, id: string] => {
    if (verdict === 'blocked') return ['blocked by a run that failed', id]
    const missing = missingTasks(id, driver, subject)
    if (missing.length > 0) return [`give the driver ${missing.length > 1 ? 'one of ' : ''}${missing.join(', ')}`, id]
    return [
      results.find((result) => result.verdict === verdict && result.message !== '')?.message ?? verdictWords[verdict],
      id,
    ]
  })
  const told = [...Map.groupBy(lines, ([why]) => why)].map(
    ([why, same]) => `\n  ${terminalLine(`${same.map(([, id]) => id).join(', ')}: ${why}`)}`,
  )
  const count = open.length === 1 ? 'one was' : `${open.length} were`
  return `expected each requirement to be decided by a run; ${count} not (with undecided: 'skip' they fail no test):${told.join('')}`
}

/** The tasks that could decide a requirement but have no function in the driver. */
function missingTasks(id: string, driver: ClientDriver, subject: Pick<ClientSubject, 'dialect'>): readonly TaskName[] {
  const named = new Set([id])
  const scenarios = [undefined, ...clientScenarios.map(({ name }) => name)]
  const decides = ({ name, inputs }: (typeof clientTasks)[number]) =>
    inputs.some(({ name: inputName }) =>
      scenarios.some((scenario) => mayDecide(named, { task: name, inputName, scenario }, subject)),
    )
  return clientTasks.flatMap((task) => (driver[task.name] === undefined && decides(task) ? [task.name] : []))
}

/** The message for a driver that decided nothing. */
export function nothingDecidedText(driver: ClientDriver): string {
  const names = Object.keys(driver)
  const has = names.length === 0 ? 'it has no function' : `it has ${names.join(', ')}`
  return `expected a run that decides something; got none. A driver has a function for each task that its client supports: ${taskNames.join(', ')}; ${has}.`
}
