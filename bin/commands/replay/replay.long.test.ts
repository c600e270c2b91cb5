import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-case-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const client = join(directory, 'client.mjs')
writeFileSync(
  client,
  `import { writeFileSync } from 'node:fs'
const { PLATFORM_BASE_URL: base, PLATFORM_CLIENT_ID: id, PLATFORM_CLIENT_SECRET: secret } = process.env
const json = async (path, init) => (await fetch(base + path, init)).json()
const form = (fields) => json('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
const post = (path, token, body, method = 'POST') => json(path, {
  method, headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' }, body: JSON.stringify(body),
})
await form({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
await new Promise((wait) => setTimeout(wait, 1100))
await fetch(base + '/_emulator/reset', { method: 'POST' })
const first = await form({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
const made = await post('/1.13/flows', first.access_token, { name: process.env.FLOW ?? 'A' })
await post('/_emulator/clock', '', { advance: '2h' })
await form({ grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: id, client_secret: secret })
await post('/1.13/flows/' + made.id, first.access_token, { name: 'late' }, 'PUT')
if (process.env.CASE) writeFileSync(process.env.CASE, new Uint8Array(await (await fetch(base + '/_emulator/case')).arrayBuffer()))
process.exitCode = 3
`,
)
const file = join(directory, 'failed.case.gz')

it('runs a test again, and reports the first request that differs', async () => {
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
    const { ended, output } = runCli([...args, '--', process.execPath, client], { env: { ...process.env, ...env } })
    return [await ended, output.stderr] as const
  }
  expect((await run(['exec', '--case', join(directory, 'kept.case.gz')], { CASE: file, TZ: 'Asia/Tokyo' }))[0]).toBe(3)
  const [[code, told], [other, difference]] = await Promise.all([
    run(['replay', file], { TZ: 'America/Lima' }),
    run(['replay', file], { FLOW: 'B' }),
  ])
  expect([code, told]).toEqual([0, expect.stringContaining('It sent the same 4 requests as in the case.')])
  expect([other, difference]).toEqual([1, expect.stringContaining('Request 2 differs in body.')])
  expect(difference).toContain('- body: {"name":"A"}')

  const served = runCli(['replay', file, '--at', '4'])
  try {
    await served.printed(
      /; requests: 4\n(?: {2}\d {2}\d{3} {2}\w+ \/.*\n){3} {2}4 {2}401 {2}PUT \/1\.13\/flows\/.*\n\n/,
    )
    const [, url] = await served.printed(/is served at (\S+), as it was after request 4, PUT [^]*: 401\n/)
    const { requests } = await (await fetch(`${url}/_emulator/requests`)).json()
    expect(requests.map(({ status }: { readonly status: number }) => status)).toEqual([200, 201, 200, 401])
  } finally {
    served.child.kill('SIGTERM')
  }
  expect(await served.ended).toBe(0)
}, 90_000)

const fixture = join(directory, 'fixture.mjs')
writeFileSync(
  fixture,
  `const { PLATFORM_BASE_URL: base, PLATFORM_TOKEN: token, MENDED: isMended } = process.env
const headers = { authorization: 'Bearer ' + token }
await fetch(base + '/~test-1/1.13/flows', { headers })
// As the fixtures for pytest and Go do: the world of a test that failed stays.
if (isMended) await fetch(base + '/_emulator/worlds/test-1', { method: 'DELETE' })
process.exitCode = isMended ? 0 : 1
`,
)

it('reports a test as fixed when its fixture deletes the world of a passed test', async () => {
  const kept = join(directory, 'fixture.case.gz')
  expect(await runCli(['exec', '--case', kept, '--', process.execPath, fixture]).ended).toBe(1)
  const again = runCli(['replay', kept, '--', process.execPath, fixture], { env: { ...process.env, MENDED: '1' } })
  expect(await again.ended).toBe(0)
  expect(again.output.stderr).toContain('Fixed: it sent the same request as in the case, and passes now.')
})
