import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const folders = () =>
  readdirSync(directory)
    .filter((name) => name.startsWith('emulator-'))
    .sort()
const env = { ...process.env, TMPDIR: directory }

it('leaves no credentials in the temporary folder at the next start when it is killed', async () => {
  const script = 'console.log(process.env.PLATFORM_TARGET_FILE); setTimeout(() => {}, 60_000)'
  const first = runCli(['exec', '--', process.execPath, '-e', script], { env, detached: true })
  const [file] = await first.printed(/^.+(?=\n)/)
  expect(readFileSync(file, 'utf8')).toContain(createEmulator().credentials.token)
  first.child.kill('SIGKILL')
  process.kill(-first.child.pid!, 'SIGKILL')
  await first.ended
  expect(folders()).toHaveLength(1)
  // These belong to a running process, to another machine and to another program.
  const others = [`emulator-exec.${hostname()}.${process.pid}.abcdef`, 'emulator-exec.elsewhere.1.abcdef', 'emulator-x']
  for (const name of others) mkdirSync(join(directory, name))
  expect((await runToEnd(['exec', '--', process.execPath, '-e', ''], { env })).code).toBe(0)
  expect(folders()).toEqual(others.toSorted())
})
