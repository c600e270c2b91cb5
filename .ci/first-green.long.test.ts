// From an empty folder to the first green test, by the pages alone, with the time that each step takes.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchOptions } from '../testing/chromium.ts'
import { blockOf } from '../testing/readme-code.ts'
import { type Installer, openInstaller } from '../testing/package/installer.ts'
import { runProgram } from '../testing/package/pack-package.ts'

const playwrightConfig = () =>
  `export default ${JSON.stringify({ reporter: 'line', use: { launchOptions: launchOptions() } })}`

/** The first test of a newcomer: the packages beside this one, the file and the command. */
interface FirstTest {
  readonly by: string
  readonly packages: readonly string[]
  readonly files: () => Readonly<Record<string, string>>
  readonly run: (directory: string) => Promise<string>
  readonly green: RegExp
}

const firstTests: readonly FirstTest[] = [
  {
    by: 'Vitest',
    packages: ['vitest'],
    files: () => ({ 'client.test.ts': blockOf('ts fixture') }),
    run: (directory) => runProgram('npx', ['--no', '--', 'vitest', 'run'], directory),
    green: /Tests\s.*2 passed/,
  },
  {
    by: 'node:test',
    packages: [],
    files: () => ({ 'client.test.ts': blockOf('ts') }),
    run: (directory) => runProgram(process.execPath, ['--test', '--test-reporter=tap', 'client.test.ts'], directory),
    green: /^# pass 1$/m,
  },
  {
    by: 'Playwright',
    packages: ['@playwright/test'],
    files: () => ({ 'page.spec.ts': blockOf('ts playwright'), 'playwright.config.js': playwrightConfig() }),
    run: (directory) => runProgram('npx', ['--no', '--', 'playwright', 'test'], directory),
    green: /1 passed/,
  },
  {
    by: 'Python',
    packages: [],
    files: () => ({ 'test_client.py': blockOf('python') }),
    run: (directory) =>
      runProgram('sh', ['-c', 'npx --no -- emulator exec -- python3 -m unittest test_client.py 2>&1'], directory),
    green: /Ran 1 test.*\n\nOK/s,
  },
]

let installer: Installer
beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
})
afterAll(() => installer.close())

it.for(firstTests)('comes to a green test with $by', async ({ by, packages, files, run, green }, { skip }) => {
  if (by === 'Python' && spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
  const began = performance.now()
  const directory = await installer.create(`first-${by.replace(':', '-')}`, packages)
  const installed = performance.now()
  for (const [name, text] of Object.entries(files())) writeFileSync(join(directory, name), text)
  expect(await run(directory)).toMatch(green)
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  const ended = performance.now()
  // The registry is on loopback, so that no network is timed. The time is printed, not judged: machines differ.
  console.log(
    `${by}: ${seconds(began, ended)} s (npm install ${seconds(began, installed)}, test ${seconds(installed, ended)})`,
  )
})
