import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCase } from '../../emulator/serve/case/read-case.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { runCli, runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = process.execPath
const run = (script: string, ...options: string[]) => runToEnd(['exec', ...options, '--', node, '-e', script])

it('exports the variables of a running emulator, and keeps standard input and output for the command', async () => {
  const script = `
    const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token } = process.env
    const fs = require('node:fs')
    fetch(url + '/1.13/environments', { headers: { authorization: 'Bearer ' + token } }).then(({ status }) =>
      console.log(JSON.stringify({
        status,
        args: process.argv.slice(1),
        stdin: fs.readFileSync(0, 'utf8'),
        variables: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PLATFORM_'))),
        target: JSON.parse(fs.readFileSync(process.env.PLATFORM_TARGET_FILE, 'utf8')),
      })))`
  // The options of the command are not those of the emulator.
  const args = ['--', '--port', '--seed=x', '--', '-v']
  const { child, ended, output } = runCli(['exec', '--seed', '3', '--', node, '-e', script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end('two\nlines')
  expect(await ended).toBe(0)
  const { variables, ...seen } = JSON.parse(output.stdout) as { variables: Record<string, string> }
  const { credentials } = createEmulator({ seed: 3 })
  expect(variables).toMatchObject({
    PLATFORM_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    PLATFORM_CLIENT_ID: credentials.clientId,
    PLATFORM_CLIENT_SECRET: credentials.clientSecret,
    PLATFORM_TOKEN: credentials.token,
    PLATFORM_API_KEY: credentials.apiKey,
    PLATFORM_DSN: credentials.dsn,
    PLATFORM_INTEGRATION_TOKEN: credentials.integrationToken,
  })
  const target = expect.objectContaining({ baseUrl: variables['PLATFORM_BASE_URL'] }) as object
  expect(seen).toEqual({ status: 200, args: args.slice(1), stdin: 'two\nlines', target })
  expect(existsSync(variables['PLATFORM_TARGET_FILE']!)).toBe(false)
  expect(output.stderr).toContain(variables['PLATFORM_BASE_URL'])
})

it('exits as its command does, and keeps the case of a failure, with the command that opens it', async () => {
  expect(await run('')).toMatchObject({ code: 0, stdout: '', stderr: expect.not.stringContaining('case') })
  expect((await run('process.exit(42)')).stderr).toContain('No case saved: no requests were recorded.')
  const [file, target] = [join(directory, 'failed.case.gz'), join(directory, 'target.json')]
  const script = `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(() => process.exit(3))`
  const { stderr, ...ended } = await run(script, '--case', file, '--target-file', target)
  expect(ended).toEqual({ code: 3, stdout: '' })
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(`emulator replay ${file}`)
  expect(readCase(readFileSync(file))).toMatchObject({
    failure: { command: [node, '-e', script], exitCode: 3 },
    events: expect.arrayContaining([expect.objectContaining({ kind: 'request', path: '/0/', status: 200 })]),
  })
  expect(JSON.parse(readFileSync(target, 'utf8'))).toHaveProperty('credentials.oauth.clientId')
})

it('prints one line for a command that does not exist, and for a file that cannot be run', async () => {
  const file = join(directory, 'not-executable')
  writeFileSync(file, 'echo no')
  const [gone, closed] = [await runToEnd(['exec', '--', 'no-such-command']), await runToEnd(['exec', '--', file])]
  expect([gone.code, closed.code]).toEqual([127, 126])
  expect(gone.stderr).toMatch(/\nemulator: there is no command no-such-command.*\n$/)
  expect(closed.stderr).toMatch(/\nemulator: .*not-executable cannot be run: .*\n$/)
})

it('takes its configuration from the working directory', async () => {
  writeFileSync(join(directory, 'emulator.config.yaml'), 'fixtures: ./f.yaml\n')
  writeFileSync(join(directory, 'f.yaml'), 'projects: [{ name: From the file }]\n')
  const script = `
    const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token } = process.env
    fetch(url + '/1.13/projects', { headers: { authorization: 'Bearer ' + token } }).then((r) => r.json()).then(({ data }) =>
      console.log(data.map(({ name }) => name).join()))`
  const { code, stdout, stderr } = await runToEnd(['exec', '--', node, '-e', script], { cwd: directory })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'From the file\n' })
  expect(stderr).toMatch(/\n.* \S+emulator\.config\.yaml\n/)
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

it('removes at the next start the credentials that a killed process left in the temporary folder', async () => {
  const temporary = join(directory, 'temporary')
  mkdirSync(temporary)
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('emulator-'))
  const env = { ...process.env, TMPDIR: temporary }
  const script = 'console.log(process.env.PLATFORM_TARGET_FILE); setTimeout(() => {}, 60_000)'
  const first = runCli(['exec', '--', node, '-e', script], { env, detached: true })
  const [file] = await first.printed(/^.+(?=\n)/)
  expect(readFileSync(file, 'utf8')).toContain(createEmulator().credentials.token)
  first.child.kill('SIGKILL')
  process.kill(-first.child.pid!, 'SIGKILL')
  await first.ended
  expect(folders()).toHaveLength(1)
  // These belong to a running process, to another machine and to another program.
  const others = [`emulator-exec.${hostname()}.${process.pid}.abcdef`, 'emulator-exec.elsewhere.1.abcdef', 'emulator-x']
  for (const name of others) mkdirSync(join(temporary, name))
  expect((await runToEnd(['exec', '--', 'true'], { env })).code).toBe(0)
  expect(folders().toSorted()).toEqual(others.toSorted())
})
