import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { sendRawRequest } from '../../testing/emulator/served-emulator.ts'
import { type Cli, runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const temporaryPath = (name: string) => join(directory, name)
const running: Cli[] = []

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function start(...args: string[]) {
  const cli = runCli(['start', '--port', '0', '--json', ...args])
  running.push(cli)
  const [line] = await cli.printed(/^.*\n/)
  const { url, credentials } = JSON.parse(line) as ReturnType<typeof createEmulator> & { readonly url: string }
  const headers = { authorization: `Bearer ${credentials.token}` }
  return {
    ...cli,
    line,
    url,
    credentials,
    ask: (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { headers, ...init }),
    change: (path: string, method: string, body: unknown) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      cli.child.kill('SIGINT')
      expect(await cli.ended).toBe(0)
    },
  }
}

it('is the default command, and prints a line that ends in its URL, the credentials, and a curl line that works', async () => {
  const { child, output, printed } = runCli(['--port', '0', '--clock', '2026-01-01'])
  const [, url = ''] = await printed(/^.* (http:\/\/127\.0\.0\.1:\d+)\n/)
  const [, header = '', address = ''] = await printed(/curl -H 'Authorization: ([^']+)' (\S+)\n/)
  const { credentials, samples } = createEmulator()
  const { catalogId, issueId, scopeId, adapterConnectionId } = samples
  const texts = [...Object.values(credentials), catalogId, issueId, scopeId, adapterConnectionId, '/mcp']
  for (const text of texts) expect(output.stdout).toContain(text)
  for (const path of ['', 'health', 'api/openapi.json']) {
    expect(output.stdout).toContain(`${url}/_emulator/${path}\n`)
    expect([path, (await fetch(`${url}/_emulator/${path}`)).status]).toEqual([path, 200])
  }
  expect(address.startsWith(url)).toBe(true)
  const response = await fetch(address, { headers: { authorization: header } })
  expect(((await response.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
  child.kill('SIGKILL')
})

it('says in its second line which deviations, conventions, scenarios and faults are active', async () => {
  const options = [
    '--deviation id-twice-in-list --convention listEnvelope=array --scenario slow-answer=50',
    '--fault {"status":503} --fault {"drop":"after"}',
  ]
  const { child, printed } = runCli(['--port', '0', ...options.join(' ').split(' ')])
  const [, active] = await printed(/^.* http:\S+\n(.*)\n/)
  expect(active).toBe(
    'Active: deviation id-twice-in-list; convention listEnvelope=array; scenario slow-answer=50; faults {"status":503}, {"drop":"after"}',
  )
  child.kill('SIGKILL')
  const plain = runCli(['--port', '0'])
  await plain.printed(/^.* http:\S+\n\n/)
  plain.child.kill('SIGKILL')
})

it('prints exactly one JSON line given --json, and writes a target file that only its owner may read', async () => {
  const { child, line, output, stop, url } = await start('--target-file', temporaryPath('target.json'))
  expect((await fetch(`${url}/0/`)).status).toBe(200)
  expect(JSON.parse(line)).toMatchObject({
    url,
    pid: child.pid,
    targetFile: temporaryPath('target.json'),
    credentials: createEmulator().credentials,
    samples: createEmulator().samples,
  })
  expect(statSync(temporaryPath('target.json')).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(temporaryPath('target.json'), 'utf8'))).toMatchObject({ version: '1.13' })
  await stop()
  expect(output.stdout).toBe(line)
})

it('accepts every option', async () => {
  writeFileSync(temporaryPath('conventions.yaml'), 'listEnvelope: items\ndefaultLimit: 3\n')
  writeFileSync(
    temporaryPath('adapter.mjs'),
    `const schema = { type: 'object' }
     const ring = { name: 'ring', description: 'Rings.', body: schema, result: schema, handle: () => ({}) }
     export default { name: 'till', title: 'Till', kind: 'till', commands: [ring] }`,
  )
  const options = [
    '--seed 7 --scale 12 --clock 2030-05-06T07:08:09Z --base-path /api --host localhost',
    `--convention objectEnvelope=data --convention legacyPageSize=5 --conventions ${temporaryPath('conventions.yaml')}`,
    `--adapter ${temporaryPath('adapter.mjs')} --deviation legacy-root-204`,
    '--scenario unknown-members --scenario rate-limited-mid-walk',
  ]
  const { url, ask, change, credentials } = await start(...options.join(' ').split(' '))
  expect(credentials).toEqual(createEmulator({ seed: 7, scale: 12 }).credentials)
  expect(url).toMatch(/^http:\/\/localhost:\d+\/api$/)
  const list = await ask('/1.13/catalog-products')
  expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(3)
  expect(await (await ask('/_emulator/clock')).text()).toContain('2030-05-06T07:08:09Z')
  const scenarios = (await (await ask('/_emulator/scenarios')).json()) as { name: string; playing: boolean }[]
  expect(scenarios.filter(({ playing }) => playing).map(({ name }) => name)).toEqual([
    'unknown-members',
    'rate-limited-mid-walk',
  ])
  expect((await ask('/0/')).status).toBe(204)
  expect((await change('/app/till/prepare-connect', 'POST', {})).status).toBeLessThan(300)
})

it('takes bounds, allowed origins and hosts, and a control token', async () => {
  const origin = 'https://app.example'
  const bounds = '--max-worlds 2 --world-ttl 1h --max-memory 100M --control-token c0ntrol'
  const hosts = '--allowed-host api --allowed-host emulator.internal'
  const { ask, url } = await start(...bounds.split(' '), ...hosts.split(' '), '--allow-origin', origin)
  expect((await ask('/_emulator/clock', { headers: {} })).status).toBe(401)
  for (const world of ['a', 'b', 'c']) expect((await ask(`/~${world}/0/`)).status).toBe(200)
  // The oldest of three was evicted, and its answer says so.
  expect([(await ask('/~a/0/')).status, (await ask('/~c/0/')).status]).toEqual([410, 200])
  const worlds = await ask('/_emulator/worlds', { headers: { authorization: 'Bearer c0ntrol' } })
  expect(await worlds.text()).not.toContain('"a"')
  const allowed = async (from: string) =>
    (await ask('/0/', { headers: { origin: from } })).headers.get('access-control-allow-origin')
  expect([await allowed(origin), await allowed('https://other.example')]).toEqual([origin, null])
  const status = async (host: string) => (await sendRawRequest(new URL(url), 'GET', '/0/', { host })).status
  expect([await status('api:4113'), await status('emulator.internal'), await status('other')]).toEqual([200, 200, 421])
})

it('sends clients to the public URL, and serves no control API given --no-control', async () => {
  const { child, printed } = runCli(['--port', '0', '--public-url', 'https://api.example/api', '--no-control'])
  const [, url = ''] = await printed(/ (http:\/\/127\.0\.0\.1:\d+)\n/)
  await printed(/curl .* https:\/\/api\.example\/api\/1\.13\/environments\n/)
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(404)
  child.kill('SIGKILL')
})

it('starts with a snapshot', async () => {
  const first = await start('--clock', '2031-01-01')
  const created = await first.change('/1.13/catalogs', 'POST', { name: 'Kept' })
  const { id } = (await created.json()) as { id: string }
  const file = temporaryPath('snapshot.json')
  writeFileSync(file, await (await first.ask('/_emulator/snapshot')).text())
  const second = await start('--fixtures', file)
  expect(await (await second.ask(`/1.13/catalogs/${id}`)).json()).toMatchObject({ id, name: 'Kept' })
  expect(await (await second.ask('/_emulator/clock')).text()).toContain('2031-01-01')
})

it('cuts requests under way at a second signal', async () => {
  const { ask, change, child, ended } = await start()
  await change('/_emulator/faults', 'PUT', [{ operation: 'environments.list', delay: 60_000 }])
  const slow = ask('/1.13/environments').catch(() => 'cut')
  await expect.poll(async () => (await ask('/_emulator/requests')).text()).toContain('environments.list')
  child.kill('SIGINT')
  // The port closes once the first signal has come.
  await expect.poll(() => ask('/0/').catch(() => 'closed')).toBe('closed')
  child.kill('SIGINT')
  expect([await slow, await ended]).toEqual(['cut', 0])
})

it('announces seeding that takes long', async () => {
  const { output } = await start('--scale', '200000')
  expect(output.stderr).toMatch(/^Seeding 200000 products …\nSeeded in [\d.]+ s\.\n$/)
})

it('says what to do when the port is in use', async () => {
  const server = await serve(createEmulator(), { port: 0 })
  const { code, stderr } = await runToEnd(['--port', String(server.port)])
  expect(stderr).toMatch(/^emulator: Port \d+ of 127\.0\.0\.1 is in use[^\n]+--port 0[^\n]*\n$/)
  expect(code).toBe(2)
  await server.close()
})
