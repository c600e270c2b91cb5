// The drivers of the README, which judge a client: in process by Vitest, and in Python by the command line.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { clientScenarios } from '../conformance/client/tasks/scenarios.ts'
import { taskNames } from '../conformance/client/tasks/names.ts'
import { brokenClients } from '../testing/clients/broken/broken-clients.ts'
import { codeOf, pageOf, readme, root, userEnvironment } from '../testing/readme-code.ts'
import { runToEnd } from '../testing/run-cli.ts'
import { runVitest } from '../testing/run-vitest.ts'

const directory = mkdtempSync(join(tmpdir(), 'readme-client-'))
symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
writeFileSync(join(directory, 'driver.py'), codeOf('python driver')[0]!)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The command line of the README that begins so, without `emulator` and its comment. */
function commandOf(begin: string): readonly string[] {
  const line = codeOf('sh')
    .flatMap((code) => code.split('\n'))
    .find((command) => command.startsWith(`emulator ${begin}`))!
  return line.replace(/ +#.*/, '').split(' ').slice(1)
}

it('counts as the README does', () => {
  const text = readme.replaceAll('\n', ' ')
  expect(text).toContain(`in ${taskNames.length} tasks, plain and in over 40 scenarios`)
  expect(clientScenarios.length).toBeGreaterThan(40)
  const proofs = pageOf('proofs')
  expect(text).toContain('| Over 150 broken clients are each caught')
  expect(proofs).toContain('| Over 150 broken clients are each caught')
  expect(brokenClients.length).toBeGreaterThan(150)
  expect(proofs).toContain('keep them all, in over 40 scenarios |')
})

it('finds no fault in the driver in process', async () => {
  writeFileSync(join(directory, 'client.test.ts'), codeOf('ts client')[0]!)
  const { code, failed, tests } = await runVitest(directory, [], userEnvironment())
  expect({ code, failed }).toEqual({ code: 0, failed: 0 })
  expect(tests.get('get-token plain')?.status).toBe('passed')
  expect(tests.get('use-access-token plain')?.status).toBe('passed')
})

it('finds the one fault of the driver in Python', async ({ skip }) => {
  if (spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
  const [command, ...others] = commandOf('client --driver')
  const tasks = ['get-token', 'list-environments', 'capabilities'].flatMap((task) => ['--only', task])
  const report = ['--report', 'terminal', '--report', 'json=client.json']
  const options = { cwd: directory, env: userEnvironment() }
  const { code, stdout } = await runToEnd([command!, ...tasks, ...report, ...others], options)
  expect(code).toBe(1)
  const { results } = JSON.parse(readFileSync(join(directory, 'client.json'), 'utf8')) as {
    results: { check: string; verdict: string; task: string }[]
  }
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  expect([...new Set(failed)]).toEqual(['client.expired-token'])
  expect(results.filter(({ verdict }) => ['advice', 'error'].includes(verdict))).toEqual([])
  expect(stdout).toContain('again     emulator client --driver --task list-environments')
  expect(readFileSync(join(directory, 'client.xml'), 'utf8')).toContain('<testsuite')
}, 120_000)

it('judges what a command sends', async ({ skip }) => {
  if (spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
  const command = commandOf('client -- npm test').slice(0, -2)
  const env = userEnvironment({ PLATFORM_TASK: 'list-environments' })
  const { code, stdout } = await runToEnd([...command, 'python3', 'driver.py'], { cwd: directory, env })
  expect(code).toBe(4)
  expect(stdout).toContain('2 requests')
})
