import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, expect, it } from 'vitest'
import { commonFormats } from '../../conformance/report/format-list.ts'
import { deriveCredentials } from '../../emulator/api/auth/credentials.ts'
import { runCli, runToEnd } from '../../testing/run-cli.ts'
import { reportSchemas } from '../schemas/schemas.ts'

const directory = mkdtempSync(join(tmpdir(), 'client-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = process.execPath
const temporaryPath = (name: string) => join(directory, name)
const env = (more: NodeJS.ProcessEnv = {}) => ({ env: { ...process.env, ...more } })

const isReport = new Ajv().compile(reportSchemas['client-report'])

interface Report {
  readonly conformant: boolean | null
  readonly summary: Readonly<Record<string, number>>
  readonly results: readonly { check: string; verdict: string; message: string; evidence: unknown[] }[]
}

/** Drives a Node script through the task `get-token` without a scenario. */
async function drive(script: string, options: readonly string[] = [], more?: NodeJS.ProcessEnv) {
  const file = temporaryPath('report.json')
  rmSync(file, { force: true })
  const run = ['--driver', '--only', 'get-token', '--scenario', 'plain', '--report', `json=${file}`]
  const kept = ['--case', temporaryPath('failed.case.gz')]
  const ended = await runToEnd(['client', ...run, ...kept, ...options, '--', node, '-e', script], env(more))
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  if (report) expect([isReport(report), isReport.errors]).toEqual([true, null])
  return { ...ended, report }
}

/** Requests a token according to the specification. */
const getToken = `
  const env = process.env
  const getToken = () => fetch(env.PLATFORM_BASE_URL + '/oauth/token', { method: 'POST', body: new URLSearchParams({
    grant_type: 'client_credentials', client_id: env.PLATFORM_CLIENT_ID, client_secret: env.PLATFORM_CLIENT_SECRET }) })
    .then((response) => response.json())
  const print = (value) => process.stdout.write(JSON.stringify(value))
`

const verdictOf = (report: Report | undefined, check: string) =>
  report?.results.find((result) => result.check === check)?.verdict

/**
 * Returns true if a process runs. An ended one remains a zombie if the first process of a container does not reap it.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

it('runs a driver in the environment of the caller, without proxies or standard input, and kills its processes', async () => {
  const file = temporaryPath('seen.json')
  const script = `${getToken}
    const stdin = require('node:fs').readFileSync(0, 'utf8')
    const left = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })
    left.unref()
    require('node:fs').writeFileSync(env.SEEN, JSON.stringify({ cwd: process.cwd(), stdin, left: left.pid, env }))
    getToken().then(() => { console.log('x'.repeat(5e6)); print({ value: {} }) })`
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', NO_PROXY: '*' }
  const { report, code } = await drive(script, [], { SEEN: file, OWN: 'kept', ...proxies })
  const seen = JSON.parse(readFileSync(file, 'utf8')) as { left: number; env: Record<string, string> }
  expect(seen).toMatchObject({ cwd: process.cwd(), stdin: '', env: { OWN: 'kept', PLATFORM_TASK: 'get-token' } })
  expect(Object.keys(seen.env).filter((name) => /_proxy$/i.test(name))).toEqual([])
  expect(seen.env['PLATFORM_BASE_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/~[\w-]+$/)
  expect(seen.env['PLATFORM_TASK_INPUT']).toBe('{}')
  expect(verdictOf(report, 'client.token-request')).toBe('pass')
  expect(report?.summary['fail']).toBe(0)
  expect(isAlive(seen.left)).toBe(false)
  expect([0, 4]).toContain(code)
})

it('stops a driver that sends nothing, and all its processes', async () => {
  const file = temporaryPath('pids')
  const script = `const { spawn } = require('node:child_process')
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    require('node:fs').writeFileSync(process.env.PIDS, JSON.stringify([process.pid, pid]))
    setInterval(() => {}, 1000)`
  const { report, code } = await drive(script, ['--timeout', '1'], { PIDS: file })
  const pids = JSON.parse(readFileSync(file, 'utf8')) as number[]
  expect(pids.filter(isAlive)).toEqual([])
  expect(report?.results.some(({ message }) => message.includes('no request'))).toBe(true)
  expect([1, 4]).toContain(code)
})

it('stops at the second identical crash of a driver that does not load, and judges nothing', async () => {
  const file = temporaryPath('begun')
  const script = `require('node:fs').appendFileSync(process.env.BEGUN, 'x'); require('./no-such-sdk')`
  const run = ['client', '--driver', '--jobs', '1', '--', node, '-e', script]
  const { code, stderr } = await runToEnd(run, env({ BEGUN: file }))
  expect([code, readFileSync(file, 'utf8')]).toEqual([2, 'xx'])
  expect(stderr).toContain("Cannot find module './no-such-sdk'")
})

it('stops all runs on Ctrl-C, and reports the finished ones', async () => {
  const file = temporaryPath('pid')
  const script = `require('node:fs').writeFileSync(process.env.PIDS, String(process.pid)); setInterval(() => {}, 1000)`
  const run = ['client', '--driver', '--jobs', '1', '--', node, '-e', script]
  const { child, ended, output } = runCli(run, env({ PIDS: file }))
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBeTruthy()
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(output.stdout).toContain('Nothing was proven')
  expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
})

it.each([
  ['no-such-command', 'There is no command no-such-command'],
  [directory, 'cannot be run'],
])('refuses the driver %s in one line', async (command, message) => {
  const { code, stdout, stderr } = await runToEnd(['client', '--driver', '--', command])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
})

it('counts exit code 77 as not applicable, and never as conformant', async () => {
  const { report, code } = await drive('process.exit(77)')
  expect(report).toMatchObject({ conformant: null, summary: { notApplicable: 1, fail: 0 } })
  expect(code).toBe(4)
})

it('keeps known failures in a baseline until they are fixed, and prints the command that repeats a single run', async () => {
  const file = temporaryPath('known.json')
  const broken = `${getToken} getToken().then(() => console.log('no report'))`
  const careful = `${getToken} getToken().then(() => print({ value: {} }))`
  const known = ['--baseline', file, '--allow-undecided']
  const first = await drive(broken, ['--convention', 'listEnvelope=array'])
  const again = /again +(emulator client [^]*)/.exec(first.stdout)?.[1] ?? ''
  expect(again).toContain('--convention listEnvelope=array --only get-token --scenario plain -- ')
  expect(again).toContain(String.raw`'\''no report'\''`)
  expect((await drive(broken, [...known, '--update-baseline'])).code).toBe(0)
  expect(await drive(broken, known)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 known failure') })
  const mended = await drive(careful, known)
  expect(mended).toMatchObject({ code: 1, stdout: expect.stringContaining('Stale in the baseline') })
})

it('writes no secret into any report, in whatever form a driver prints it', async () => {
  const formats = commonFormats.filter((format) => format !== 'json')
  const options = formats.flatMap((format) => ['--report', `${format}=${temporaryPath(`secret.${format}`)}`])
  const script = `${getToken}
    getToken().then(({ access_token: issued, refresh_token: refresh }) => {
      const { PLATFORM_CLIENT_SECRET: secret, PLATFORM_TOKEN: token, PLATFORM_API_KEY: key } = env
      const all = [issued, refresh, secret, token, key, Buffer.from(key + ':').toString('base64')].join(' ')
      console.error(all)
      fetch(env.PLATFORM_BASE_URL + '/1.13/environments?token=' + issued, { headers: { authorization: issued } })
        .then(() => { console.log(all); process.exit(3) })
    })`
  await drive(script, ['--verbose', ...options])
  const texts = [...formats.map((format) => temporaryPath(`secret.${format}`)), temporaryPath('report.json')].map(
    (file) => readFileSync(file, 'utf8'),
  )
  const { clientSecret, token, apiKey } = deriveCredentials(1, { oddSecrets: true })
  const hidden = [clientSecret, token, apiKey, btoa(`${apiKey}:`)]
  for (const text of texts) for (const secret of hidden) expect(text).not.toContain(secret)
  expect(texts.join('')).toContain('exit code 3')
})

it('prints no control character of a driver with --verbose', async () => {
  const evil = String.raw`\u001b]52;c;ZXZpbA==\u0007 \u009b31m \u061c \u202e \u2028 \r\b`
  const script = `console.error("${evil}"); console.log(JSON.stringify({ value: "${evil}" })); process.exit(3)`
  const { stdout, stderr } = await drive(script, ['--verbose', '--report', 'terminal'])
  expect(stderr).toContain(String.raw`| \u001b]52;c;ZXZpbA==\u0007 \u009b31m \u061c \u202e \u2028`)
  expect(`${stdout}${stderr}`).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u)
})

it('watches a command, and exits with its exit code when it fails', async () => {
  const script = `${getToken}
    const { PLATFORM_EXIT: exit } = env
    getToken().then(({ access_token: token }) =>
      fetch(env.PLATFORM_BASE_URL + '/1.13/environments', { headers: { authorization: 'Bearer ' + token } }))
      .then(() => process.exit(Number(exit)))`
  const watch = (exit: string, ...options: string[]) => {
    const report = ['--report', `json=${temporaryPath('watched.json')}`, '--report', 'terminal']
    return runToEnd(['client', ...report, ...options, '--', node, '-e', script], env({ PLATFORM_EXIT: exit }))
  }
  const watched = await watch('0')
  expect(watched.code).toBe(4)
  expect(watched.stdout).toContain('Operations: 2 of 19; never touched: ')
  const verbose = await watch('0', '--verbose')
  expect(verbose.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'emulator client --scenario connection-dropped-after-write --only client.writes-once -- ',
  )
  const limited = await watch('0', '--scenario', 'rate-limited-once', '--only', 'client.retry-after')
  expect(limited.stdout).not.toContain('your tests never did this')
  expect(verbose.stdout).toContain('products.list')
  const { results } = JSON.parse(readFileSync(temporaryPath('watched.json'), 'utf8')) as { results: object[] }
  expect(results[0]).toMatchObject({ task: null, input: null, scenario: null })
  const raced = await watch('0', '--races', '2')
  expect(raced.stderr).toContain('your client sent no two requests at a time, so --races changed nothing')
  expect(raced.stderr.split('is emulated at')).toHaveLength(4)
  expect((await watch('7')).code).toBe(7)
})
