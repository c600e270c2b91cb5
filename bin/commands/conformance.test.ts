import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-cli-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** An environment without a target, and with its own ledger. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  XDG_STATE_HOME: join(directory, 'state'),
}
const shim = join(import.meta.dirname, '../emulator.js')

const run = (...args: string[]) => runToEnd(['conformance', ...args], { env: environment })
const runWith = (variables: Record<string, string>, ...args: string[]) =>
  runToEnd(['conformance', ...args], { env: { ...environment, ...variables } })
/** A run against its own emulator, configured only by the variables that exec sets. */
const execRun = (options: readonly string[], ...args: string[]) =>
  runToEnd(['exec', ...options, '--', process.execPath, shim, 'conformance', ...args], { env: environment })
const file = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

it('finds a fresh emulator conformant, with every requirement decided', async () => {
  const { code, stdout } = await run()
  expect(stdout).toMatch(/Conformant: all \d+ stated requirements decided, none failed\.\n$/)
  expect(stdout).not.toContain('Left behind')
  expect(code).toBe(0)
})

it('asks a choice given --quick, says so, and exits as ever', async () => {
  const report = (stdout: string) => JSON.parse(stdout) as { requests: number; quick: boolean; conformant: unknown }
  const quick = await run('--quick', '--report', 'json')
  expect(report(quick.stdout)).toMatchObject({ quick: true, conformant: null })
  expect(report(quick.stdout).requests).toBeLessThanOrEqual(500)
  const full = await run('--thorough', '--only', 'legacy.root*', '--report', 'json')
  expect(report(full.stdout)).toMatchObject({ quick: false, conformant: null })
  const failed = await execRun(['--deviation', 'legacy-root-204'], '--quick', '--only', 'legacy.root*')
  expect([quick.code, full.code, failed.code]).toEqual([0, 0, 1])
  expect(failed.stdout).toContain('Failed (quick run): 1 requirement failed')
})

it('checks the emulator of exec given only its variables', async () => {
  const { code, stdout } = await execRun(['--deviation', 'legacy-root-204'], '--report', 'json')
  const report = JSON.parse(stdout) as { results: { check: string; verdict: string }[] }
  expect(report.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)).toEqual([
    'legacy.root.version',
  ])
  expect(code).toBe(1)
})

it('writes each report to its file and one to standard output, all without secrets', async () => {
  const target = join(directory, 'with-secrets.json')
  const files = ['json', 'junit', 'html', 'markdown', 'har'].map(
    (format) => [format, join(directory, 'reports', `report.${format}`)] as const,
  )
  const { code, stdout, stderr } = await execRun(
    ['--deviation', 'legacy-root-204', '--target-file', target],
    '--verbose',
    ...files.flatMap(([format, path]) => ['--report', `${format}=${path}`]),
  )
  const { credentials } = JSON.parse(readFileSync(target, 'utf8')) as {
    credentials: Record<string, unknown> & { oauth: { clientSecret: string } }
  }
  const secrets = [
    credentials.oauth.clientSecret,
    ...Object.values(credentials).filter((value) => typeof value === 'string'),
  ]
  expect(secrets.length).toBe(5)
  const texts = [
    ['terminal', stdout],
    ['verbose', stderr],
    ...files.map(([format, path]) => [format, readFileSync(path, 'utf8')] as const),
  ] as const
  expect(texts.flatMap(([name, text]) => secrets.filter((secret) => text.includes(secret)).map(() => name))).toEqual([])
  expect(stderr).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/0\/ 204 \d+ ms$/m)
  expect(stdout).toContain('legacy.root')
  expect(readdirSync(join(directory, 'reports')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(code).toBe(1)
})

it('exits with 4 when something could not be decided, and with 0 given --allow-undecided', async () => {
  const only = ['--only', 'legacy.root-allow', '--only', 'http.options', '--skip', 'legacy.root']
  expect((await execRun(['--deviation', 'legacy-root-204'], ...only)).code).toBe(0)
  const undecided = ['--only', 'link.*']
  expect((await execRun(['--fixtures', 'empty'], ...undecided)).code).toBe(4)
  expect(
    (await execRun(['--fixtures', 'empty'], ...undecided, '--only', 'legacy.root', '--allow-undecided')).code,
  ).toBe(0)
})

it('measures by the profile of the command line, else of the target file, and is not green for a part', async () => {
  const target = join(directory, 'claims.json')
  const only = ['--only', 'legacy.root*', '--report', 'json']
  const claim = async (options: readonly string[], ...args: string[]) => {
    const { code, stdout } = await execRun(options, ...only, ...args)
    const { profile, without, conformant, requirements } = JSON.parse(stdout) as Record<string, unknown>
    return { code, profile, without, conformant, requirements }
  }
  const whole = await claim([])
  expect(whole).toMatchObject({ code: 0, profile: 'full', without: [], conformant: null, requirements: { decided: 3 } })
  const legacy = await claim([], '--profile', 'legacy')
  expect(legacy).toMatchObject({ code: 0, profile: 'legacy', conformant: null, requirements: { decided: 3 } })
  const failed = await claim(['--deviation', 'legacy-root-204'], '--profile', 'tokens')
  expect(failed).toMatchObject({ code: 1, profile: 'tokens', conformant: null, requirements: { decided: 0 } })
  await execRun(['--target-file', target], '--plan')
  const contents = { ...(JSON.parse(readFileSync(target, 'utf8')) as object), profile: 'services', without: ['mcp'] }
  const config = file('claims.json', JSON.stringify(contents))
  const plan = await run('--config', config, '--plan', '--only', 'mcp.*')
  expect(plan.stdout).toContain('does not run: the target file says that there is no mcp')
  const empty = file('empty-claim.json', JSON.stringify({ ...contents, without: ['legacy'] }))
  const refused = await run('--config', empty, '--profile', 'legacy')
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('got legacy, without legacy; claim another'),
  })
})

