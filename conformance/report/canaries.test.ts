import { expect, it } from 'vitest'
import { failWith } from '../../testing/conformance/concludes.ts'
import { defineCheck } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { Redactor } from '../judge/redaction/redact.ts'
import type { Target } from '../target/target-file.ts'
import { bundleFiles } from './bundle.ts'
import { reportFormats, writeReport } from './reports.ts'

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

const target: Target = {
  baseUrl: 'https://target.example',
  credentials: {
    oauth: { clientId: 'client-1', clientSecret: canaries.clientSecret },
    token: canaries.token,
    integrationToken: canaries.integrationToken,
    apiKey: canaries.apiKey,
    dsn: canaries.dsn,
  },
  hooks: { advanceClock: { method: 'POST', path: '/clock', headers: { authorization: `Bearer ${canaries.hookKey}` } } },
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The encodings in which a target may write a text. */
function spelled(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', String.raw`\/`),
    text.replaceAll(
      /[^0-9A-Za-z]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    ),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
    encodeURI(text),
    new URLSearchParams({ x: text }).toString().slice(2),
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&#34;')
      .replaceAll('/', '&#x2F;'),
    base64(text),
    base64(`${text}:`),
    base64(`user:${text}`),
    base64(`id:${text}:more`),
    Buffer.from(`a${text}b`).toString('base64url'),
    encodeURIComponent(base64(`${text}:`)),
  ]
}

/** Texts that show a secret or a part of it, in any encoding. */
function traces(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const inner = [0, 1, 2].map((offset) =>
    Buffer.from(bytes.subarray(offset, offset + Math.floor((bytes.length - offset) / 3) * 3))
      .toString('base64')
      .slice(0, 12),
  )
  return [...spelled(text), ...inner, ...(text.match(/canary[\w-]{6,}/g) ?? [])]
}

/** Echoes all requests, and returns its secrets in every spelling. */
async function echo(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/oauth/token')
    return Response.json(
      { access_token: canaries.accessToken, refresh_token: canaries.refreshToken },
      { headers: { 'set-cookie': `sid=${canaries.cookie}; HttpOnly` } },
    )
  // Cookies are never sent back, so they appear only in their own header, where every value is hidden.
  const told = Object.entries(canaries).flatMap(([name, canary]) => (name === 'cookie' ? [] : spelled(canary)))
  if (pathname === '/html')
    return new Response(`<pre>${told.join('\n')}</pre>`, { status: 500, headers: { 'content-type': 'text/html' } })
  if (pathname === '/long')
    return new Response(
      `${'x'.repeat(Number(request.headers.get('x-filler')))}"${canaries.accessToken}"${'y'.repeat(100_000)}`,
    )
  const headers = Object.fromEntries(request.headers)
  return Response.json(
    {
      url: request.url,
      headers,
      body: await request.text(),
      told,
      [canaries.token]: 1,
      nested: JSON.stringify({ told }),
    },
    {
      headers: {
        'x-echo': `${canaries.apiKey} ${encodeURIComponent(canaries.token)}`,
        link: `<https://target.example/?key=${encodeURIComponent(canaries.clientSecret)}>; rel=next`,
      },
    },
  )
}

const telling = defineCheck({
  id: 'http.json.canaries',
  requirement: 'http.json',
  effect: 'read',
  description: 'Sends every secret everywhere.',
  run: async (session) => {
    await session.send({
      method: 'POST',
      path: '/oauth/token',
      as: 'none',
      form: { client_id: 'client-1', client_secret: canaries.clientSecret },
    })
    const first = await session.send({
      path: `/echo/${encodeURIComponent(canaries.apiKey)}`,
      query: { key: canaries.token, again: canaries.dsn },
      as: 'apiKey',
    })
    await session.send({
      method: 'POST',
      path: '/echo',
      json: {
        secret: canaries.clientSecret,
        token: canaries.patSecret,
        hook: canaries.hookKey,
        nested: { [canaries.accessToken]: [canaries.refreshToken] },
      },
      as: 'dsn',
    })
    await session.send({ path: '/html', as: 'integrationToken' })
    session.run.redactor.add(canaries.patSecret, 'personal_access_token')
    session.run.findings.learn('secret', canaries.patSecret)
    failWith(
      `no ${canaries.patSecret}`,
      [
        `${canaries.accessToken.slice(0, 30)}…`,
        first.response.text.slice(0, 2000),
        encodeURIComponent(canaries.clientSecret),
        canaries.refreshToken.slice(0, -1),
      ].join(' and '),
    )
  },
})

const cutting = defineCheck({
  id: 'http.options.canaries',
  requirement: 'http.options',
  effect: 'read',
  description: 'Gets bodies that are cut within a secret.',
  run: async (session) => {
    for (const limit of [4096, 8192, 65_536])
      for (const place of [6, 15, 40])
        await session.send({ path: '/long', headers: { 'x-filler': String(limit - place) } })
    failWith('whole words', 'cut ones', session.exchanges.at(-1)!)
  },
})

const result: RunResult = await runConformance({ target, checks: [telling, cutting], fetch: echo, keepExchanges: true })

it.each([...reportFormats, 'bundle'] as const)('shows no secret in any spelling given the %s report', (format) => {
  expect(result.recording).toBeDefined()
  const report =
    format === 'bundle'
      ? bundleFiles(result)['report.har']!
      : writeReport(format, result, { verbose: true, color: true })
  expect(report.length).toBeGreaterThan(500)
  for (const [name, canary] of Object.entries(canaries)) {
    for (const trace of traces(canary)) {
      expect(report.includes(trace), `${name} as ${trace}`).toBe(false)
      expect(report.includes(JSON.stringify(trace).slice(1, -1)), `${name} as ${trace}, escaped`).toBe(false)
    }
  }
  expect(report.toLowerCase()).not.toContain('canary')
  expect(report).not.toContain('eyJhbGciOi')
})

it('names the secrets that it hides, and reads them from the environment in a curl line', () => {
  const evidence = result.results[0]!.evidence
  expect(evidence.find(({ request }) => request.url.includes('/echo/'))?.request.headers['authorization']).toBe(
    'Basic <API_KEY>',
  )
  const { results } = JSON.parse(writeReport('json', result)) as { results: { evidence: { curl: string }[] }[] }
  const lines = results[0]!.evidence.map(({ curl }) => curl)
  expect(lines).toContainEqual(expect.stringContaining(`-u "$PLATFORM_API_KEY"':'`))
  expect(lines).toContainEqual(expect.stringContaining(`'authorization: DSN '"$PLATFORM_DSN"`))
  expect(lines).toContainEqual(expect.stringContaining(`client_secret='"$PLATFORM_CLIENT_SECRET"`))
  expect(lines).toContainEqual(expect.stringContaining(`'authorization: Bearer '"$PLATFORM_INTEGRATION_TOKEN"`))
})

it('hides the first half of a secret that an answer splits, and no half of another word', () => {
  const redactor = new Redactor()
  const secret = 'pat_e9lodsjHFLjzGhdztmsiKhA80wXM9wrYz1V9XJXW'
  redactor.add(secret, 'token')
  for (const at of [16, 20, 22, 28])
    expect(redactor.value({ first: secret.slice(0, at), both: [`a ${secret.slice(0, at)} b`, 1] })).toEqual({
      first: '<token>',
      both: ['a <token> b', 1],
    })
  const named = new Redactor()
  named.add('my-staging-service-token', 'token')
  expect(named.text('https://my-staging-service.example another-service-token')).toBe(
    'https://my-staging-service.example another-service-token',
  )
})
