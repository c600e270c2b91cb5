// A target repeats every secret that it was sent or gave, in every form that services produce by accident.
import { expect, it } from 'vitest'
import { failAsStatus } from '../../testing/conformance/concludes.ts'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import { accidentalForms } from '../../testing/redaction/accidental-forms.ts'
import { defineCheck } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { bundleFiles } from './bundle.ts'
import { writeReport } from './service-document.ts'
import { reportFormats } from './format-list.ts'

const canaries = {
  clientSecret: 'canary/oauth+secret="1"&<2>',
  token: 'canary-token_4f6a/9b+c==',
  integrationToken: 'canary integration token äö',
  apiKey: 'canaryApiKey0123456789abcdef',
  dsn: 'https://canarydsnpublickey@o1.ingest.example/42',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.canaryAccessTokenPayload0123456789.signature-_x',
  refreshToken: 'canary-refresh:token/7',
  patSecret: 'canary_pat_Zx81kQ0v',
  cookie: 'canary-session-cookie-1',
  hookKey: 'canary-hook-key-2',
}
type Secrets = typeof canaries

const spelled = (text: string) => Object.values(accidentalForms).map((spell) => spell(text, ['id:', ':']))

/** Texts that show a secret or a part of it, in any encoding. */
function traces(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const inner = [0, 1, 2].map((offset) =>
    Buffer.from(bytes.subarray(offset, offset + Math.floor((bytes.length - offset) / 3) * 3))
      .toString('base64')
      .slice(0, 12),
  )
  return [...spelled(text), ...inner]
}

/** Answers with its secrets, and repeats each request. Cookies are never sent back. */
async function echo(request: Request, { cookie, ...secrets }: Secrets): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/oauth/token')
    return Response.json(
      { access_token: secrets.accessToken, refresh_token: secrets.refreshToken },
      { headers: { 'set-cookie': `sid=${cookie}; HttpOnly` } },
    )
  const told = Object.values(secrets).flatMap(spelled)
  if (pathname === '/html')
    return new Response(`<pre>${told.join('\n')}</pre>`, { status: 500, headers: { 'content-type': 'text/html' } })
  if (pathname === '/long')
    return new Response(
      `${'x'.repeat(Number(request.headers.get('x-filler')))}"${secrets.accessToken}"${'y'.repeat(100_000)}`,
    )
  const { url } = request
  const headers = Object.fromEntries(request.headers)
  return Response.json(
    { url, headers, body: await request.text(), told, [secrets.token]: 1, nested: JSON.stringify({ told }) },
    {
      headers: {
        'x-echo': `${secrets.apiKey} ${encodeURIComponent(secrets.token)}`,
        link: `<https://target.example/?key=${encodeURIComponent(secrets.clientSecret)}>; rel=next`,
      },
    },
  )
}

const telling = ({ clientSecret, token, apiKey, dsn, patSecret, hookKey, accessToken, refreshToken }: Secrets) =>
  defineCheck({
    id: 'http.json.canaries',
    effect: 'read',
    description: 'Sends every secret everywhere.',
    run: async (session) => {
      const form = { client_id: 'client-1', client_secret: clientSecret }
      await session.send({ method: 'POST', path: '/oauth/token', as: 'none', form })
      const first = await session.send({
        path: `/echo/${encodeURIComponent(apiKey)}`,
        query: { key: token, again: dsn },
        as: 'apiKey',
      })
      const nested = { [accessToken]: [refreshToken] }
      const json = { secret: clientSecret, token: patSecret, hook: hookKey, nested }
      await session.send({ method: 'POST', path: '/echo', json, as: 'dsn' })
      await session.send({ path: '/html', as: 'integrationToken' })
      session.run.redactor.add(patSecret, 'personal_access_token')
      session.run.findings.learn('secret', patSecret)
      failAsStatus(
        `no ${patSecret}`,
        [accessToken, first.response.text, encodeURIComponent(clientSecret), refreshToken].join(' and '),
      )
    },
  })

const cutting = defineCheck({
  id: 'http.options.canaries',
  effect: 'read',
  description: 'Gets bodies that are cut within a secret.',
  run: async (session) => {
    for (const limit of [4096, 8192, 65_536])
      for (const place of [6, 15, 40])
        await session.send({ path: '/long', headers: { 'x-filler': String(limit - place) } })
    failAsStatus('whole words', 'cut ones', session.exchanges.at(-1)!)
  },
})

function runWithSecrets(secrets: Secrets): Promise<RunResult> {
  const { clientSecret, token, integrationToken, apiKey, dsn, hookKey } = secrets
  return runConformance({
    target: {
      baseUrl: 'https://target.example',
      credentials: { oauth: { clientId: 'client-1', clientSecret }, token, integrationToken, apiKey, dsn },
      hooks: { advanceClock: { method: 'POST', path: '/clock', headers: { authorization: `Bearer ${hookKey}` } } },
    },
    checks: [telling(secrets), cutting],
    fetch: (request) => echo(request, secrets),
    keepExchanges: true,
    time: new FakeTime(1_700_000_000_000),
  })
}

const result = await runWithSecrets(canaries)

it.each([...reportFormats, 'bundle'] as const)('shows no secret in any spelling given the %s report', (format) => {
  const report =
    format === 'bundle'
      ? bundleFiles(result)['report.har']!
      : writeReport(format, result, { verbose: true, color: true })
  expect(report.length).toBeGreaterThan(500)
  for (const [name, canary] of Object.entries(canaries))
    for (const trace of traces(canary))
      for (const printed of [trace, JSON.stringify(trace).slice(1, -1)])
        expect(report.includes(printed), `${name} as ${trace}`).toBe(false)
  expect(report.toLowerCase()).not.toContain('canary')
  expect(report).not.toContain('eyJhbGciOi')
})

it('names the secrets that it hides, and reads them from the environment in a curl line', () => {
  const evidence = result.results[0]!.evidence
  expect(evidence.find(({ request }) => request.url.includes('/echo/'))?.request.headers['authorization']).toBe(
    'Basic <API_KEY>',
  )
  const { results } = JSON.parse(writeReport('json', result)) as { results: { evidence: { curl: string }[] }[] }
  const lines = results[0]!.evidence.map(({ curl }) => curl).join('\n')
  for (const part of [
    `-u "$PLATFORM_API_KEY"':'`,
    `'authorization: DSN '"$PLATFORM_DSN"`,
    `client_secret='"$PLATFORM_CLIENT_SECRET"`,
    `'authorization: Bearer '"$PLATFORM_INTEGRATION_TOKEN"`,
  ])
    expect(lines).toContain(part)
})

/** The names, ids and verdicts in a report. */
function reportMembers(run: RunResult): unknown {
  const report = JSON.parse(writeReport('json', run)) as { results: readonly { evidence: readonly object[] }[] }
  return Object.entries(report).map(([name, value]) =>
    name === 'results'
      ? report.results.map(({ evidence, ...others }) => [Object.keys(others), evidence.map(Object.keys)])
      : [name, name === 'summary' || name === 'failures' ? value : ''],
  )
}

it.each([
  'results',
  'requirement',
  'http.json',
  'fail',
  'status',
  'request',
  'expected',
  'GET',
  '200',
  'https',
  'curl',
])('concludes the same, and reports in the same shape, where every secret is %s', async (word) => {
  const secrets = Object.fromEntries(Object.keys(canaries).map((name) => [name, word])) as Secrets
  expect(reportMembers(await runWithSecrets(secrets))).toEqual(reportMembers(result))
})
