// Who forges a bundle has its format: everything is rendered anew here, with new hashes, after each change.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { deviatingSubject, runKit, timelessSubject } from '../../testing/selftest/subject.ts'
import { deviations } from '../../emulator/disturb/deviations/deviations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import type { RunRecording } from '../judge/run-recording.ts'
import { bundleFiles } from './bundle.ts'
import { type VerifiedBundle, verificationText, verifyBundle } from './verify-bundle.ts'

const encoder = new TextEncoder()

/** Verifies the bundle of a run. */
async function verified(run: RunResult): Promise<VerifiedBundle> {
  return await verifyBundle(
    new Map(Object.entries(bundleFiles(run)).map(([name, text]) => [name, encoder.encode(text)])),
  )
}

describe('a run that passed', () => {
  let run: RunResult
  beforeAll(async () => {
    run = await runKit(timelessSubject({}), { keepExchanges: true })
  })

  /** An exchange that no result cites. */
  const uncited = (is: (exchange: Exchange) => boolean = () => true): number => {
    const cited = new Set(run.results.flatMap(({ evidence }) => evidence.map(({ request }) => request.url)))
    return run.exchanges.findIndex((exchange) => !cited.has(exchange.request.url) && is(exchange))
  }
  const withExchange = (index: number, change: (exchange: Exchange) => Exchange): RunResult => ({
    ...run,
    exchanges: run.exchanges.map((exchange, at) => (at === index ? change(exchange) : exchange)),
  })
  const withRecording = (change: Partial<RunRecording>): RunResult => ({
    ...run,
    recording: { ...run.recording!, ...change },
  })

  it('is judged again, every verdict comes out the same, and nothing is sent', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const { exitCode, problems, judged, statements } = await verified(run)
    expect([exitCode, problems, judged]).toEqual([0, [], { again: run.results.length, all: run.results.length }])
    expect(sent).not.toHaveBeenCalled()
    sent.mockRestore()
    expect(statements.join('\n')).toContain(
      `Judged   ${run.results.length} of ${run.results.length} verdicts worked out anew`,
    )
  })

  it.each<[string, () => RunResult, RegExp]>([
    [
      'another body of an exchange that no result cites',
      () =>
        withExchange(
          uncited(({ response }) => response.status === 200 && response.text.includes('"id"')),
          ({ response, ...rest }) => ({
            ...rest,
            response: { ...response, text: response.text.replace(/"id":"[^"]*"/, '"id":"no id"') },
          }),
        ),
      /lead to fail, not pass|the kit asks for something else/,
    ],
    [
      'another status of one',
      () =>
        withExchange(
          uncited(({ response }) => response.status === 400),
          ({ response, ...rest }) => ({ ...rest, response: { ...response, status: 200 } }),
        ),
      /lead to fail, not pass|the kit asks for something else/,
    ],
    [
      'another address of one',
      () =>
        withExchange(uncited(), ({ request, ...rest }) => ({
          ...rest,
          request: { ...request, url: `${request.url}&x` },
        })),
      /^ {2}Exchange \d+ of report\.har cannot be: the kit does not send this GET /m,
    ],
    [
      'two exchanges in the place of each other',
      () => ({ ...run, exchanges: run.exchanges.toSpliced(30, 2, run.exchanges[31]!, run.exchanges[30]!) }),
      /cannot be|the kit asks for something else/,
    ],
    [
      'one exchange less',
      () => ({ ...run, requests: run.requests - 1, exchanges: run.exchanges.toSpliced(uncited(), 1) }),
      /the kit asks for something else/,
    ],
    [
      'one exchange more',
      () => ({ ...run, requests: run.requests + 1, exchanges: [...run.exchanges, run.exchanges.at(-1)!] }),
      /the kit asks for something else/,
    ],
    ['another seed', () => ({ ...run, seed: 7 }), /cannot be|the kit asks for something else/],
    [
      'another finding',
      () => ({ ...run, findings: { ...run.findings, x: 1 } }),
      /^ {2}The findings of the run are not/m,
    ],
    [
      'another claim',
      () => ({ ...run, claim: { profile: 'versioned', without: [] } }),
      /The findings of the run are not|cannot be/,
    ],
    ['another target file', () => withRecording({ target: { baseUrl: 'http://target.test' } }), /something else/],
    [
      'no recording, as bundles of earlier kits',
      () => ({ ...run, recording: undefined }),
      /^Open {5}no verdict was worked out anew: report\.har does not say in which order/m,
    ],
    ['an order that does not end', () => withRecording({ order: '0 '.repeat(100_000) }), /something else/],
    [
      'a recording of other types',
      () => withRecording(JSON.parse('{"ends":{"__proto__":null},"responses":7,"order":{"toString":null}}') as object),
      /something else/,
    ],
  ])('never verifies as 0 with %s', async (_what, forge, message) => {
    const result = await verified(forge())
    expect(result.exitCode).not.toBe(0)
    expect(verificationText(result)).toMatch(message)
  })
})

describe('a run that failed', () => {
  let run: RunResult
  beforeAll(async () => {
    const deviation = deviations.find(({ name }) => name === 'brand-filter-ignored')!
    run = await runKit(deviatingSubject(deviation), { keepExchanges: true })
  })

  const isFailed = ({ verdict }: CheckResult) => verdict === 'fail'
  const passed = ({ check, requirement, clause, durationMs }: CheckResult): CheckResult => ({
    check,
    requirement,
    clause,
    durationMs,
    verdict: 'pass',
    message: '',
    evidence: [],
  })

  it('is judged again, its failures included', async () => {
    expect(run.results.some(isFailed)).toBe(true)
    const { exitCode, problems, judged } = await verified(run)
    expect([exitCode, problems, judged.again]).toEqual([1, [], run.results.length])
  })

  it('is told by its exchanges where failures were made to pass', async () => {
    const results = run.results.map((result) => (result.verdict === 'pass' ? result : passed(result)))
    const { exitCode, problems } = await verified({ ...run, results })
    expect(exitCode).toBe(1)
    for (const { check } of run.results.filter(isFailed))
      expect(problems).toContainEqual(
        expect.stringContaining(`${check} cannot be: the exchanges of report.har lead to fail`),
      )
  })

  it('is told by its exchanges where the words of a failure are others', async () => {
    const results = run.results.map((result) =>
      isFailed(result) ? { ...result, evidence: result.evidence.slice(-1) } : result,
    )
    const { exitCode, problems } = await verified({ ...run, results })
    expect(exitCode).toBe(1)
    expect(problems).toContainEqual(expect.stringContaining('lead to another fail'))
  })
})
