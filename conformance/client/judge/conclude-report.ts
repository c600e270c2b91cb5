// Conclusions about the report of a client: a value, an error, or neither, in a plain run or in a scenario.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { NoReport } from '../conclusions/client-conclusion.ts'
import { type ClientRequirementId, clientRequirement } from '../catalogue/requirements.ts'
import type { ReportComparison, OutcomeRun, AllowedReports, ClientTask, InputChoice } from '../tasks/task.ts'
import type { ScenarioFacts } from '../tasks/scenarios.ts'
import { type ClientResult, decide } from './client-result.ts'
import { endlessWalkRequirement, readRunEnd, type TimedOut } from './endless-runs.ts'

/** A run with what is known of it. */
export interface JudgedPair {
  readonly run: OutcomeRun
  readonly task: ClientTask
  readonly choice: InputChoice
  /** Undefined in a plain run. */
  readonly scenario: ScenarioFacts | undefined
  /** The failure of an earlier run that explains this one: with the first input, or in a simpler scenario. */
  readonly cause?: ClientResult | undefined
  /** The failures of earlier plain runs of the task. */
  readonly earlier?: readonly ClientResult[]
  /** The run of the scenario that this one is compared with. */
  readonly compared?: OutcomeRun | undefined
}

/** Compares what a client reported with the world, and with what its scenario allows. */
export function concludeReport(pair: JudgedPair): ClientResult {
  const { run, task, choice, scenario } = pair
  const { reported, transcript } = run
  const tested = scenario?.tests ?? choice.tests
  switch (reported.kind) {
    case 'crash':
    case 'unreadable':
      return noReportResult(pair, reported.kind, reported.why)
    case 'notApplicable':
      return noReportResult(pair, reported.kind, phrase`exit code 77, although the plain run supports the task`)
    case 'timeout':
      return concludeTimeout(pair, reported)
    case 'value':
    case 'error':
  }
  if (scenario && !scenario.happened(run))
    return decide(run, tested, {
      verdict: 'insufficientEvidence',
      cause: { kind: 'scenario', scenario: scenario.name },
      remark: scenario.takes
        ? phrase`The scenario did not happen, as ${scenario.takes}: ${scenario.name}.`
        : phrase`The scenario did not happen: ${scenario.name}.`,
    })
  const outcome = reported.kind === 'value' ? task.judge(reported.value, run) : undefined
  if (transcript.cut && outcome?.kind !== 'wrong')
    return decide(run, tested, {
      verdict: 'insufficientEvidence',
      cause: { kind: 'cut' },
      remark: phrase`Requests are missing from the journal of this run.`,
    })
  const allowed = scenario ? allowedOutcome(scenario, run) : (choice.allows ?? 'value')
  return outcome ? concludeValue(outcome, pair, allowed) : concludeError(pair, allowed)
}

function concludeError(pair: JudgedPair, allowed: AllowedReports): ClientResult {
  const { run, choice, scenario } = pair
  const tested = scenario?.tests ?? choice.tests
  const isUnread = allowed === 'value' && scenario === undefined && isServed(run)
  if (allowed === 'value')
    return decide(run, isUnread ? 'client.reports' : tested, {
      verdict: 'fail',
      expected: isUnread
        ? phrase`a value, as every request was answered with success, the last with ${lastAnswer(run)}`
        : phrase`a value`,
      got: phrase`the error ${reportedError(run)}`,
      fact: { kind: 'error', fault: 'reported' },
    })
  return losesStatus(pair)
    ? decide(run, 'client.error-shapes', {
        verdict: 'fail',
        expected: phrase`an error with the status of the refusal`,
        got: reportedError(run),
        fact: { kind: 'error', fault: 'status' },
      })
    : decide(run, tested, { verdict: 'pass', remark: phrase`The client reported an error.` })
}

function lastAnswer({ transcript: { exchanges } }: OutcomeRun): Phrase {
  const { text = '', json } = exchanges.at(-1)?.response ?? {}
  return text === '' ? phrase`no content` : phrase`${{ json: json ?? text, most: 60 }}`
}

/** Returns true if every request was answered with success, so that no request explains an error. */
function isServed({ transcript: { exchanges, outside } }: OutcomeRun): boolean {
  const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300
  return exchanges.length > 0 && outside.length === 0 && exchanges.every(({ response }) => isSuccess(response?.status))
}

function concludeValue(
  outcome: ReportComparison,
  { run, choice, scenario }: JudgedPair,
  allowed: AllowedReports,
): ClientResult {
  const tested = scenario?.tests ?? choice.tests
  switch (outcome.kind) {
    case 'right':
      return allowed === 'error'
        ? decide(run, scenario ? hiddenErrorRequirement(scenario, run) : tested, {
            verdict: 'fail',
            expected: phrase`an error`,
            got: phrase`a value as if nothing was wrong`,
            fact: { kind: 'error', fault: 'missing' },
          })
        : decide(run, tested, { verdict: 'pass' })
    case 'wrong': {
      const nearest = (allowed === 'error' ? undefined : outcome.requirement) ?? choice.tests
      const requirement = !scenario || outcome.always ? nearest : hiddenErrorRequirement(scenario, run)
      const { expected, got, fact } = outcome
      return decide(run, requirement, { verdict: 'fail', expected, got, fact })
    }
    case 'unknown':
      return decide(run, tested, { verdict: 'insufficientEvidence', cause: { kind: 'noReport' }, remark: outcome.why })
  }
}