it('runs the checks that a selected check depends on, and reports them only when they fail', async () => {
  const results = async (options: readonly string[]) =>
    (
      JSON.parse((await execRun(options, '--only', 'legacy.root-allow', '--report', 'json')).stdout) as {
        results: { check: string; verdict: string }[]
      }
    ).results.map(({ check, verdict }) => `${check} ${verdict}`)
  expect(await results([])).toEqual(['legacy.root.allow pass'])
  expect(await results(['--deviation', 'legacy-root-204'])).toEqual([
    'legacy.root.version fail',
    'legacy.root.allow blocked',
  ])
})

it('ignores known failures, and reports entries that no longer fail until they are removed', async () => {
  const baseline = join(directory, 'baseline.json')
  const deviating = ['--deviation', 'legacy-root-allows-post']
  const args = ['--only', 'legacy.root*', '--baseline', baseline]
  expect((await execRun(deviating, ...args)).stderr).toContain('there is no file')
  expect((await execRun(deviating, ...args, '--update-baseline')).code).toBe(0)
  expect(readFileSync(baseline, 'utf8')).toContain('legacy.root.allow')
  expect((await execRun(deviating, ...args)).code).toBe(0)
  const stale = await execRun([], ...args)
  expect(stale.code).toBe(1)
  expect(stale.stdout).toContain('Stale in the baseline')
  expect((await execRun([], ...args, '--update-baseline')).code).toBe(0)
  expect(readFileSync(baseline, 'utf8')).not.toContain('legacy.root.allow')
})

it('exits with 3 when the target does not answer', async () => {
  const { code, stdout, stderr } = await run('http://127.0.0.1:9', '--timeout', '2')
  expect(stderr).toMatch(/^emulator: http:\/\/127\.0\.0\.1:9 cannot be reached: [^\n]+\n$/)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
})

it('prints what would be sent and sends nothing, given --plan', async () => {
  const config = file(
    'plan.yaml',
    'baseUrl: http://127.0.0.1:9\nsamples:\n  projectId: prj_0ujtsYcgvSTl8PAuAdqWYSMnLOv\n',
  )
  const { code, stdout } = await run('--config', config, '--plan', '--only', 'legacy.*')
  expect(stdout).toContain('Nothing was sent.')
  expect(stdout).toMatch(/read {5}legacy\.root\.version\n/)
  expect(stdout).toMatch(/– WRITE {4}legacy\.groups-post\.body\n +does not run: /)
  expect(stdout).toContain('does not run: declare samples.issueId')
  expect(code).toBe(0)
})

it('prefers the URL to the file, and the file to the environment', async () => {
  const config = file('target.yaml', 'baseUrl: http://127.0.0.1:9\ncredentials:\n  token: ${SECRET}\n')
  const plan = async (variables: Record<string, string>, ...args: string[]) =>
    await runWith(variables, '--plan', '--only', 'auth.*', ...args)
  const named = await plan(
    { SECRET: 'of-the-file', PLATFORM_API_KEY: 'of-the-environment' },
    '--config',
    config,
    'http://127.0.0.1:10',
  )
  expect(named.stdout).toContain('Against http://127.0.0.1:10')
  expect(named.stdout).not.toContain('declare credentials.apiKey')
  expect(named.stdout).toContain('declare credentials.dsn')
  const other = await plan(
    { SECRET: 'of-the-file', PLATFORM_API_KEY: 'of-the-environment', PLATFORM_BASE_URL: 'https://elsewhere.example' },
    '--config',
    config,
  )
  expect(other.stderr).toContain(
    'The PLATFORM_* variables are for https://elsewhere.example, not for http://127.0.0.1:9; they are ignored.',
  )
  expect(other.stdout).toContain('declare credentials.apiKey')
})

