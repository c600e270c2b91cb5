// Judges one run of a client: what it sent by the checks, and what it reported by the task.
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { type ClientRequirementId, clientRequirement } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import type { ClientCheck, Finding, WireRun } from '../checks/define-client-check.ts'
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import type { ClientTask, InputChoice } from '../tasks/task.ts'
import type { ClientResult } from './client-result.ts'

/** A run with what is known of it. */
export interface JudgedPair {
  readonly run: OutcomeRun
  readonly task: ClientTask
  readonly choice: InputChoice
  /** Undefined in a plain run. */
  readonly scenario: ScenarioFacts | undefined
  /** The outcome of the plain run with the same input; undefined in a plain run. */
  readonly plain: Outcome | undefined
}

/** Judges what a client sent, by every check that the run concerns. */
export function judgeRequests(run: WireRun, checks: readonly ClientCheck[] = wireChecks): readonly ClientResult[] {
  const concerned = checks.filter((check) => check.concerns(run))
  const results = concerned.map((check) => {
    const finding = check.judge(run)
    return resultOf(run, check.id, check.requirement, verdictOf(finding, check.requirement, run), finding)
  })
  const broke = results.filter(isBroken)
  return results.map((result, index) => {
    const cause = isBroken(result)
      ? broke.find(({ requirement }) => concerned[index]!.consequenceOf?.includes(requirement))
      : undefined
    return cause ? { ...result, verdict: 'blocked', message: `${result.message}. ${followsFrom(cause)}` } : result
  })
}

const isBroken = ({ verdict }: ClientResult): boolean => verdict === 'fail' || verdict === 'advice'

function followsFrom({ check, message }: ClientResult): string {
  return `It follows from ${check}: ${message}.`
}

/** Judges one run. The result of what was reported comes last, and is blocked by a failure of what was sent. */
export function judgeRun(pair: JudgedPair): readonly ClientResult[] {
  const { run } = pair
  if (run.reported.kind === 'notApplicable') {
    const requirement = pair.scenario?.tests ?? pair.choice.tests
    return [plainResult(run, requirement, 'notApplicable', 'The client has no such thing (exit code 77).')]
  }
  const sent = judgeRequests(run)
  const cause = sent.find(({ verdict }) => verdict === 'fail')
  return [...sent, ...judgeReport(pair, cause)]
}

function judgeReport({ run, task, choice, scenario, plain }: JudgedPair, cause?: ClientResult): ClientResult[] {
  const requirement = scenario?.tests ?? choice.tests
  const { reported } = run
  const because = cause ? followsFrom(cause) : undefined
  if (plain && plain.kind !== 'right')
    return [plainResult(run, requirement, 'blocked', `The plain run with the same input was not right.`)]
  if (reported.kind === 'crash' || reported.kind === 'unreadable') {
    const failed = scenario ? requirement : 'client.reports'
    return [plainResult(run, failed, because ? 'blocked' : broken(failed), because ?? expectedReport(reported.why))]
  }
  const outcome = task.judge(run)
  const sprung = scenario === undefined || scenario.sprung(run)
  if (!sprung)
    return [plainResult(run, requirement, 'insufficientEvidence', `The scenario did not happen: ${scenario.name}.`)]
  switch (outcome.kind) {
    case 'right':
      return [
        scenario?.allows === 'error'
          ? plainResult(run, requirement, broken(requirement), 'expected an error; got a value as if nothing was wrong')
          : plainResult(run, requirement, 'pass', ''),
      ]
    case 'error':
      return [
        scenario && scenario.allows !== 'value'
          ? plainResult(run, requirement, 'pass', 'The client reported an error.')
          : plainResult(
              run,
              requirement,
              because ? 'blocked' : broken(requirement),
              because ??
                `expected a value; got the error ${JSON.stringify(reported.kind === 'error' && reported.error)}`,
            ),
      ]
    case 'wrong': {
      const failed = outcome.requirement ?? requirement
      const message = `expected ${outcome.expected}; got ${outcome.got}`
      return [
        plainResult(run, failed, because ? 'blocked' : broken(failed), because ? `${message}. ${because}` : message),
      ]
    }
    case 'unknown':
      return [plainResult(run, requirement, 'insufficientEvidence', outcome.why)]
    case 'notApplicable':
      return [plainResult(run, requirement, 'notApplicable', '')]
  }
}

const expectedReport = (got: string): string => `expected one JSON line with "value" or "error"; got ${got}`

/** The verdict on a requirement that was not kept. */
function broken(requirement: ClientRequirementId): ClientVerdict {
  const { level } = clientRequirement(requirement)
  return level === 'stated' ? 'fail' : level === 'implied' ? 'advice' : 'observed'
}

function verdictOf(finding: Finding, requirement: ClientRequirementId, { transcript }: WireRun): ClientVerdict {
  if (finding.kind === 'broken') return broken(requirement)
  if (finding.kind === 'observed') return 'observed'
  if (finding.kind === 'notSprung' || transcript.cut) return 'insufficientEvidence'
  return 'pass'
}

function resultOf(
  run: WireRun,
  check: string,
  requirement: ClientRequirementId,
  verdict: ClientVerdict,
  finding: Finding,
): ClientResult {
  const message =
    finding.kind === 'broken'
      ? `expected ${finding.expected}; got ${finding.got}`
      : finding.kind === 'notSprung'
        ? `The trap was not sprung: ${finding.why}.`
        : (finding.remark ?? '')
  const evidence = ('evidence' in finding && finding.evidence) || []
  return { ...place(run, requirement), check, requirement, verdict, message, evidence }
}

function plainResult(
  run: OutcomeRun,
  requirement: ClientRequirementId,
  verdict: ClientVerdict,
  message: string,
): ClientResult {
  const evidence = verdict === 'pass' ? [] : run.transcript.requests
  return { ...place(run, requirement), check: `${requirement}.value`, requirement, verdict, message, evidence }
}

function place(
  run: WireRun,
  id: ClientRequirementId,
): Pick<ClientResult, 'clause' | 'level' | 'task' | 'input' | 'inputName' | 'scenario'> {
  const { clause, level } = clientRequirement(id)
  const { task = null, input = null, inputName = null, scenario = null } = run
  return { clause, level, task, input, inputName, scenario }
}
