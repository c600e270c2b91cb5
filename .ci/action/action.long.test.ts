// Runs the scripts of the GitHub Action and the GitLab job against an emulator on a port.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve, type RunningServer } from '../../emulator/serve/serve.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = `${process.execPath} ${join(root, 'bin/emulator.js')}`
const deviating = createEmulator({ deviations: ['link-walk-ends-one-page-early'] })
const quiet = createEmulator()
let server: RunningServer
let quietServer: RunningServer
let directory: string

beforeAll(async () => {
  server = await serve(deviating, { port: 0 })
  quietServer = await serve(quiet, { port: 0 })
  directory = mkdtempSync(join(tmpdir(), 'action-'))
  writeFileSync(join(directory, 'target.json'), JSON.stringify(toTargetFile(deviating, server.url, false)))
  writeFileSync(join(directory, 'quiet.json'), JSON.stringify(toTargetFile(quiet, quietServer.url, false)))
  // A space in the name reveals missing quotes in a shell.
  expect(await runShellScript(`${command} learn --config quiet.json --out 'a twin'`, {})).toMatchObject({ code: 0 })
}, 60_000)
afterAll(async () => {
  await server.close()
  await quietServer.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a shell script in the directory. */
function runShellScript(script: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn('sh', ['-c', script], { cwd: directory, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly runs: {
    readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[]
  }
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
const step = action.runs.steps.find(({ run: script }) => script !== undefined)!

/** Runs the step of the action with inputs as GitHub gives them. */
function runAction(
  inputs: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = { EMULATOR: command },
): Promise<Ended> {
  const env = Object.fromEntries(
    Object.entries(step.env!).map(([name, value]) => [name, inputs[/inputs\.([\w-]+)/.exec(value)![1]!] ?? '']),
  )
  const files = { GITHUB_STEP_SUMMARY: join(directory, 'summary'), GITHUB_OUTPUT: join(directory, 'output') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const job = { GITHUB_RUN_ID: '77', GITHUB_REPOSITORY: 'a/b', GITHUB_ACTION_PATH: root }
  return runShellScript(step.run!, { ...env, ...files, ...job, ...others })
}

/** The command that downloads a file of an artefact and opens it. */
const downloadCommand = (artifact: string, file: string) =>
  `test -d ${artifact}-77 || gh run download 77 --repo a/b --name ${artifact} --dir ${artifact}-77; npx @platform-data/emulator replay ${artifact}-77/${file}`

it('hands over every input that the script reads', () => {
  const script = ['check.sh', 'cases.sh'].map((file) => readFileSync(join(root, '.ci/action', file), 'utf8')).join('')
  const read = new Set([...script.matchAll(/INPUT_\w+/g)].map(([name]) => name))
  expect(Object.keys(step.env!).toSorted()).toEqual([...read].toSorted())
  const used = Object.values(step.env!).map((value) => /inputs\.([\w-]+)/.exec(value)![1]!)
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(used))
})

it('fails the job for a broken service, with its reports, a summary and outputs', async () => {
  const options = '--only link.*'
  const inputs = { config: 'target.json', reports: 'junit', directory: 'out', artifact: 'kept', options }
  const { code, output } = await runAction(inputs)
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('link.') })
  for (const file of ['report.json', 'report.md', 'junit.xml'])
    expect([file, existsSync(join(directory, 'out', file))]).toEqual([file, true])
  expect(existsSync(join(directory, 'out/report.html'))).toBe(false)
  expect(readFileSync(join(directory, 'summary'), 'utf8')).toBe(readFileSync(join(directory, 'out/report.md'), 'utf8'))
  expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('conformant=false\nexit-code=1\n')
})

it('removes the results of an earlier run when the check cannot start', async () => {
  mkdirSync(join(directory, 'earlier'))
  for (const file of ['junit.xml', 'report.json', 'report.md']) writeFileSync(join(directory, 'earlier', file), 'old')
  const drift = { mode: 'drift', twin: '--accept', config: 'quiet.json' }
  for (const inputs of [{ config: 'none.json' }, drift]) {
    expect(await runAction({ ...inputs, directory: 'earlier' })).toMatchObject({ code: 2 })
    expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('conformant=null\nexit-code=2\n')
    expect(readFileSync(join(directory, 'summary'), 'utf8')).toBe('')
  }
  expect(readdirSync(join(directory, 'earlier'))).toEqual([])
})

it('passes inputs as values, never as options or arguments, except the input for options', async () => {
  // Replaces npx, which would fetch the package, and prints its arguments, one a line.
  const place = join(directory, 'npx-alone')
  mkdirSync(place)
  writeFileSync(join(place, 'npx'), `#!/bin/sh\nprintf '<%s>\\n' "$@"\n`)
  chmodSync(join(place, 'npx'), 0o755)
  const others = { PATH: `${place}:${process.env['PATH']}`, EMULATOR: '' }
  const drift = await runAction({ mode: 'drift', twin: '--accept $(id) *', config: '--accept', url: 'x y' }, others)
  expect(drift).toMatchObject({ code: 0 })
  expect(drift.output.split('\n').slice(2, 7)).toEqual([
    '<learn>',
    '<--check=--accept $(id) *>',
    '<x y>',
    '<--config=--accept>',
    '<--report>',
  ])
  const options = '--gentle  --only ids.*'
  const told = await runAction({ version: '^0.1.0', config: '--allow-writes', options, reports: 'junit *' }, others)
  expect(told).toMatchObject({ code: 0 })
  expect(told.output.split('\n')).toEqual(
    expect.arrayContaining([
      '<--yes>',
      '<@platform-data/emulator@^0.1.0>',
      '<--config=--allow-writes>',
      '<--gentle>',
      '<ids.*>',
      '<*=conformance-report/>',
    ]),
  )
  for (const version of ['1 --package=evil', '1\n--call=id', 'file:../evil', '*', '$(id)']) {
    const { code, output } = await runAction({ version }, others)
    expect([version, code, output]).toEqual([version, 2, expect.stringMatching(/^The input version is no version/)])
    expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('conformant=null\nexit-code=2\n')
  }
})

it('reports drift from the twin in the job summary and as JUnit', async () => {
  const inputs = { mode: 'drift', twin: 'a twin', config: 'quiet.json', directory: 'drift' }
  quiet.setConventions({ defaultLimit: 9 })
  try {
    const moved = await runAction(inputs)
    expect(moved).toMatchObject({ code: 1, output: expect.stringContaining('(dialect, clause 8)') })
  } finally {
    quiet.setConventions({ defaultLimit: 20 })
  }
  expect(readFileSync(join(directory, 'summary'), 'utf8')).toMatch(
    /\*\*defaultLimit\*\* \(dialect, clause 8\): .*\n\n- expected: 20\n- got: 9\n/,
  )
  expect(readFileSync(join(directory, 'drift/junit.xml'), 'utf8')).toMatch(
    /<failure .*defaultLimit \(clause 8\) was 20/,
  )
  expect(readFileSync(join(directory, 'drift/report.json'), 'utf8')).toContain('"moved":true')
  expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('conformant=null\nexit-code=1\n')
})

it('lists the cases of failed tests in the job summary, with the command that opens each', async () => {
  const cases = join(directory, 'left cases')
  mkdirSync(cases)
  for (const name of ['1-walks.case.gz', '2-reads.case.gz', '$(id).case.gz', 'notes.txt'])
    writeFileSync(join(cases, name), '')
  const inputs = { mode: 'cases', cases: 'left cases', artifact: 'conformance-report' }
  expect(await runAction(inputs)).toEqual({
    code: 0,
    output: 'left cases/1-walks.case.gz\nleft cases/2-reads.case.gz\n',
  })
  const summary = readFileSync(join(directory, 'summary'), 'utf8')
  expect(summary.split('\n').filter((line) => line.startsWith('test '))).toEqual([
    downloadCommand('emulator-cases', '1-walks.case.gz'),
    downloadCommand('emulator-cases', '2-reads.case.gz'),
  ])
  expect(summary).not.toContain('$(id)')
  expect(await runAction({ ...inputs, cases: 'none' })).toEqual({ code: 0, output: 'No test left a case in none.\n' })
  expect(readFileSync(join(directory, 'summary'), 'utf8')).toBe('')
  expect(await runAction({ ...inputs, artifact: 'a b' })).toMatchObject({ code: 0 })
  expect(readFileSync(join(directory, 'summary'), 'utf8')).not.toContain('gh run download')
})

it.each<[Readonly<Record<string, string>>, string]>([
  [{ mode: 'drift' }, 'The mode drift needs the input twin'],
  [
    { mode: 'drift', twin: 'a twin', profile: 'legacy' },
    'The inputs profile, baseline, quick and allow-undecided are for',
  ],
  [{ twin: 'a twin' }, 'The input twin is for mode: drift'],
  [{ url: '--allow-writes' }, 'The input url begins with a dash'],
  [{ reports: 'pdf' }, 'got "pdf"'],
  [{ mode: 'drift --accept', twin: 'a twin' }, 'The input mode must be conformance, drift or cases.'],
  [{ 'allow-writes': 'yes' }, 'The input allow-writes must be true or false; got yes.'],
])('refuses the inputs %j', async (inputs, message) => {
  const { code, output } = await runAction({ config: 'quiet.json', directory: 'refused', ...inputs })
  expect([code, output]).toEqual([2, expect.stringContaining(message)])
  expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('conformant=null\nexit-code=2\n')
})

/** Runs the GitLab job with its variables, and returns its result and the path of its JUnit file. */
async function runJob(variables: Readonly<Record<string, string>>): Promise<Ended & { readonly junit: string }> {
  const { conformance } = parse(readFileSync(join(root, '.ci/action/gitlab.yml'), 'utf8')) as {
    readonly conformance: {
      readonly variables: Readonly<Record<string, string>>
      readonly script: readonly string[]
      readonly artifacts: { readonly reports: { readonly junit: string } }
    }
  }
  // Replaces npx, which would fetch the package.
  const npx = join(directory, 'npx')
  writeFileSync(npx, `#!/bin/sh\nshift 2\nexec ${command} "$@"\n`)
  chmodSync(npx, 0o755)
  const ended = await runShellScript(conformance.script.join('\n'), {
    ...conformance.variables,
    PATH: `${directory}:${process.env['PATH']}`,
    ...variables,
  })
  return { ...ended, junit: join(directory, conformance.artifacts.reports.junit) }
}

it.each([true, false])('runs as a GitLab job, quick: %s', async (quick) => {
  const { code, junit } = await runJob({
    PLATFORM_BASE_URL: server.url,
    CONFORMANCE_OPTIONS: '--config target.json --only link.*',
    CONFORMANCE_QUICK: String(quick),
  })
  expect(code).toBe(1)
  const report = readFileSync(join(directory, 'conformance-report/report.json'), 'utf8')
  expect(report).toContain(`"quick": ${quick}`)
  expect(readFileSync(junit, 'utf8')).toContain('<failure')
})

it('looks for drift as a GitLab job', async () => {
  const variables = { CONFORMANCE_MODE: 'drift', CONFORMANCE_TWIN: 'a twin', CONFORMANCE_QUICK: 'true' }
  const { code, junit, output } = await runJob({ ...variables, CONFORMANCE_OPTIONS: '--config quiet.json' })
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('has not changed') })
  expect(readFileSync(junit, 'utf8')).toContain('<testsuite')
  expect(readFileSync(join(directory, 'conformance-report/report.md'), 'utf8')).toContain('has not changed')
  expect(await runJob({ CONFORMANCE_MODE: 'learn' })).toMatchObject({
    code: 2,
    output: expect.stringContaining('CONFORMANCE_MODE must be conformance or drift.'),
  })
})

/** The output of a GitLab job after its script. */
function runAfterScript(file: string, job: string, variables: Readonly<Record<string, string>>): Promise<Ended> {
  const jobs = parse(readFileSync(join(root, '.ci/action', file), 'utf8')) as Readonly<
    Record<string, { readonly after_script: readonly string[] }>
  >
  const server = { CI_API_V4_URL: 'https://gitlab.example/api/v4', CI_PROJECT_ID: '5', CI_JOB_ID: '6' }
  return runShellScript(jobs[job]!.after_script.join('\n'), { ...server, ...variables })
}

it('prints the command that opens each case after a GitLab job', async () => {
  mkdirSync(join(directory, '.emulator/cases'), { recursive: true })
  writeFileSync(join(directory, '.emulator/cases/1-walks.case.gz'), '')
  const download = (file: string, place: string) =>
    `  curl --fail --location --header "PRIVATE-TOKEN: $GITLAB_TOKEN" --output ${file} https://gitlab.example/api/v4/projects/5/jobs/6/artifacts/${place}/${file} && npx @platform-data/emulator replay ${file}\n`
  expect(await runAfterScript('gitlab-cases.yml', '.emulator-cases', {})).toEqual({
    code: 0,
    output: `Open 1-walks.case.gz at home:\n${download('1-walks.case.gz', '.emulator/cases')}`,
  })
})
