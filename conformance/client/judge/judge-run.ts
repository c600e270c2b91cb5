// Judges one run of a client: what it sent by the checks, and what it reported by the task.
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { type ClientRequirementId, clientRequirement } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import type { ClientCheck, Finding, WireRun } from '../checks/define-client-check.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import type { ClientResult } from './client-result.ts'
import { broken, type Conclusion, concludeReport, decide, type JudgedPair } from './conclude-report.ts'

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

/**
 * Judges one run. The result of what was reported comes last. It is blocked by a failure of what was sent, or else of a
 * run before it.
 */
export function judgeRun(pair: JudgedPair): readonly ClientResult[] {
  const { run, scenario, choice } = pair
  if (run.reported.kind === 'notApplicable' && !scenario)
    return [toResult(run, decide(choice.tests, 'notApplicable', 'The client has no such thing.'))]
  const sent = judgeRequests(run)
  const { verdict, ...conclusion } = concludeReport(pair)
  const cause = sent.find((result) => result.verdict === 'fail') ?? pair.cause
  const isBlocked = cause !== undefined && (verdict === 'fail' || verdict === 'advice')
  // What a plain run broke of it, the conclusion says.
  const isReport = !scenario && (run.reported.kind === 'value' || run.reported.kind === 'error')
  return [
    ...sent,
    ...(isReport ? [toResult(run, decide('client.reports', 'pass', ''))] : []),
    toResult(
      run,
      isBlocked
        ? {
            ...conclusion,
            verdict: 'blocked',
            message: `${conclusion.message} It follows from ${cause.check}${placeOf(cause, run)}.`,
          }
        : { ...conclusion, verdict },
    ),
  ]
}

/** Where a cause was found, if it was in another run. */
function placeOf({ inputName, scenario }: ClientResult, run: OutcomeRun): string {
  if (scenario === (run.scenario ?? null) && inputName === run.inputName) return ''
  return scenario === null ? ` with the input ${inputName}` : ` in the scenario ${scenario}`
}

/** The result of a run that was not done, as the plain run with the same input was not right. */
export function blockedResult(
  { task, input, inputName }: Pick<OutcomeRun, 'task' | 'input' | 'inputName'>,
  { tests }: ScenarioFacts,
  scenario: string,
): ClientResult {
  const message = 'The plain run with the same input was not right.'
  return toResult({ task, input, inputName, scenario }, decide(tests, 'blocked', message))
}

/** The result of a run that failed by a fault of ours. */
export function errorResult(
  { task, input, inputName, scenario }: Pick<OutcomeRun, 'task' | 'input' | 'inputName' | 'scenario'>,
  requirement: ClientRequirementId,
  error: unknown,
): ClientResult {
  const message = `The judge failed: ${error instanceof Error ? error.message : String(error)}.`
  return toResult({ task, input, inputName, scenario }, decide(requirement, 'error', message))
}

const notSprungText = 'The trap was not sprung: '

/** Whether a client met what the check of a result waits for. */
export function wasSprung({ verdict, message }: Pick<ClientResult, 'verdict' | 'message'>): boolean {
  return verdict !== 'insufficientEvidence' || !message.startsWith(notSprungText)
}

function verdictOf(finding: Finding, requirement: ClientRequirementId, { transcript }: WireRun): ClientVerdict {
  if (finding.kind === 'broken') return broken(requirement)
  if (finding.kind === 'observed') return 'observed'
  if (finding.kind === 'notSprung' || transcript.cut) return 'insufficientEvidence'
  if (finding.kind === 'declined') return 'notApplicable'
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
        ? `${notSprungText}${finding.why}.`
        : finding.kind === 'declined'
          ? finding.why
          : (finding.remark ?? '')
  const evidence = ('evidence' in finding && finding.evidence) || []
  return { ...place(run, requirement), check, requirement, verdict, message, evidence }
}

/** What a conclusion about a report comes to. The requests of the run are shown beside it, unless it is a pass. */
function toResult(run: Placed & Partial<Pick<OutcomeRun, 'transcript'>>, conclusion: Conclusion): ClientResult {
  const { requirement, verdict, message, evidence = run.transcript?.requests ?? [] } = conclusion
  return {
    ...place(run, requirement),
    check: `${requirement}.value`,
    requirement,
    verdict,
    message,
    evidence: verdict === 'pass' ? [] : evidence,
  }
}

type Placed = Pick<WireRun, 'task' | 'input' | 'inputName' | 'scenario'>

function place(
  run: Placed,
  id: ClientRequirementId,
): Pick<ClientResult, 'clause' | 'level' | 'task' | 'input' | 'inputName' | 'scenario'> {
  const { clause, level } = clientRequirement(id)
  const { task = null, input = null, inputName = null, scenario = null } = run
  return { clause, level, task, input, inputName, scenario }
}
