// The bounds of a shared emulator, and its end, as the command line gives them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Cli, runCli, runToEnd } from '../../testing/run-cli.ts'

async function start(...args: string[]): Promise<Cli & { readonly url: string; readonly token: string }> {
  const cli = runCli(['start', '--port', '0', '--json', ...args])
  onTestFinished(() => void cli.child.kill('SIGKILL'))
  const { url, credentials } = JSON.parse((await cli.printed(/^.*\n/))[0]) as {
    url: string
    credentials: { token: string }
  }
  return { ...cli, url, token: credentials.token }
}

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

it('takes bounds, allowed origins and a control token', async () => {
  const { url } = await start(
    '--max-worlds',
    '2',
    '--world-ttl',
    '1h',
    '--max-memory',
    '100M',
    '--allow-origin',
    'https://app.example',
    '--control-token',
    'c0ntrol',
  )
  const control = { authorization: 'Bearer c0ntrol' }
  const asked = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${url}${path}`, { method, headers })
  expect((await asked('/_emulator/clock', {})).status).toBe(401)
  for (const world of ['a', 'b', 'c']) expect((await asked(`/~${world}/0/`, {})).status).toBe(200)
  // The oldest of three made room, and says so.
  expect((await asked('/~a/0/', {})).status).toBe(410)
  expect((await asked('/~c/0/', {})).status).toBe(200)
  const worlds = (await (await asked('/_emulator/worlds', control)).json()) as unknown
  expect(JSON.stringify(worlds)).not.toContain('"a"')
  const allowed = await asked('/0/', { origin: 'https://app.example' })
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(
    (await asked('/0/', { origin: 'https://other.example' })).headers.get('access-control-allow-origin'),
  ).toBeNull()
})

it.each([
  [['--max-worlds', '0'], '--max-worlds'],
  [['--world-ttl', 'soon'], '--world-ttl'],
  [['--max-memory', '-1'], '--max-memory'],
  [['--allow-origin', 'app.example'], 'app.example'],
  [['--control-token', 'a b'], 'printable ASCII'],
])('refuses %j', async (args, named) => {
  const { code, stdout, stderr } = await runToEnd(['start', '--port', '0', ...args])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(named)
})

it('refuses a second emulator on one export, and names the first', async () => {
  const file = join(temporary(), 'world.json')
  const first = await start('--export-on-exit', file)
  const { code, stderr } = await runToEnd(['start', '--port', '0', '--export-on-exit', file])
  expect(code).toBe(2)
  expect(stderr).toContain(file)
  expect(stderr).toContain(String(first.child.pid))
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object')
})

it('cuts requests under way at a second signal, and still writes the export', async () => {
  const file = join(temporary(), 'world.json')
  const { url, child, ended, token } = await start('--export-on-exit', file)
  await fetch(`${url}/_emulator/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ operation: 'environments.list', delay: 60_000 }]),
  })
  const slow = fetch(`${url}/1.13/environments`, { headers: { authorization: `Bearer ${token}` } }).catch(() => 'cut')
  const seen = async () => JSON.stringify(await (await fetch(`${url}/_emulator/requests`)).json())
  while (!(await seen()).includes('environments.list')) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  // The port closes once the first signal has come.
  while (
    await fetch(`${url}/0/`).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  expect(await slow).toBe('cut')
  expect(await ended).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object')
})
