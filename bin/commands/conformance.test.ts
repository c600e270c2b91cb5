import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runToEnd } from '../../testing/run-cli.ts'
import { runHere } from '../../testing/run-here.ts'
import { toTargetFile } from '../judges/service/target-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-'))
const temporaryPath = (name: string) => join(directory, name)
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The environment of a user without a browser, which would take long to start. */
const env = userEnvironment({ PLATFORM_CHROMIUM: '/nowhere', XDG_STATE_HOME: temporaryPath('state') })
const run = (...args: string[]) => runHere(['conformance', ...args], { env })

/** Runs the kit against an emulator with these options. */
async function runOptions(options: EmulatorOptions, ...args: string[]) {
  const emulator = createEmulator(options)
  const server = await serve(emulator, { port: 0 })
  closing.push(() => server.close())
  writeFileSync(temporaryPath('target.json'), JSON.stringify(toTargetFile(emulator, server.url, true)))
  const ended = await run('--config', temporaryPath('target.json'), ...args)
  return { ...ended, emulator, url: server.url }
}

interface JsonReport extends Readonly<Record<string, unknown>> {
  readonly requests: number
  readonly results: readonly { readonly check: string; readonly verdict: string }[]
}
const reportOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as JsonReport
const legacy = ['--only', 'legacy.root*']
const wrongRoot = { deviations: ['legacy-root-204'] } as const
const wrongAllow = { deviations: ['legacy-root-allows-post'] } as const

it('marks a quick run in its reports, and keeps the exit codes', async () => {
  const quick = await runOptions({}, '--quick', ...legacy, '--report', 'json')
  expect(reportOf(quick)).toMatchObject({ quick: true, conformant: null })
  const failed = await runOptions(wrongRoot, '--quick', ...legacy)
  expect(failed.stdout).toContain('Failed (quick run): 1 requirement failed')
  expect([quick.code, failed.code]).toEqual([0, 1])
})

it('says nothing of what it left behind in a fresh emulator', async () => {
  const { code, stdout } = await run('--only', 'pat.create', '--only', 'legacy.groups-post')
  expect(code).toBe(0)
  expect(stdout).not.toContain('Left behind')
})

it('checks the emulator of exec given only its variables', async () => {
  const kit = [process.execPath, join(import.meta.dirname, '../emulator.js'), 'conformance']
  const exec = ['exec', '--deviation', 'legacy-root-204', '--', ...kit, ...legacy, '--report', 'json']
  const ended = await runToEnd(exec, { env })
  const failed = reportOf(ended).results.filter(({ verdict }) => verdict === 'fail')
  expect([ended.code, failed.map(({ check }) => check)]).toEqual([1, ['legacy.root.version']])
})

it('writes each report to its file and one to standard output, all without secrets', async () => {
  const formats = ['json', 'junit', 'html', 'markdown', 'har']
  const { code, stdout, stderr, emulator } = await runOptions(
    wrongRoot,
    '--verbose',
    '--only',
    'pat.secret*,auth.dsn,auth.api-key,legacy.root*',
    ...formats.flatMap((format) => ['--report', `${format}=${temporaryPath(`reports/report.${format}`)}`]),
  )
  const { clientId: _id, apiKeyProjectId: _project, ...secrets } = emulator.credentials
  const texts = [
    stdout,
    stderr,
    ...formats.map((format) => readFileSync(temporaryPath(`reports/report.${format}`), 'utf8')),
  ]
  for (const text of texts) for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  expect(stderr).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/0\/ 204 \d+ ms$/m)
  expect(stdout).toContain('legacy.root')
  expect(readdirSync(temporaryPath('reports'))).toHaveLength(formats.length)
  expect(code).toBe(1)
})

it.runIf(existsSync('/dev/full'))(
  'writes the remaining reports after one that cannot be written, and then says so',
  async () => {
    const reports = ['json=/dev/full', `junit=${temporaryPath('behind.xml')}`].flatMap((report) => ['--report', report])
    const { code, stderr } = await runOptions({}, ...legacy, ...reports)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'emulator: --report: cannot write /dev/full: the disk is full.\n',
    })
    expect(readFileSync(temporaryPath('behind.xml'), 'utf8')).toContain('<testsuite')
  },
)

it('exits with 4 when something could not be decided, and with 0 given --allow-undecided', async () => {
  const empty = { fixtures: 'empty' } as const
  expect((await runOptions(empty, '--only', 'link.*')).code).toBe(4)
  expect((await runOptions(empty, '--only', 'link.*', '--only', 'legacy.root', '--allow-undecided')).code).toBe(0)
})

it('uses the profile of the command line before that of the target file, and claims nothing for a partial run', async () => {
  const claim = async (options: EmulatorOptions, ...args: string[]) => {
    const ended = await runOptions(options, ...legacy, '--report', 'json', ...args)
    const { profile, conformant, requirements } = reportOf(ended)
    return [ended.code, profile, conformant, (requirements as { decided: number }).decided]
  }
  expect(await claim({})).toEqual([0, 'full', null, 3])
  expect(await claim({}, '--profile', 'legacy')).toEqual([0, 'legacy', null, 3])
  expect(await claim(wrongRoot, '--profile', 'tokens')).toEqual([1, 'tokens', null, 0])
  const target = JSON.parse(readFileSync(temporaryPath('target.json'), 'utf8')) as object
  writeFileSync(temporaryPath('claims.json'), JSON.stringify({ ...target, profile: 'services', without: ['mcp'] }))
  const plan = await run('--config', temporaryPath('claims.json'), '--plan', '--only', 'mcp.*')
  expect(plan.stdout).toContain('does not run: the target file says that the service has no mcp')
})

