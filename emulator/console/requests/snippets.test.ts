import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import { serve } from '../../serve/serve.ts'
import type { OpenedRequest } from '../../journal/request-schemas.ts'
import { baseVariable, toCurl } from './curl.ts'
import { toSnippet } from './snippets.ts'

const run = promisify(execFile)
const json = { 'content-type': 'application/json' }

/** How to run a snippet without the runner that it is for. */
const runners: Readonly<Record<'vitest' | 'python' | 'curl', (text: string) => [command: string, args: string[]]>> = {
  vitest: (text) => [
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import assert from 'node:assert'
const it = (_name, test) => test()
const expect = (value) => ({
  toBe: (wanted) => assert.equal(value, wanted),
  toContain: (wanted) => assert.ok(value.includes(wanted), value),
  rejects: { toThrow: () => assert.rejects(value) },
})
${text.replace(/^import .*$/m, '').replace(/^it\(/m, 'await it(')}`,
    ],
  ],
  python: (text) => ['python3', ['-c', `${text}\n${/def (test_\w+)/.exec(text)![1]}()`]],
  curl: (text) => ['sh', ['-c', `${text} --silent --fail-with-body --write-out '%{http_code}'`]],
}

it('writes tests that pass: with credentials, bodies, faults, and what is hidden as a variable', async () => {
  const emulator = createEmulator()
  const server = await serve(emulator, { port: 0 })
  onTestFinished(() => server.close())
  const { token, clientId, clientSecret } = emulator.credentials
  const authorization = `Bearer ${token}`
  const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)
  await ask(`/1.13/resources?status=${encodeURIComponent("o'd\\`$d")}`, { headers: { authorization } })
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams(form) })
  const body = JSON.stringify({ name: `it's "a" \\ \`b\` \${c}` })
  await ask('/1.13/projects', { method: 'POST', body, headers: { ...json, authorization } })
  emulator.faults.add({ operation: 'projects.list', status: 503 })
  await ask('/1.13/projects', { headers: { authorization } })
  const env = {
    PATH: process.env['PATH'],
    PLATFORM_BASE_URL: server.url,
    PLATFORM_TOKEN: token,
    PLATFORM_CLIENT_SECRET: clientSecret,
  }
  const statuses = [400, 200, 201, 503]
  await Promise.all(
    statuses.map(async (status, place) => {
      const opened = (await (await ask(`/_emulator/requests/${place + 1}`)).json()) as OpenedRequest
      expect(opened.response?.status).toBe(status)
      for (const kind of ['vitest', ...(place === 1 ? ['python' as const] : [])] as const) {
        const [command, args] = runners[kind](toSnippet(kind, opened))
        await run(command, args, { env })
        const wrong = toSnippet(kind, opened).replace(`${status})`, '299)').replace(`== ${status}`, '== 299')
        if (place === 0) await expect(run(...runners[kind](wrong), { env })).rejects.toThrow()
      }
      if (status === 503) return
      const [command, args] = runners.curl(toCurl(opened.request, baseVariable))
      const answered = await run(command, args, { env }).catch((error: { readonly stdout: string }) => error)
      expect(answered.stdout).toMatch(new RegExp(`${status}$`))
    }),
  )
})

/** A request to an emulator, and what the notes of its test say. */
type SentRequest = readonly [path: string, init: RequestInit, note?: string]

it.each<readonly [string, (emulator: Emulator) => SentRequest | Promise<SentRequest>]>([
  ['a token that was never issued', () => ['/1.13/environments', { headers: { authorization: 'Bearer x' } }]],
  ['an API key that was never issued', () => ['/0/projects/', { headers: { authorization: `Basic ${btoa('x:')}` } }]],
  ['a DSN that was never issued', () => ['/0/projects/', { headers: { authorization: 'DSN x' } }]],
  [
    'a revoked token',
    async ({ credentials, fetch: ask }) => {
      const place = 'http://a.test/_emulator/credentials'
      const { data } = await (await ask(`${place}?kind=personalAccessToken`)).json()
      await ask(`${place}/${encodeURIComponent(data[0].id)}`, { method: 'DELETE' })
      return ['/1.13/environments', { headers: { authorization: `Bearer ${credentials.token}` } }, 'pat#1 (revoked)']
    },
  ],
  [
    'an expired token',
    ({ credentials, clock }) => {
      clock.advance('800d')
      return ['/1.13/environments', { headers: { authorization: `Bearer ${credentials.token}` } }, 'pat#1 (expired)']
    },
  ],
  [
    'a wrong secret of a client',
    ({ credentials: { clientId } }) => [
      '/oauth/token',
      {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'x' }),
      },
    ],
  ],
  [
    'an unknown refresh token',
    ({ credentials: { clientId: client_id, clientSecret: client_secret } }) => [
      '/oauth/token',
      {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id, client_secret }),
      },
    ],
  ],
])('writes tests that are refused in a new emulator, given %s', async (_what, send) => {
  const emulator = createEmulator()
  const [path, init, note] = await send(emulator)
  const status = (await emulator.fetch(`http://a.test${path}`, init)).status
  expect(status).toBeGreaterThan(399)
  const opened = (await (await emulator.fetch('http://a.test/_emulator/requests/1')).json()) as OpenedRequest
  const fresh = createEmulator()
  await using server = await serve(fresh, { port: 0 })
  const { token, apiKey, dsn, clientId, clientSecret } = fresh.credentials
  const env = {
    PATH: process.env['PATH'],
    PLATFORM_BASE_URL: server.url,
    PLATFORM_TOKEN: token,
    PLATFORM_API_KEY: apiKey,
    PLATFORM_DSN: dsn,
    PLATFORM_CLIENT_ID: clientId,
    PLATFORM_CLIENT_SECRET: clientSecret,
  }
  for (const kind of ['vitest', 'python'] as const) {
    const text = toSnippet(kind, opened)
    const [command, args] = runners[kind](text)
    await run(command, args, { env })
    if (note !== undefined) expect(text).toContain(note)
  }
  const [command, args] = runners.curl(toCurl(opened.request, baseVariable))
  const answered = await run(command, args, { env }).catch((error: { readonly stdout: string }) => error)
  expect(answered.stdout).toMatch(new RegExp(`${status}$`))
  expect(fresh.requests.find().map(({ status }) => status)).toEqual([status, status, status])
})
