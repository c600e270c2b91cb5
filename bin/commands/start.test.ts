import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type Cli, runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const running: Cli[] = []

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

async function start(...args: string[]) {
  const cli = runCli(['start', '--port', '0', ...args])
  running.push(cli)
  const [line] = await cli.printed(/^.*\n/)
  const url = line.startsWith('{') ? (JSON.parse(line) as { url: string }).url : line.trim().split(' ').at(-1)!
  return { ...cli, line, url }
}

async function stop({ child, ended }: Cli): Promise<number | string> {
  child.kill('SIGINT')
  return ended
}

it('prints a line that ends in its URL, the credentials, and a curl line that works', async () => {
  const { url, printed, output } = await start('--clock', '2026-01-01')
  await printed(/curl .*\n/)
  const { credentials, samples } = createEmulator()
  for (const text of [samples.catalogId, samples.issueId, samples.scopeId, samples.adapterConnectionId, '/mcp'])
    expect(output.stdout).toContain(text)
  for (const path of ['', 'health', 'api/openapi.json'])
    expect([path, (await fetch(`${url}/_emulator/${path}`)).status]).toEqual([path, 200])
  for (const path of ['', 'health', 'api/openapi.json']) expect(output.stdout).toContain(`${url}/_emulator/${path}\n`)
  for (const secret of [
    credentials.clientId,
    credentials.clientSecret,
    credentials.token,
    credentials.integrationToken,
    credentials.apiKey,
    credentials.dsn,
  ])
    expect(output.stdout).toContain(secret)
  const [, header = '', address = ''] = /curl -H 'Authorization: ([^']+)' (\S+)/.exec(output.stdout) ?? []
  expect(address.startsWith(url)).toBe(true)
  const response = await fetch(address, { headers: { authorization: header } })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
})

it('is the default command', async () => {
  const cli = runCli(['--port', '0'])
  running.push(cli)
  expect((await cli.printed(/^.*\n/))[0]).toMatch(/http:\/\/127\.0\.0\.1:\d+\n$/)
})

it('prints exactly one JSON line given --json', async () => {
  const { output, url, child, line, ...cli } = await start('--json')
  expect((await fetch(`${url}/0/`)).status).toBe(200)
  expect(await stop({ output, child, ...cli })).toBe(0)
  expect(output.stdout).toBe(line)
  expect(JSON.parse(line)).toMatchObject({
    url,
    pid: child.pid,
    targetFile: null,
    credentials: createEmulator().credentials,
  })
})

it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s without waiting for a keep-alive connection', async (signal) => {
  const { child, ended, url } = await start()
  await fetch(`${url}/0/`)
  const begun = performance.now()
  child.kill(signal)
  expect(await ended).toBe(0)
  // A request under way would have 5 seconds.
  expect(performance.now() - begun).toBeLessThan(4500)
})

it('accepts every option', async () => {
  const conventions = fileOf('conventions.yaml', 'listEnvelope: items\ndefaultLimit: 3\n')
  const adapter = fileOf(
    'adapter.mjs',
    `const schema = { type: 'object' }
     const ring = { name: 'ring', description: 'Rings.', body: schema, result: schema, handle: () => ({}) }
     export default { name: 'till', title: 'Till', kind: 'till', commands: [ring] }`,
  )
  const { url, line } = await start(
    '--json',
    '--seed',
    '7',
    '--scale',
    '12',
    '--clock',
    '2030-05-06T07:08:09Z',
    '--convention',
    'objectEnvelope=data',
    '--convention',
    'legacyPageSize=5',
    '--conventions',
    conventions,
    '--access-token-ttl',
    '42',
    '--base-path',
    '/api',
    '--public-url',
    'https://api.example/api',
    '--adapter',
    adapter,
    '--host',
    'localhost',
    '--deviation',
    'legacy-root-204',
    '--scenario',
    'unknown-members',
    '--scenario',
    'rate-limited-mid-walk',
  )
  const { credentials } = JSON.parse(line) as { credentials: { token: string; clientId: string; clientSecret: string } }
  expect(credentials).toEqual(createEmulator({ seed: 7, scale: 12 }).credentials)
  const authorization = `Bearer ${credentials.token}`
  expect(url).toMatch(/^http:\/\/localhost:\d+\/api$/)
  const list = await fetch(`${url}/1.13/catalog-products`, { headers: { authorization } })
  expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(3)
  const token = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
  })
  expect(await token.json()).toMatchObject({ expires_in: 42 })
  const clock = await fetch(`${url}/_emulator/clock`)
  expect(await clock.text()).toContain('2030-05-06T07:08:09Z')
  const scenarios = (await (await fetch(`${url}/_emulator/scenarios`)).json()) as { name: string; playing: boolean }[]
  expect(scenarios.filter(({ playing }) => playing).map(({ name }) => name)).toEqual([
    'unknown-members',
    'rate-limited-mid-walk',
  ])
  expect((await fetch(`${url}/0/`)).status).toBe(204)
  expect(
    (await fetch(`${url}/app/till/prepare-connect`, { method: 'POST', headers: { authorization } })).status,
  ).toBeLessThan(300)
})

it('prints the address that it listens on, and sends clients to the public URL', async () => {
  const { line, printed } = await start('--public-url', 'https://api.example/api')
  expect(line).toMatch(/ http:\/\/127\.0\.0\.1:\d+\n$/)
  expect((await printed(/curl .*\n/))[0]).toMatch(/ https:\/\/api\.example\/api\/1\.13\/environments\n$/)
})

it('serves no control API given --no-control', async () => {
  const { url } = await start('--no-control')
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(404)
})

it('writes its data on exit and continues from it', async () => {
  const file = join(directory, 'state', 'export.json')
  const first = await start('--json', '--export-on-exit', file, '--clock', '2031-01-01')
  const { credentials } = JSON.parse(first.line) as { credentials: { token: string } }
  const headers = { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' }
  const { id } = (await (
    await fetch(`${first.url}/1.13/catalogs`, { method: 'POST', headers, body: '{"name":"Kept"}' })
  ).json()) as { id: string }
  expect(await stop(first)).toBe(0)
  const second = await start('--json', '--import', file)
  const again = JSON.parse(second.line) as { credentials: { token: string } }
  const response = await fetch(`${second.url}/1.13/catalogs/${id}`, {
    headers: { authorization: `Bearer ${again.credentials.token}` },
  })
  expect(await response.json()).toMatchObject({ id, name: 'Kept' })
  expect(await (await fetch(`${second.url}/_emulator/clock`)).text()).toContain('2031-01-01')
})

it('lets only the owner read the target file', async () => {
  const file = join(directory, 'target.json')
  const { line } = await start('--json', '--target-file', file)
  expect(JSON.parse(line)).toMatchObject({ targetFile: file })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '1.13' })
})

it('announces seeding that takes long', async () => {
  const { output } = await start('--scale', '200000')
  expect(output.stderr).toMatch(/^Seeding 200000 products …\nSeeded in [\d.]+ s\.\n$/)
})

it('prints its help and version', async () => {
  const [help, version] = await Promise.all([runToEnd(['--help']), runToEnd(['--version'])])
  for (const word of ['start', 'exec', 'openapi', '--port', '--target-file']) expect(help.stdout).toContain(word)
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect([help.code, version.code]).toEqual([0, 0])
})