it('runs the checks that a selected check depends on, and reports them only when they fail', async () => {
  const results = async (options: EmulatorOptions) =>
    reportOf(await runOptions(options, '--only', 'legacy.root-allow', '--report', 'json')).results.map(
      ({ check, verdict }) => `${check} ${verdict}`,
    )
  expect(await results({})).toEqual(['legacy.root-allow.methods pass'])
  expect(await results(wrongRoot)).toEqual(['legacy.root.version fail', 'legacy.root-allow.methods blocked'])
})

it('ignores known failures, and reports entries that no longer fail until they are removed', async () => {
  const args = [...legacy, '--baseline', temporaryPath('baseline.json')]
  expect((await runOptions(wrongAllow, ...args)).stderr).toContain('there is no file')
  expect((await runOptions(wrongAllow, ...args, '--update-baseline')).code).toBe(0)
  expect(readFileSync(temporaryPath('baseline.json'), 'utf8')).toContain('legacy.root-allow.methods')
  expect((await runOptions(wrongAllow, ...args)).code).toBe(0)
  expect(await runOptions({}, ...args)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Stale in the baseline'),
  })
  expect((await runOptions({}, ...args, '--update-baseline')).code).toBe(0)
  expect(readFileSync(temporaryPath('baseline.json'), 'utf8')).not.toContain('legacy.root-allow.methods')
})

it('exits with 3 when the target does not answer', async () => {
  const { stderr, ...ended } = await run('http://127.0.0.1:1', '--timeout', '2')
  expect(stderr).toMatch(/^emulator: http:\/\/127\.0\.0\.1:1 cannot be reached: [^\n]+\n$/)
  expect(ended).toEqual({ code: 3, stdout: '' })
})

it('prints what would be sent and sends nothing, given --plan', async () => {
  writeFileSync(
    temporaryPath('plan.yaml'),
    'baseUrl: http://127.0.0.1:9\nsamples: { projectId: prj_0ujtsYcgvSTl8PAuAdqWYSMnLOv }\n',
  )
  const { code, stdout } = await run('--config', temporaryPath('plan.yaml'), '--plan', '--only', 'legacy.*')
  expect(stdout).toContain('Nothing was sent.')
  expect(stdout).toMatch(/read {5}legacy\.root\.version\n/)
  expect(stdout).toMatch(/– WRITE {4}legacy\.groups-post\.body\n +does not run: /)
  expect(stdout).toContain('does not run: declare samples.issueId')
  expect(code).toBe(0)
})

it('prefers the URL to the file, and the file to the environment', async () => {
  writeFileSync(temporaryPath('target.yaml'), 'baseUrl: http://127.0.0.1:9\ncredentials: { token: "${SECRET}" }\n')
  const plan = (variables: NodeJS.ProcessEnv, ...args: string[]) =>
    runHere(['conformance', '--plan', '--only', 'auth.*', '--config', temporaryPath('target.yaml'), ...args], {
      env: { ...env, SECRET: 'of-the-file', PLATFORM_API_KEY: 'of-the-environment', ...variables },
    })
  const named = await plan({}, 'http://127.0.0.1:10')
  expect(named.stdout).toContain('Against http://127.0.0.1:10')
  expect(named.stdout).not.toContain('declare credentials.apiKey')
  expect(named.stdout).toContain('declare credentials.dsn')
  const other = await plan({ PLATFORM_BASE_URL: 'https://elsewhere.example' })
  expect(other.stderr).toContain(
    'The PLATFORM_* variables are for https://elsewhere.example, not for http://127.0.0.1:9; they are ignored.',
  )
  expect(other.stdout).toContain('declare credentials.apiKey')
})

it('compares two JSON reports', async () => {
  await runOptions({}, ...legacy, '--report', `json=${temporaryPath('before.json')}`)
  await runOptions(wrongAllow, ...legacy, '--report', `json=${temporaryPath('after.json')}`)
  const broken = await run('compare', temporaryPath('before.json'), temporaryPath('after.json'))
  expect(broken).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining('legacy.root-allow.methods') })
  expect((await run('compare', temporaryPath('after.json'), temporaryPath('before.json'))).code).toBe(0)
})

it('lists requirements, and explains one by its id or by the id of a check', async () => {
  expect((await run('list')).stdout).toMatch(/^ids\.grammar +2\.1 +\d+ checks? /m)
  const { stdout } = await run('explain', 'legacy.root-allow')
  expect(stdout).toContain('legacy.root-allow.methods')
  expect((await run('explain', 'legacy.root-allow.methods')).stdout).toBe(stdout)
})

it('leaves no ledger of things that it made and deleted', () => {
  expect(readdirSync(temporaryPath('state/platform-data-conformance'))).toEqual([])
})
