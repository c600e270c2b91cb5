import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../catalogue/verdict.ts'
import { checks } from '../rules/checks.ts'
import type { RunResult } from '../run/result.ts'
import { runConformance } from '../run/run-conformance.ts'
import { toTarget } from '../target/target-file.ts'
import { writeReport } from './reports.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const milliseconds = { type: 'number', minimum: 0 }
const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }
const list = (items: object) => ({ type: 'array', items })
/** Every member that is given, and no other. */
const object = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
})
const headers = { type: 'object', additionalProperties: text }

/** DESIGN.md section 7; `without`, `declareNext`, `leftovers` and `secrets` come on top. */
const report = object({
  kit: object({
    name: text,
    version: text,
    requirements: count,
    digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  }),
  target: object({ baseUrl: text }),
  profile: { enum: [...profiles] },
  without: list({ enum: [...offers] }),
  findings: { type: 'object' },
  startedAt: time,
  durationMs: milliseconds,
  requests: count,
  conformant: { enum: [true, false, null] },
  summary: object(
    Object.fromEntries(
      ['pass', 'fail', 'notApplicable', 'blocked', 'insufficientEvidence', 'observed', 'error'].map((verdict) => [
        verdict,
        count,
      ]),
    ),
  ),
  requirements: object({ stated: count, decided: count }),
  score: object({ passed: count, failed: count, undecided: count, notLookedAt: count }),
  declareNext: list(object({ name: text, requirements: count })),
  results: list(
    object(
      {
        check: text,
        requirement: text,
        clause: { type: 'string', pattern: String.raw`^\d+(?:\.\d+)?$` },
        verdict: { enum: [...verdicts] },
        message: text,
        evidence: list(
          object({
            request: object({ method: text, url: text, headers }, { body: text }),
            response: object({ status: count, headers, body: text }, { trouble: text }),
            curl: { type: 'string', pattern: '^curl ' },
          }),
        ),
        durationMs: milliseconds,
      },
      { reproduce: { type: 'string', pattern: '^#!/bin/sh\n' } },
    ),
  ),
  leftovers: list(text),
  secrets: object({ shortest: count, longest: count }),
})

/** HAR 1.2: what its specification demands of an entry, and the optional members that are used. */
const pairs = list(object({ name: text, value: text }))
const har = object({
  log: object({
    version: { const: '1.2' },
    creator: object({ name: text, version: text }),
    entries: list(
      object(
        {
          startedDateTime: time,
          time: milliseconds,
          request: object(
            {
              method: text,
              url: text,
              httpVersion: text,
              cookies: pairs,
              headers: pairs,
              queryString: pairs,
              headersSize: { type: 'integer' },
              bodySize: { type: 'integer' },
            },
            { postData: object({ mimeType: text, text }) },
          ),
          response: object({
            status: count,
            statusText: text,
            httpVersion: text,
            cookies: pairs,
            headers: pairs,
            content: object({ size: count, mimeType: text, text }),
            redirectURL: text,
            headersSize: { type: 'integer' },
            bodySize: { type: 'integer' },
          }),
          cache: object({}),
          timings: object({ send: milliseconds, wait: milliseconds, receive: milliseconds }),
        },
        { comment: text },
      ),
    ),
  }),
})

/** A run in which much fails and much is blocked. */
async function brokenRun(): Promise<RunResult> {
  const emulator = createEmulator({ deviations: ['legacy-root-204', 'open-resources', 'json-as-html'] })
  return await runConformance({
    target: toTarget(toTargetFile(emulator, 'http://target.test', true)),
    checks,
    fetch: emulator.fetch,
    keepExchanges: true,
  })
}

it('writes a JSON report and a HAR file by their schemas, for a whole run in which much fails', async () => {
  const result = await brokenRun()
  expect(result.results.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(2)
  expect(result.exchanges.length).toBe(result.requests)
  const ajv = new Ajv2020({ allErrors: true })
  for (const [format, schema] of [
    ['json', report],
    ['har', har],
  ] as const) {
    const validate = ajv.compile(schema)
    validate(JSON.parse(writeReport(format, result)))
    expect(validate.errors ?? [], format).toEqual([])
  }
})

it('has every result once, and totals that add up', async () => {
  const result = await brokenRun()
  const { summary, results, requirements } = JSON.parse(writeReport('json', result)) as {
    summary: Record<string, number>
    results: readonly { check: string; verdict: string }[]
    requirements: { stated: number; decided: number }
  }
  expect(results.map(({ check }) => check)).toEqual(checks.map(({ id }) => id))
  for (const verdict of verdicts) expect(results.filter((one) => one.verdict === verdict).length).toBe(summary[verdict])
  expect(requirements.decided).toBeLessThanOrEqual(requirements.stated)
})
