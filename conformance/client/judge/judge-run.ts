// Judges one run of a client: its requests by the checks, and its report by the task.
import { clientScenarios, type ScenarioFacts } from '../tasks/scenarios.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import type { ClientCheck, WireRun } from '../checks/law.ts'
import type { OutcomeRun } from '../tasks/task.ts'
import { statementPhrase, undecided } from '../../conclusions/result.ts'
import { findEarlierExplanation, findExplanation } from './blame.ts'
import { type ClientResult, decide, toClientResult } from './client-result.ts'
import { concludeReport, type JudgedPair } from './conclude-report.ts'

/** Judges the requests of a client by all checks that concern the run. */
export function judgeRequests(run: WireRun, checks: readonly ClientCheck[] = wireChecks): readonly ClientResult[] {
  const results = checks.filter((check) => check.concerns(run)).map((check) => checkResult(run, check))
  const failures = results.filter(breaksRequirement)
  return results.map((result) => {
    const cause = breaksRequirement(result) ? findExplanation(result, failures) : undefined
    if (!cause) return result
    const remark = phrase`It follows from ${cause.check} (${statementPhrase(cause)})`
    return undecided(result, 'blocked', { cause: { kind: 'check', check: cause.check }, remark })
  })
}

/**
 * Judges one run. The result about the report comes last. It is blocked by a failure of a request or, without one, of
 * an earlier run.
 */
export function judgeRun(pair: JudgedPair): readonly ClientResult[] {
  const { run, scenario, choice } = pair
  if (run.reported.kind === 'notApplicable' && !scenario) {
    const remark = phrase`Not supported by the driver.`
    return [decide(run, choice.tests, { verdict: 'notApplicable', cause: { kind: 'noSuchTask' }, remark })]
  }
  const sent = judgeRequests(run)
  const outcome = concludeReport(pair)
  // A failed request may explain a wrong report.
  const cause =
    sent.find(({ verdict }) => verdict === 'fail') ??
    sent.find((result) => breaksRequirement(result) && result.requirement === outcome.requirement) ??
    pair.cause
  // A plain run that reported a value or an error keeps `client.reports`, whatever the conclusion about its value.
  const isReport = !scenario && (run.reported.kind === 'value' || run.reported.kind === 'error')
  const results = [
    ...sent,
    ...(isReport ? [decide(run, 'client.reports', { verdict: 'pass' })] : []),
    cause && breaksRequirement(outcome) ? blockResult(cause, outcome) : outcome,
  ]
  return results.map((result) => {
    const explanation = breaksRequirement(result) ? findEarlierExplanation(result, pair.earlier ?? []) : undefined
    return explanation ? blockResult(explanation, result) : result
  })
}

/** Blocks a result that follows from a cause in the same run or in another one. */
function blockResult({ check, inputName, scenario }: ClientResult, outcome: ClientResult): ClientResult {
  const isSameRun = scenario === outcome.scenario && inputName === outcome.inputName
  const other = scenario === null ? phrase` with the input ${String(inputName)}` : phrase` in the scenario ${scenario}`
  const where = isSameRun ? {} : { input: inputName ?? undefined, scenario: scenario ?? undefined }
  return undecided(outcome, 'blocked', {
    cause: { kind: 'check', check, ...where },
    remark: phrase`It follows from ${check}${isSameRun ? phrase`` : other}`,
  })
}

/** The result of a run that was skipped because the plain run with the same input failed, with the result `plain`. */
export function blockedResult(
  { task, input, inputName }: Pick<OutcomeRun, 'task' | 'input' | 'inputName'>,
  { tests }: ScenarioFacts,
  scenario: string,
  plain: Pick<ClientResult, 'verdict' | 'remark'> | undefined,
): ClientResult {
  const why = plain?.verdict === 'insufficientEvidence' && plain.remark ? phrase`: ${plain.remark}` : phrase`.`
  const remark = phrase`The plain run with the same input was not right${why}`
  return decide({ task, input, inputName, scenario }, tests, {
    verdict: 'blocked',
    cause: { kind: 'plainRun' },
    remark,
  })
}

/** The result of a run that failed because of an error of the kit. */
export function judgeErrorResult(
  run: Pick<OutcomeRun, 'task' | 'input' | 'inputName' | 'scenario'>,
  requirement: ClientRequirementId,
  error: unknown,
): ClientResult {
  const remark = phrase`The judge failed: ${error instanceof Error ? error.message : String(error)}.`
  return decide(run, requirement, { verdict: 'error', cause: { kind: 'judge' }, remark })
}

/** Returns true if a requirement was not kept, so that the result may block others. */
export const breaksRequirement = ({ verdict }: Pick<ClientResult, 'verdict'>): boolean =>
  verdict === 'fail' || verdict === 'advice'

/** The result of a check. If exchanges are missing, nothing is concluded from the absence of a request. */
function checkResult(run: WireRun, check: ClientCheck): ClientResult {
  const { task, transcript } = run
  const result = toClientResult(run, check, check.judge(run))
  const { verdict, remark, cause } = result
  if (cause?.kind === 'neverDone') {
    const scenario = task === undefined ? soonestSetting(check.met?.scenarios?.[0]) : undefined
    const who = task === undefined ? phrase`your tests` : phrase`the client`
    const where = scenario === undefined ? phrase`` : phrase` The scenario ${scenario} brings it about.`
    return {
      ...result,
      remark: phrase`${remark ?? phrase``}; ${who} never did this.${where}`,
      cause: { ...cause, ...(scenario === undefined ? {} : { scenario }) },
    }
  }
  const isByAbsence = transcript.cut && (verdict === 'pass' || verdict === 'notApplicable')
  return isByAbsence ? { ...result, verdict: 'insufficientEvidence', cause: { kind: 'cut' } } : result
}

/** The name of a scenario with the setting that makes it happen as early as possible. */
function soonestSetting(name: string | undefined): string | undefined {
  const setting = clientScenarios.find((scenario) => scenario.name === name)?.soonest
  return setting === undefined ? name : `${name}=${setting}`
}
