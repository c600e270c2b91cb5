// Runs Vitest in a process of its own on a folder of test files, as a user of the package would.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The output and the report of a run of Vitest. */
export interface VitestRun {
  readonly code: number
  /** Standard output and error. */
  readonly output: string
  readonly passed: number
  readonly failed: number
  /** By the test's own title. */
  readonly tests: ReadonlyMap<string, { readonly status: string; readonly failureMessages: readonly string[] }>
  /** The tests of each file, by its name. */
  readonly files: ReadonlyMap<string, VitestRun['tests']>
}

interface JsonReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { title: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Leaves the sources to Node, as Vitest does with an installed package: transforming them takes most of a run. */
const config = `
const external = [/\\/(?:emulator|conformance|bin)\\/.*\\.ts$/]
export default { test: { server: { deps: { external } } } }`

/** Runs the test files of a folder. @throws Error with all that Vitest printed when it wrote no report. */
export async function runVitest(
  folder: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<VitestRun> {
  writeFileSync(join(folder, 'vitest.config.js'), config)
  const report = join(folder, 'report.json')
  const command = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    folder,
    '--no-color',
    '--maxWorkers=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, command, { cwd: folder, env: { ...env, CI: '1' } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
  if (!existsSync(report)) throw new Error(`Vitest wrote no report and ended with ${code}:\n${output}`)
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  const files = testResults.map(({ name, assertionResults }) => {
    const tests = assertionResults.map((assertion) => [assertion.title, assertion] as const)
    return [basename(name), new Map(tests)] as const
  })
  return {
    code,
    output,
    passed: numPassedTests,
    failed: numFailedTests,
    tests: new Map(files.flatMap(([, tests]) => [...tests])),
    files: new Map(files),
  }
}
