import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hostileResult, hostileText, sampleResult } from '../../testing/conformance/sample-result.ts'
import { requirements } from '../catalogue/requirements.ts'
import { checks } from '../checks/checks.ts'
import type { JsonReport } from './report-schema.ts'
import { writeReport } from './service-document.ts'
import { reportFormats } from './format-list.ts'
import { summarize } from './summary.ts'

const hasChecks = new Set<string>(checks.map(({ requirement }) => requirement))

it('writes the members of the JSON report in their order', () => {
  const report = JSON.parse(writeReport('json', hostileResult)) as JsonReport
  const { digest } = summarize(hostileResult)
  expect({ ...report, results: [], findings: {}, leftovers: [] }).toEqual({
    kit: {
      name: '@platform-data/emulator',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      requirements: expect.any(Number),
      digest,
    },
    target: { baseUrl: 'https://target.example' },
    profile: 'full',
    without: [],
    findings: {},
    startedAt: '2023-11-14T22:13:20.000Z',
    durationMs: 1500,
    requests: 42,
    quick: false,
    conformant: false,
    summary: { pass: 2, fail: 1, notApplicable: 1, blocked: 1, insufficientEvidence: 1, observed: 1, error: 1 },
    requirements: { stated: expect.any(Number), decided: 2 },
    score: { passed: 1, failed: 1, undecided: 3, notLookedAt: 1 },
    declareNext: [],
    failures: [{ requirements: ['filters.and'], checks: ['filters.and.x'] }],
    results: [],
    leftovers: [],
    secrets: { shortest: 6, longest: 2048 },
  })
  expect(Object.keys(report.results[0]!)).toEqual([
    'check',
    'requirement',
    'clause',
    'verdict',
    'message',
    'evidence',
    'durationMs',
  ])
  const { request, response, curl } = report.results[0]!.evidence[1]!
  expect(request).toMatchObject({ method: 'POST', body: hostileText })
  expect(response.body).toMatch(/^<\/pre>.*… \(cut: 4096 of 9\d{3} characters\)$/s)
  expect(curl).toContain('curl -i -X POST')
})

it('writes an HTML page that loads and runs only its own code, with links to unique anchors', () => {
  const page = writeReport('html', hostileResult)
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)![1]!
  const hashOf = (element: string) =>
    createHash('sha256')
      .update(new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)![1]!)
      .digest('base64')
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; base-uri 'none'; form-action 'none'`,
  )
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/<[^>]+ (?:style|src|on\w+)=|<[^>]+ href="(?!#[\w.-]+")/)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids).toEqual(expect.arrayContaining(['failed', 'failed-filters.and', 'filters.and', 'filters.and.x', 'score']))
  expect(requirements.filter(({ id }) => !ids.includes(id) && !hasChecks.has(id)).map(({ id }) => id)).toEqual([])
})

it.each(reportFormats)('writes a %s report of a run without results', (format) => {
  const none = writeReport(format, sampleResult([]))
  expect(none).toMatch(/\w/)
  expect(writeReport(format, hostileResult)).not.toBe(none)
})

it.each(reportFormats)('says beside the verdict what the service does not offer, as %s', (format) => {
  const claim = { profile: 'full', without: ['legacy', 'personalAccessTokens'] } as const
  const text = writeReport(format, { ...hostileResult, claim })
  if (format === 'json') expect(JSON.parse(text)).toMatchObject(claim)
  else expect(text).toContain('full, without legacy and personalAccessTokens')
})
