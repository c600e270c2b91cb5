import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCase } from '../../emulator/case/read-case.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = process.execPath
const run = (script: string, ...options: string[]) => runToEnd(['exec', ...options, '--', node, '-e', script])

it('exports the variables of a running emulator and keeps standard output for the command', async () => {
  const script = `
    const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token } = process.env
    fetch(url + '/1.13/environments', { headers: { authorization: 'Bearer ' + token } }).then(({ status }) =>
      console.log(JSON.stringify({
        status,
        variables: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PLATFORM_'))),
        target: require('node:fs').readFileSync(process.env.PLATFORM_TARGET_FILE, 'utf8'),
      })))`
  const { code, stdout, stderr } = await run(script, '--seed', '3')
  const { status, variables, target } = JSON.parse(stdout) as {
    status: number
    variables: Record<string, string>
    target: string
  }
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
  const ended = await run(`process.exit(${wanted})`)
  expect(ended).toMatchObject({ code: wanted, stdout: '' })
  expect(ended.stderr.includes('No case was kept, as no world holds a request')).toBe(wanted !== 0)
})

it('keeps the case of a command that failed, and ends with the command that opens it', async () => {
  const file = join(directory, 'failed.case.gz')
  const script = `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(() => process.exit(3))`
  const { code, stdout, stderr } = await run(script, '--case', file)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(`emulator replay ${file}`)
  expect(await readCase(readFileSync(file))).toMatchObject({
    failure: { command: [node, '-e', script], exitCode: 3 },
    events: expect.arrayContaining([expect.objectContaining({ kind: 'request', path: '/0/', status: 200 })]),
  })
})

it('passes the options of the command on unchanged', async () => {
  const { stdout } = await runToEnd([
    'exec',
    '--',
    node,
    '-p',
    'process.argv.slice(1).join()',
    '--',
    '--port',
    '--seed=x',
    '--',
    '-v',
  ])
  expect(stdout).toBe('--port,--seed=x,--,-v\n')
})

it('exits with 127 and prints one line for a command that does not exist', async () => {
  const { code, stdout, stderr } = await runToEnd(['exec', '--json', '--', 'no-such-command-here'])
  expect({ code, stdout }).toEqual({ code: 127, stdout: '' })
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^emulator: there is no command no-such-command-here/)
})

it('keeps the target file and writes the export even when the command fails', async () => {
  const [target, state] = [join(directory, 'target.json'), join(directory, 'state.json')]
  expect(await run('process.exit(3)', '--target-file', target, '--export-on-exit', state)).toMatchObject({ code: 3 })
  expect(JSON.parse(readFileSync(target, 'utf8'))).toHaveProperty('credentials.oauth.clientId')
  expect(JSON.parse(readFileSync(state, 'utf8'))).toHaveProperty('collections.projects')
})

it('exits with 126 and prints one line for a file that cannot be run', async () => {
  const file = join(directory, 'not-executable')
  writeFileSync(file, 'echo no')
  const { code, stderr } = await runToEnd(['exec', '--', file])
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^emulator: .*not-executable cannot be run: /)
  expect(code).toBe(126)
})

it('passes standard input to the command', async () => {
  const { child, ended, output } = runCli(
    [
      'exec',
      '--',
      node,
      '-e',
      `process.stdin.on('data', (text) => process.stdout.write(text.toString().toUpperCase()))`,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  child.stdin?.end('one line\nand another')
  expect(await ended).toBe(0)
  expect(output.stdout).toBe('ONE LINE\nAND ANOTHER')
})

it('exports the data that its command changed, and an import exports the same bytes', async () => {
  const [first, second] = [join(directory, 'first.json'), join(directory, 'second.json')]
  const script = `
    const headers = { authorization: 'Bearer ' + process.env.PLATFORM_TOKEN, 'content-type': 'application/json' }
    fetch(process.env.PLATFORM_BASE_URL + '/1.13/catalogs', { method: 'POST', body: '{"name":"Möbel"}', headers })
      .then(({ status }) => process.exit(status === 201 ? 3 : 4))`
  expect(await run(script, '--clock', '2031-01-01T00:00:00Z', '--export-on-exit', first)).toMatchObject({ code: 3 })
  expect(readFileSync(first, 'utf8').includes('Möbel')).toBe(true)
  expect(await run('', '--import', first, '--export-on-exit', second)).toMatchObject({ code: 0 })
  expect(readFileSync(second).equals(readFileSync(first))).toBe(true)
})

it('ends with its command, even when that left a process with the same output running', async () => {
  const { child, output } = runCli([
    'exec',
    '--',
    node,
    '-e',
    `const args = ['-e', 'setTimeout(() => {}, 60_000)']
     const options = { stdio: 'inherit', detached: true }
     console.log(require('node:child_process').spawn(process.execPath, args, options).pid)
     process.exit(0)`,
  ])
  const code = await new Promise((resolve) => child.on('exit', resolve))
  process.kill(Number(output.stdout), 'SIGKILL')
  expect(code).toBe(0)
})

it('ends as its command does when its output and errors are not read', async () => {
  const { child, ended } = runCli([
    'exec',
    '--',
    node,
    '-e',
    `process.stdout.on('error', () => process.exit(11))
     setInterval(() => process.stdout.write('x'.repeat(10_000)), 1)`,
  ])
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await ended).toBe(11)
})

it.each<[string[], string]>([
  [['exec'], 'exec needs a command after --'],
  [['exec', '--', ''], 'exec needs a command after --'],
  [['client', '--driver', '--', ''], 'client needs a command after --'],
  [['exec', 'ls', '-la'], 'emulator exec -- ls -la'],
  [['exec', '--seed', '1', 'npm', 'test'], 'emulator exec --seed 1 -- npm test'],
  [['exec', '--seed', 'x', '--', 'true'], '--seed takes a whole number'],
])('refuses %j with exit code 2', async (args, message) => {
  const { code, stderr } = await runToEnd(args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})
