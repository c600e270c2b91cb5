import { blocked, fail, insufficient, notApplicable, observed } from '../../conformance/conclusions/conclusion.ts'
import { offers, profiles } from '../../conformance/catalogue/profiles.ts'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { type ReportFormat, reportFormats, writeReport } from '../../conformance/report/reports.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { type Check, defineCheck } from '../../conformance/judge/define-check.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { runConformance } from '../../conformance/judge/run-conformance.ts'
import { because, see } from '../../conformance/conclusions/cause.ts'
import { answer as answered, phrase } from '../../conformance/conclusions/phrase.ts'
import { FakeTime } from './fake-time.ts'

/** The kinds of secrets of a run: declared ones, and those that a target makes up. */
export const kinds = [
  'clientSecret',
  'token',
  'integrationToken',
  'apiKey',
  'dsn',
  'hook',
  'accessToken',
  'refreshToken',
  'personalAccessToken',
  'stateCode',
  'cookie',
] as const

export type Secrets = Readonly<Partial<Record<(typeof kinds)[number], string>>>

/** Checks with every verdict, whose messages quote what the target says. */
const checks: readonly Check[] = [
  defineCheck({
    id: 'http.json.tokens',
    requirement: 'http.json',
    effect: 'write',
    description: 'Makes every kind of secret.',
    run: async (session) => {
      const form = { grant_type: 'client_credentials', client_id: 'client-1', client_secret: 'x' }
      await session.send({ method: 'POST', path: '/oauth/token', as: 'none', form })
      const made = await session.send({ method: 'POST', path: '/access-tokens', json: { name: 'a', scopes: ['b:c'] } })
      const { token } = made.response.json as { token: string }
      session.run.redactor.learn(token, 'personal_access_token')
      await session.send({ method: 'POST', path: '/app/shop/prepare-connect' })
      session.run.findings.learn('secretName', 'token')
      session.run.findings.learn('unauthenticated', token)
      return phrase`the answer was ${answered(made)}`
    },
  }),
  defineCheck({
    id: 'auth.bearer.quoting',
    requirement: 'auth.required',
    effect: 'read',
    description: 'Fails, and quotes.',
    run: async (session) => {
      const echo = await session.send({ path: '/1.13/environments', query: { limit: 2, search: 'x' } })
      fail({
        expected: phrase`the records without filters, "${echo.response.status}"`,
        got: answered(echo),
        fact: { kind: 'status', at: echo, wanted: 'refusal' },
      })
    },
  }),
  defineCheck({
    id: 'ids.bare.unclear',
    requirement: 'ids.grammar',
    effect: 'read',
    description: 'Finds nothing out.',
    run: async (session) => {
      const exchange = await session.send({ path: '/0/' })
      insufficient(because.data, phrase`the data could not show it: ${answered(exchange)}`, exchange)
    },
  }),
  defineCheck({
    id: 'ids.order.stopped',
    requirement: 'ids.order',
    effect: 'read',
    description: 'Is blocked.',
    run: () => blocked(see('oauth.token-works'), phrase`no access token works (see oauth.token-works)`),
  }),
  defineCheck({
    id: 'ids.unique.behind',
    requirement: 'ids.unique',
    effect: 'read',
    description: 'Is blocked by another.',
    after: ['auth.bearer.quoting' as never],
    run: async () => undefined,
  }),
  defineCheck({
    id: 'mcp.endpoint.undeclared',
    requirement: 'services.capabilities',
    effect: 'read',
    description: 'Needs more.',
    needs: ['adapterConnectionId'],
    run: () => notApplicable(because.absent, phrase`it never runs`),
  }),
  defineCheck({
    id: 'http.options.seen',
    requirement: 'http.options',
    effect: 'read',
    description: 'Observes.',
    run: async (session) =>
      observed(
        phrase`the answer has ${Object.keys((await session.send({ path: '/0/' })).response.headers).length} headers`,
      ),
  }),
]

/** The result of a run against a target that has these secrets and repeats them everywhere. */
export async function withSecrets(secrets: Secrets): Promise<RunResult> {
  const { clientSecret = '', token = '', integrationToken = '', apiKey = '', dsn = '', hook = '' } = secrets
  const time = new FakeTime(1_700_000_000_000)
  return await runConformance({
    checks,
    time,
    keepExchanges: true,
    allowWrites: true,
    target: {
      baseUrl: 'https://target.example/api',
      credentials: { oauth: { clientId: 'client-1', clientSecret }, token, integrationToken, apiKey, dsn },
      hooks: { advanceClock: { method: 'POST', path: '/clock', headers: { authorization: `Bearer ${hook}` } } },
    },
    fetch: (request) => Promise.resolve(answer(new URL(request.url).pathname, secrets)),
  })
}

