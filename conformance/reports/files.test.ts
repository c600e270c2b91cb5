import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hostileText, sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { verdicts } from '../catalogue/verdict.ts'
import type { RunResult } from '../run/result.ts'
import type { JsonReport } from './json.ts'
import { reportFormats, writeReport } from './reports.ts'
import { summarize } from './summary.ts'

const hostile: RunResult = sampleResult(
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
    sampleCheck('filters.paged.x', 'blocked', 'filters.and.x did not pass'),
    sampleCheck('ids.order.x', 'error', hostileText),
    sampleCheck('auth.dsn.x', 'notApplicable', 'declare credentials.dsn in the target file'),
    sampleCheck('link.identifier.x', 'observed', hostileText),
    sampleCheck('pat.list.x', 'pass'),
  ].map((result) => ({ ...result, clause: result.requirement.startsWith('pat') ? '4.2' : result.clause })),
  { findings: { [hostileText]: hostileText, listPath: ['data'] }, leftovers: [hostileText] },
)

it('writes the JSON report member by member as it is fixed', () => {
  const report = JSON.parse(writeReport('json', hostile)) as JsonReport
  const { digest } = summarize(hostile)
  expect({ ...report, results: [], findings: {}, leftovers: [] }).toEqual({
    kit: {
      name: '@platform-data/emulator',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      requirements: expect.any(Number),
      digest,
    },
    target: { baseUrl: 'https://target.example' },
    findings: {},
    startedAt: '2023-11-14T22:13:20.000Z',
    durationMs: 1500,
    requests: 42,
    conformant: false,
    summary: { pass: 2, fail: 1, notApplicable: 1, blocked: 1, insufficientEvidence: 1, observed: 1, error: 1 },
    requirements: { stated: expect.any(Number), decided: 2 },
    results: [],
    leftovers: [],
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

/** The elements of an XML text, told by a reader that takes well-formed ones only. */
function elementsOf(
  xml: string,
): readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  expect(xml).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u)
  const open: string[] = []
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
  const rest = body.replaceAll(
    /<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g,
    (_tag, closes: string, name: string, attributes: string, empty: string) => {
      if (closes) expect(open.pop()).toBe(name)
      else
        elements.push({
          name,
          attributes: Object.fromEntries(
            [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
          ),
        })
      if (!closes && !empty) open.push(name)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/)
  return elements
}

it('writes well-formed JUnit XML: one test case a requirement, one suite a clause, totals that add up', () => {
  const elements = elementsOf(writeReport('junit', hostile))
  const named = (name: string) => elements.filter((element) => element.name === name)
  expect(named('testcase').map(({ attributes }) => attributes['name'])).toEqual([
    'ids.order',
    'pat.list',
    'filters.exact',
    'filters.and',
    'filters.paged',
    'link.identifier',
    'auth.dsn',
  ])
  expect(new Set(named('testcase').map(({ attributes }) => attributes['classname']))).toEqual(
    new Set([
      'conformance.4-2 Personal access tokens',
      'conformance.2-1 Identifiers',
      'conformance.5-5 DSN',
      'conformance.4-5 Filters',
      'conformance.4-10 Link header',
    ]),
  )
  expect([named('failure').length, named('error').length, named('skipped').length, named('system-out').length]).toEqual(
    [1, 1, 4, 7],
  )
  expect(named('testsuites')[0]!.attributes).toMatchObject({ tests: '7', failures: '1', errors: '1' })
  expect(named('testsuite').reduce((sum, { attributes }) => sum + Number(attributes['skipped']), 0)).toBe(4)
  for (const total of ['tests', 'failures', 'errors'])
    expect(named('testsuite').reduce((sum, { attributes }) => sum + Number(attributes[total]), 0)).toBe(
      Number(named('testsuites')[0]!.attributes[total]),
    )
  for (const { attributes } of named('testcase')) expect(attributes['time']).toMatch(/^\d+\.\d{3}$/)
})

/** What the schema of Jenkins' xUnit plugin (junit-10.xsd) allows, of which GitLab reads a part. */
const junitSchema: Readonly<
  Record<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'] },
  testsuite: {
    required: ['name', 'tests'],
    optional: ['failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
  },
  testcase: { required: ['name', 'classname'], optional: ['assertions', 'time', 'status'] },
  skipped: { required: [], optional: ['message'] },
  failure: { required: [], optional: ['type', 'message'] },
  error: { required: [], optional: ['type', 'message'] },
  'system-out': { required: [], optional: [] },
}

it('writes JUnit XML as the schema of Jenkins has it: known elements, known attributes, in its order', () => {
  const xml = writeReport('junit', hostile)
  for (const { name, attributes } of elementsOf(xml)) {
    const { required, optional } = junitSchema[name]!
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...required]))
    expect(
      Object.keys(attributes).filter((attribute) => !required.includes(attribute) && !optional.includes(attribute)),
      name,
    ).toEqual([])
  }
  const cases = xml.split('<testcase ').slice(1)
  expect(
    cases
      .map((one) => [...one.matchAll(/<(skipped|error|failure|system-out)[ >/]/g)].map(([, name]) => name!))
      .filter((children) => children.at(-1) !== 'system-out' || children.length > 2),
  ).toEqual([])
  for (const { attributes } of elementsOf(xml).filter(({ name }) => name === 'testsuite'))
    expect(attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
})

it('skips a known failure in JUnit', () => {
  const xml = writeReport('junit', hostile, {
    baseline: { known: [{ requirement: 'filters.and', check: 'filters.and.x' }], new: [], stale: [] },
  })
  expect(elementsOf(xml).filter(({ name }) => name === 'failure')).toEqual([])
  expect(xml).toContain('skipped message="known failure: ')
})

it('writes an HTML page that loads and runs nothing but its own style and script', () => {
  const page = writeReport('html', hostile)
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)![1]!
  const hashOf = (element: string) =>
    createHash('sha256')
      .update(new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)![1]!)
      .digest('base64')
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; base-uri 'none'; form-action 'none'`,
  )
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/<[^>]+ (?:style|src|href|on\w+)=/)
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

it('writes Markdown in which no text of a target is markup', () => {
  const text = writeReport('markdown', hostile)
  const prose = text.replaceAll(/^ *(`{3,}).*\n[^]*?\n *\1$/gm, '').replaceAll(/(`+)[^`].*?\1/g, '')
  expect(prose).not.toMatch(/<script|(?<!\\)!?\[x|@someone|\*\*bold|evil\.example\/x\.png\)\s*$/m)
  expect(prose.replaceAll(/<\/?(?:details|summary)>/g, '')).not.toMatch(/<\w/)
  for (const line of text.split('\n').filter((one) => /^\| [^|]*Filters/.test(one)))
    expect(line.split('|')).toHaveLength(7)
  expect(text).toMatch(/^## ❌ Not conformant\n/)
})

it('keeps Markdown within what a job summary takes, however much failed', () => {
  const many = sampleResult(
    ['filters.and', 'ids.order'].flatMap((id) =>
      Array.from({ length: 200 }, (_, index) =>
        sampleCheck(`${id}.n${index}`, 'fail', 'expected a; got b', [sampleExchange('y'.repeat(8000))]),
      ),
    ),
  )
  expect(new TextEncoder().encode(writeReport('markdown', many)).byteLength).toBeLessThan(1_000_000)
})

it('writes every exchange as HAR 1.2, and the evidence where none was kept', () => {
  const har = (result: RunResult) =>
    (
      JSON.parse(writeReport('har', result)) as {
        log: { version: string; creator: object; entries: readonly Record<string, Record<string, unknown>>[] }
      }
    ).log
  const { version, creator, entries } = har({
    ...hostile,
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
  expect(har(hostile).entries).toHaveLength(2)
})

it.each(reportFormats)('writes a %s report of a run without results', (format) => {
  expect(writeReport(format, sampleResult([])).length).toBeGreaterThan(50)
})