const allowedOutcome = ({ allows }: ScenarioFacts, run: OutcomeRun): AllowedReports =>
  typeof allows === 'function' ? allows(run) : allows

/**
 * The requirement that a wrong value breaks in a scenario. If a request was refused or got no answer, the value hides
 * an error. That is always a failure and never advice.
 */
function hiddenErrorRequirement({ tests }: ScenarioFacts, { transcript }: OutcomeRun): ClientRequirementId {
  const isRefused = transcript.exchanges.some(({ response }) => response === undefined || response.status >= 400)
  return isRefused && clientRequirement(tests).level !== 'stated' ? 'client.errors-reported' : tests
}

/**
 * Returns true if a client loses the status of a refusal: it reports the status of a refusal with a usual body, or it
 * reports its parser's error about the body.
 */
function losesStatus({ run, scenario, compared }: JudgedPair): boolean {
  if (scenario?.comparedWith === undefined || tellsStatus(run)) return false
  return (compared !== undefined && tellsStatus(compared)) || isParserError(errorKind(run))
}

/** Returns true if the error of a run has the status of a refusal, as a number or in its text. */
function tellsStatus(run: OutcomeRun): boolean {
  if (run.reported.kind === 'error' && run.reported.error.status !== undefined) return true
  const statuses = run.transcript.exchanges.flatMap(({ response }) => response?.status ?? [])
  const words = new Set(errorKind(run).split(/\W+/))
  return statuses.some((status) => status >= 400 && words.has(String(status)))
}

const errorKind = ({ reported }: OutcomeRun): string => (reported.kind === 'error' ? reported.error.kind : '')

function noReportResult({ run, scenario }: JudgedPair, how: NoReport['how'], why: Phrase): ClientResult {
  return decide(run, scenario?.tests ?? 'client.reports', {
    verdict: 'fail',
    expected: phrase`{"value": …} or {"error": {"kind": "…", "status": 403}} as the last line of standard output, and exit code 0; of a client in process, a promise that settles`,
    got: why,
    fact: { kind: 'noReport', how },
  })
}

function concludeTimeout(pair: JudgedPair, reported: TimedOut): ClientResult {
  const { run, choice, scenario } = pair
  const { why } = reported
  const unended = readRunEnd(run, reported)
  switch (unended.kind) {
    case 'endless': {
      const { walks, got, fact, evidence } = unended
      const ends = (walks ? endlessWalkRequirement(run.task) : undefined) ?? choice.tests
      const isTested = scenario && (!walks || clientRequirement(scenario.tests).level === 'stated')
      const requirement = isTested ? scenario.tests : ends
      return decide(run, requirement, { verdict: 'fail', expected: phrase`a run that ends`, got, fact, evidence })
    }
    case 'silent':
      return noReportResult(pair, reported.kind, why)
    case 'slow':
    case 'idle':
      return decide(run, scenario?.tests ?? (unended.kind === 'idle' ? 'client.reports' : choice.tests), {
        verdict: 'insufficientEvidence',
        cause: { kind: 'timeout' },
        remark: why,
      })
  }
}

function reportedError({ reported }: OutcomeRun): Phrase {
  return phrase`${{ json: reported.kind === 'error' ? reported.error : {}, most: 300 }}`
}

/**
 * The messages of JSON parsers for a body that is not JSON. A client that reports one describes its own parser and not
 * the refusal. The messages belong to languages and libraries. An unlisted message is missed and causes no failure.
 */
const parserErrors: readonly RegExp[] = [
  // V8, which Node and Chrome use; SpiderMonkey; JavaScriptCore.
  /Unexpected token|Unexpected end of JSON input|Unexpected non-whitespace character|is not valid JSON/,
  /JSON\.parse: |JSON Parse error/,
  // Python; Go; Rust.
  /Expecting value: line \d+ column \d+|JSONDecodeError/,
  /invalid character '.{1,4}' looking for beginning of value|unexpected end of JSON input/,
  /expected value at line \d+ column \d+|EOF while parsing a value/,
  // Jackson and Gson; System.Text.Json.
  /Unexpected character \('|No content to map due to end-of-input|JsonParseException|JsonSyntaxException/,
  /is an invalid start of a value|does not contain any JSON tokens/,
  // Ruby; PHP; Swift.
  /unexpected (?:token|character|end of input)|JSON::ParserError/,
  /^Syntax error$|JsonException/,
  /couldn.t be read because it isn.t in the correct format/,
]

/** Returns true if an error that a client reported is the message of a JSON parser. */
function isParserError(text: string): boolean {
  return parserErrors.some((expression) => expression.test(text))
}
