import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  hostileResult,
  hostileText,
  sampleCheck,
  sampleExchange,
  sampleResult,
} from '../../testing/conformance/sample-result.ts'
import { requirements } from '../catalogue/requirements.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { checks } from '../checks/checks.ts'
import type { RunResult } from '../judge/result.ts'
import type { JsonReport } from './json.ts'
import { type ReportFormat, reportFormats, writeReport } from './reports.ts'
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
  expect(Object.keys(report.summary)).toEqual([...verdicts])
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

it('says in each format how long a cut body was, whatever a body says of itself', () => {
  const said = '… (cut: 4 of 77777 characters)'
  const lengths = (text: string, length?: number) => {
    const { request, response, ...rest } = sampleExchange(text)
    const at = { ...rest, request, response: { ...response, length } }
    const result = sampleResult([
      sampleCheck('filters.and.x', 'fail', 'expected a; got b', [at], { fact: { kind: 'body', at } }),
    ])
    const of = (format: ReportFormat) =>
      /\(cut: \d+ of (\d+) /.exec(writeReport(format, result).replaceAll(said, ''))?.[1]
    return [of('json'), of('html'), of('markdown'), of('junit'), of('tap'), of('har')]
  }
  expect(lengths(`${'word '.repeat(1000)}${said}`)).toEqual([...Array<string>(5).fill('5030'), undefined])
  expect(lengths('word '.repeat(1000), 9000)).toEqual(Array(6).fill('9000'))
  expect(lengths(`word ${said}`)).toEqual(Array(6).fill(undefined))
})

it('writes an HTML page that loads and runs nothing but its own style and script', () => {
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
  expect(page).not.toMatch(/(?![\t\n])\p{Cc}|\u202E/u)
  for (const text of [
    'Not conformant',
    'What failed',
    'Score by clause',
    'credentials.dsn',
    'sha256:',
    '0.1.0',
    'Several filters are AND-combined.',
    'curl -i',
    '&lt;script&gt;alert(1)',
    'data-verdict="Failed"',
  ])
    expect(page).toContain(text)
})

it('has links within the HTML page to anchors that are ids, each of which is there once', () => {
  const page = writeReport('html', hostileResult)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids).toEqual(expect.arrayContaining(['failed', 'failed-filters.and', 'filters.and', 'filters.and.x', 'score']))
  expect(requirements.filter(({ id }) => !ids.includes(id) && !hasChecks.has(id)).map(({ id }) => id)).toEqual([])
})

it('writes Markdown in which texts of a target are not markup', () => {
  const text = writeReport('markdown', hostileResult)
  const prose = text.replaceAll(/^ *(`{3,}).*\n[^]*?\n *\1$/gm, '').replaceAll(/(`+)[^`].*?\1/g, '')
  expect(prose).not.toMatch(/<script|(?<!\\)!?\[x|@someone|\*\*bold|evil\.example\/x\.png\)\s*$/m)
  expect(prose.replaceAll(/<\/?(?:details|summary)>/g, '')).not.toMatch(/<\w/)
  for (const line of text.split('\n').filter((row) => /^\| [^|]*Filters/.test(row)))
    expect(line.split('|')).toHaveLength(7)
  expect(text).toMatch(/^## ❌ Not conformant\n/)
})

it('keeps Markdown within the limit of a job summary, however much failed', () => {
  const many = sampleResult(
    ['filters.and', 'ids.order'].flatMap((id) =>
      Array.from({ length: 200 }, (_, index) =>
        sampleCheck(`${id}.n${index}`, 'fail', 'expected a; got b', [sampleExchange('y'.repeat(8000))]),
      ),
    ),
  )
  expect(new TextEncoder().encode(writeReport('markdown', many)).byteLength).toBeLessThan(1_000_000)
})

it('writes every exchange as HAR 1.2, or the evidence if none was kept', () => {
  const har = (result: RunResult) =>
    (
      JSON.parse(writeReport('har', result)) as {
        log: { version: string; creator: object; entries: readonly Record<string, Record<string, unknown>>[] }
      }
    ).log
  const { version, creator, entries } = har({
    ...hostileResult,
    exchanges: [sampleExchange('{"ä":1}', { method: 'POST', body: 'ö' })],
  })
  expect({ version, creator }).toEqual({
    version: '1.2',
    creator: { name: '@platform-data/emulator', version: expect.any(String) },
  })
  expect(entries).toEqual([
    {
      startedDateTime: '2023-11-14T22:13:20.000Z',
      time: 12,
      cache: {},
      timings: { send: 0, wait: 12, receive: 0 },
      request: {
        method: 'POST',
        url: 'https://target.example/1.13/environments?limit=2&x=a%20b',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'accept', value: 'application/json' },
          { name: 'authorization', value: 'Bearer <token>' },
        ],
        queryString: [
          { name: 'limit', value: '2' },
          { name: 'x', value: 'a b' },
        ],
        postData: { mimeType: '', text: 'ö' },
        headersSize: -1,
        bodySize: 2,
      },
      response: {
        status: 404,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { size: 8, mimeType: 'application/json', text: '{"ä":1}' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
    },
  ])
  expect(har(hostileResult).entries).toHaveLength(2)
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