function answer(path: string, secrets: Secrets): Response {
  const { accessToken = '', refreshToken = '', personalAccessToken = '', stateCode = '', cookie = '' } = secrets
  const headers = { 'set-cookie': `sid=${cookie}`, 'x-echo': accessToken, 'content-type': 'application/json' }
  if (path.endsWith('/oauth/token'))
    return Response.json({ access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer' }, { headers })
  if (path.endsWith('/access-tokens')) return Response.json({ id: '1', token: personalAccessToken }, { headers })
  if (path.endsWith('/prepare-connect')) return Response.json({ state: stateCode }, { headers })
  const name = Object.values(secrets).join(' ')
  return Response.json({ data: [{ id: '1', name }], has_more: false }, { headers })
}

/** The values that do not depend on the secrets: the verdicts, what follows from them, and the form of reports. */
export function shapesOf(result: RunResult): unknown {
  const { counts, conformant, exitCode, requirements: decided } = summarize(result)
  return {
    counts,
    conformant,
    exitCode,
    decided,
    verdicts: result.results.map(({ check, requirement, clause, verdict }) => [check, requirement, clause, verdict]),
    findings: Object.keys(result.findings),
    reports: reportFormats.map((format) => [format, shapeOf(format, writeReport(format, result, { verbose: true }))]),
  }
}

function shapeOf(format: ReportFormat, report: string): unknown {
  switch (format) {
    case 'json':
    case 'har':
      return shapeOfJson(JSON.parse(report))
    case 'tap':
      return report.match(/^(?:TAP|1\.\.|ok|not ok).*?(?=:|$)/gm)
    case 'terminal':
    case 'markdown':
      return report.match(/^(?:#.*|[A-Z][\w ,]+(?=[:(])|\*\*[\w.]+\*\*|[ -]*(?:expected|got)(?= ))/gm)
    case 'html':
    case 'junit':
    case 'badge':
      return tagsOf(report)
    default:
      // The shape of another format is not known here, but it has as many lines.
      return report.split('\n').length
  }
}

function tagsOf(report: string): unknown {
  return report
    .replaceAll(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, '')
    .match(/<[^>]*>/g)
    ?.map(tagShape)
}

function tagShape(tag: string): string {
  const names = tag.match(/(?<=\s)[\w-]+(?==)/g) ?? []
  const fixed = /\b(?:id|type|name|tests|failures|errors|skipped)="[^"]*"/g
  return [tag.split(/[\s>]/)[0], ...names, ...(tag.match(fixed) ?? [])].join(' ')
}

/** The members and the types of a value; the words that stand for verdicts, ids and methods as they are. */
function shapeOfJson(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOfJson(item))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, member]) => [name, shapeOfJson(member, name)])
  return typeof value === 'string' && !fixedMembers.has(name)
    ? 'text'
    : name === 'size' || name === 'bodySize'
      ? 0
      : value
}

const fixedMembers = new Set([
  'check',
  'requirement',
  'clause',
  'verdict',
  'method',
  'httpVersion',
  'profile',
  'baseUrl',
])

const also: readonly string[] = 'GET|POST|http|https|https://|200|Bearer |": "|; got |expected | did not pass|<token>'
  .split('|')
  .concat('target.example', 'client_credentials', '/1.13/environments', 'application/json')

/** The words that reports consist of, and a few that every exchange has. */
export function vocabulary(result: RunResult): readonly string[] {
  const found = new Set<string>([...also, ...profiles, ...offers, ...requirements.map(({ id }) => id)])
  const addNames = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!/[<#:]/.test(value)) found.add(value)
      for (const word of value.match(/[A-Za-z0-9.-]+/g) ?? []) found.add(word)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(name)
      addNames(member)
    }
  }
  for (const format of ['json', 'har'] as const) addNames(JSON.parse(writeReport(format, result)))
  for (const format of ['junit', 'terminal', 'badge'] as const)
    for (const word of writeReport(format, result).match(/[A-Za-z]{3,}/g) ?? []) found.add(word)
  return [...found].filter((word) => word !== '' && !/harmless|7f3a|^x-echo$/.test(word)).sort()
}
