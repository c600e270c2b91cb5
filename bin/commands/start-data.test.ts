import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Cli, runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const running: Cli[] = []
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

async function start(...args: string[]) {
  const cli = runCli(['start', '--port', '0', '--json', ...args])
  running.push(cli)
  const { url, credentials } = JSON.parse((await cli.printed(/^.*\n/))[0]) as {
    url: string
    credentials: { token: string }
  }
  return { ...cli, url, headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' } }
}

it('keeps what was answered when it is killed, and refuses a second process and other data', async () => {
  const file = join(directory, 'new', 'worlds.db')
  const first = await start('--data', file, '--fixtures', 'empty', '--seed', '7')
  const body = JSON.stringify({ name: 'Kept' })
  const created = await fetch(`${first.url}/~blue/1.13/catalogs`, { method: 'POST', headers: first.headers, body })
  const { id } = (await created.json()) as { id: string }
  const second = await runToEnd(['start', '--port', '0', '--data', file])
  expect([second.code, second.stderr]).toEqual([
    2,
    expect.stringMatching(/^emulator: .*worlds.db is used by another process\. .*\n$/),
  ])
  first.child.kill('SIGKILL')
  await first.ended
  const other = await runToEnd(['start', '--port', '0', '--data', file, '--seed', '8'])
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('made with --seed 7; got --seed 8. Leave')])
  const third = await start('--data', file, '--fixtures', 'empty')
  const kept = await fetch(`${third.url}/~blue/1.13/catalogs/${id}`, { headers: third.headers })
  expect(await kept.json()).toMatchObject({ id, name: 'Kept' })
  expect((await fetch(`${third.url}/1.13/catalogs/${id}`, { headers: third.headers })).status).toBe(404)
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
})