it('compares two JSON reports', async () => {
  const [before, after] = [join(directory, 'before.json'), join(directory, 'after.json')]
  await execRun([], '--only', 'legacy.root*', '--report', `json=${before}`)
  await execRun(['--deviation', 'legacy-root-allows-post'], '--only', 'legacy.root*', '--report', `json=${after}`)
  const broken = await run('compare', before, after)
  expect(broken).toMatchObject({ code: 1, stderr: '' })
  expect(broken.stdout).toContain('legacy.root.allow')
  expect((await run('compare', after, before)).code).toBe(0)
})

it('lists requirements, and explains one by its id or by the id of a check', async () => {
  expect((await run('list')).stdout).toMatch(/^ids\.grammar +2\.1 +\d+ checks? /m)
  const [byRequirement, byCheck] = [
    await run('explain', 'legacy.root-allow'),
    await run('explain', 'legacy.root.allow'),
  ]
  expect(byRequirement.stdout).toContain('legacy.root.allow')
  expect(byCheck.stdout).toBe(byRequirement.stdout)
})

it.each<[string[], string]>([
  [['--quick', '--thorough'], '--quick and --thorough exclude each other'],
  [['--quick', '--report', 'badge'], '--quick makes no badge, as a quick run proves no conformance'],
  [['--quick', '--report', `bundle=${join(directory, 'bundle')}`], '--quick makes no bundle'],
  [['--only', 'id.gramar'], '--only "id.gramar" matches no requirement and no check; did you mean ids.grammar?'],
  [['--only', 'ids'], 'did you mean ids.*?'],
  [['--skip', 'nothing.like.it'], '--skip "nothing.like.it" matches no'],
  [['--only', 'pat.list-own'], 'pat.list-own has no check, as it is excluded'],
  [['--only', 'ids.grammar', '--skip', 'ids.*'], 'no check is left'],
  [['--report', 'jnuit'], 'did you mean junit?'],
  [['--report', 'json', '--report', 'junit'], 'would both go to standard output'],
  [['--report', 'json=a', '--report', 'har=a'], 'has the file a twice'],
  [['--report', 'json='], 'has no file'],
  [['--update-baseline'], '--update-baseline needs --baseline FILE'],
  [['--profile', 'readonly'], '--profile takes full, versioned, legacy, tokens, services, read-only; got "readonly"'],
  [['--profile', 'readonly'], 'did you mean read-only?'],
  [['--rate', 'fast'], '--rate takes a number from'],
  [['--concurrency', '0'], '--concurrency takes a whole number'],
  [['--reprot', 'json'], 'did you mean --report?'],
  [['--config', 'no-such-file.yaml'], '--config: cannot read no-such-file.yaml'],
  [['localhost:4113'], 'did you mean http://localhost:4113?'],
  [['lits'], 'did you mean emulator conformance list?'],
  [['http://user:secret@127.0.0.1'], 'must not have a user name or password'],
  [['http://127.0.0.1/?a=b'], 'must not have a query or fragment'],
  [['explain'], 'explain needs the id'],
  [['explain', 'pat.lst'], 'pat.list'],
  [['compare', 'one.json'], 'compare needs two JSON reports'],
  [['compare', 'one.json', 'two.json'], 'cannot read one.json'],
])('refuses %j with exit code 2 and one line', async (args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it.each<[string, string, string]>([
  ['an unknown key', '{"baseUrl": "http://127.0.0.1:9", "credentails": {}}', 'did you mean credentials?'],
  [
    'a variable that is not set',
    '{"baseUrl": "http://127.0.0.1:9", "credentials": {"token": "${NOT_SET_HERE}"}}',
    '${NOT_SET_HERE}',
  ],
  ['broken text', '{"baseUrl": ', 'neither JSON nor YAML'],
])('refuses a target file with %s', async (_what, text, message) => {
  const { code, stderr } = await run('--config', file('wrong.json', text))
  expect(stderr).toMatch(/^emulator: --config: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('leaves nothing behind in the state directory', () => {
  const state = join(directory, 'state', 'platform-data-conformance')
  expect(existsSync(state) ? readdirSync(state) : []).toEqual([])
})
