import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { runCli, runToEnd } from '../run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = process.execPath
const run = (script: string, ...options: string[]) => runToEnd(['exec', ...options, '--', node, '-e', script])

it('exports the variables of a running emulator and keeps standard output for the command', async () => {
  const script = `
    const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token } = process.env
    fetch(url + '/1.13/environments', { headers: { authorization: 'Bearer ' + token } }).then(({ status }) =>
      console.log(JSON.stringify({ status, variables: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PLATFORM_'))), target: require('node:fs').readFileSync(process.env.PLATFORM_TARGET_FILE, 'utf8') })))`
  const { code, stdout, stderr } = await run(script, '--seed', '3')
  const { status, variables, target } = JSON.parse(stdout) as { status: number; variables: Record<string, string>; target: string }
  const { credentials } = createEmulator({ seed: 3 })
  expect({ code, status }).toEqual({ code: 0, status: 200 })
  expect(variables).toMatchObject({
    PLATFORM_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    PLATFORM_CLIENT_ID: credentials.clientId,
    PLATFORM_CLIENT_SECRET: credentials.clientSecret,
    PLATFORM_TOKEN: credentials.token,
    PLATFORM_API_KEY: credentials.apiKey,
    PLATFORM_DSN: credentials.dsn,
    PLATFORM_INTEGRATION_TOKEN: credentials.integrationToken,
  })
  expect(JSON.parse(target)).toMatchObject({ baseUrl: variables['PLATFORM_BASE_URL'] })
  expect(existsSync(variables['PLATFORM_TARGET_FILE']!)).toBe(false)
  expect(stderr).toContain(variables['PLATFORM_BASE_URL'])
})

it.each([0, 1, 42])('exits with the exit code %i of its command', async (wanted) => {
  expect(await run(`process.exit(${wanted})`)).toMatchObject({ code: wanted, stdout: '' })
})

it('passes the options of the command on, untouched', async () => {
  const { stdout } = await runToEnd(['exec', '--', node, '-p', 'process.argv.slice(1).join()', '--', '--port', '--seed=x', '--', '-v'])
  expect(stdout).toBe('--port,--seed=x,--,-v\n')
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s, and exits as its command then does', async (signal) => {
  const { child, ended, printed } = runCli(['exec', '--', node, '-e', `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')`])
  await printed(/up/)
  child.kill(signal)
  expect(await ended).toBe(7)
})

it('exits with 128 and the number of the signal that ended its command', async () => {
  const { child, ended, printed } = runCli(['exec', '--', node, '-e', `setInterval(() => {}, 1000); console.log('up')`])
  await printed(/up/)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

it('exits with 127 and one line for a command that does not exist', async () => {
  const { code, stdout, stderr } = await runToEnd(['exec', '--json', '--', 'no-such-command-here'])
  expect({ code, stdout }).toEqual({ code: 127, stdout: '' })
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^emulator: there is no command no-such-command-here/)
})

it('keeps the target file and writes the export, also when the command fails', async () => {
  const [target, state] = [join(directory, 'target.json'), join(directory, 'state.json')]
  expect(await run('process.exit(3)', '--target-file', target, '--export-on-exit', state)).toMatchObject({ code: 3 })
  expect(JSON.parse(readFileSync(target, 'utf8'))).toHaveProperty('credentials.oauth.clientId')
  expect(JSON.parse(readFileSync(state, 'utf8'))).toHaveProperty('collections.projects')
})

it.each<[string[], string]>([
  [['exec'], 'exec needs a command behind --'],
  [['exec', 'ls', '-la'], 'emulator exec -- ls -la'],
  [['exec', '--seed', '1', 'npm', 'test'], 'emulator exec -- npm test'],
  [['exec', '--seed', 'x', '--', 'true'], '--seed takes a whole number'],
])('refuses %j with exit code 2', async (args, message) => {
  const { code, stderr } = await runToEnd(args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})
