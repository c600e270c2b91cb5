import type { Exchange } from '../../conformance/conclusions/exchange.ts'
import { undeclared } from '../../conformance/conclusions/cause.ts'
import { phrase } from '../../conformance/conclusions/phrase.ts'
import { statementText } from '../../conformance/wording/text.ts'
import type { CheckResult, RunResult } from '../../conformance/judge/result.ts'

/** An exchange for tests of reports. */
export function sampleExchange(
  text = '{"error":{"message":"no"}}',
  changes: Partial<Exchange['request']> = {},
): Exchange {
  return {
    request: {
      method: 'GET',
      url: 'https://target.example/1.13/environments?limit=2&x=a%20b',
      headers: { accept: 'application/json', authorization: 'Bearer <token>' },
      ...changes,
    },
    response: { status: 404, headers: { 'content-type': 'application/json' }, text, json: undefined },
    startedAt: 1_700_000_000_000,
    durationMs: 12,
  }
}

/**
 * The result of one check. Its requirement is the first two parts of the check's id.
 * @param message `expected …; got …`, or a remark.
 */
export function sampleCheck(
  check: string,
  verdict: CheckResult['verdict'],
  message = '',
  evidence: readonly Exchange[] = [],
  { fact, cause, at, suspected, via }: Pick<CheckResult, 'fact' | 'cause' | 'at' | 'suspected' | 'via'> = {},
): CheckResult {
  const requirement = check.split('.').slice(0, 2).join('.') as CheckResult['requirement']
  const [expected, got] = message.startsWith('expected ') ? message.slice('expected '.length).split('; got ') : []
  const statement =
    expected === undefined || got === undefined
      ? { remark: phrase`${message}` }
      : { expected: phrase`${expected}`, got: phrase`${got}` }
  const conclusion = { verdict, ...statement, fact, cause, at, suspected, via }
  return {
    check,
    requirement,
    clause: '4.5',
    ...conclusion,
    message: statementText(conclusion),
    evidence,
    durationMs: 4,
  }
}

/** The result of a run. */
export function sampleResult(results: readonly CheckResult[], changes: Partial<RunResult> = {}): RunResult {
  return {
    baseUrl: 'https://target.example',
    claim: { profile: 'full', without: [] },
    undeclared: [],
    allowWrites: true,
    seed: 1,
    quick: false,
    gentle: false,
    findings: { listPath: 'data' },
    startedAt: 1_700_000_000_000,
    durationMs: 1500,
    requests: 42,
    results,
    leftovers: [],
    exchanges: [],
    ...changes,
  }
}

/** The text of a hostile target: markup, commands for terminals and CI, and ends of Markdown fences and cells. */
export const hostileText: string =
  '</pre><script>alert(1)</script> \u001B[2J\u0000\u202E ]]> ```` | **bold** @someone ' +
  '![x](https://evil.example/x.png)\r\n::error::pwned \uD800'

/** The result of a run against a hostile target, with every verdict. */
export const hostileResult: RunResult = sampleResult(
  [
    sampleCheck('filters.and.x', 'fail', `expected a; got ${hostileText}`, [
      sampleExchange('first'),
      sampleExchange(hostileText + 'z'.repeat(9000), {
        method: 'POST',
        url: `https://target.example/${hostileText}`,
        body: hostileText,
      }),
    ]),
    sampleCheck('filters.and.y', 'pass'),
    sampleCheck('filters.exact.x', 'insufficientEvidence', hostileText),
    sampleCheck('filters.paged.x', 'blocked', 'filters.and.x did not pass', [], {
      cause: { kind: 'check', check: 'filters.and.x' },
    }),
    sampleCheck('ids.order.x', 'error', hostileText),
    sampleCheck('auth.dsn.x', 'notApplicable', 'declare credentials.dsn in the target file', [], {
      cause: undeclared('credentials.dsn'),
    }),
    sampleCheck('link.identifier.x', 'observed', hostileText),
    sampleCheck('pat.list.x', 'pass'),
  ].map((result) => ({ ...result, clause: result.requirement.startsWith('pat') ? '4.2' : result.clause })),
  { findings: { [hostileText]: hostileText, listPath: ['data'] }, leftovers: [hostileText] },
)
