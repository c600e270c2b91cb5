import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isAlive } from '../../emulator/serve/temporary-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The environment without the variables of npm, Vitest and proxies: npm would behave differently with them. */
export const plainEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|node_options$|vitest|(https?|no|all)_proxy$|platform_)/i.test(name),
  ),
)

/** Runs a program and returns its standard output. @throws Error with its output when it fails. */
export async function runProgram(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, env: plainEnvironment, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Runs the npm that runs the tests, else the one on the PATH. */
export function runNpm(args: readonly string[], cwd: string): Promise<string> {
  const own = process.env['npm_execpath']
  return own?.endsWith('.js') ? runProgram(process.execPath, [own, ...args], cwd) : runProgram('npm', args, cwd)
}

export interface PackedPackage {
  /** The folder in which it was built. */
  readonly directory: string
  readonly tarball: string
}

/** The copies are named for the processes that make them. What killed ones left is removed. */
const copyPrefix = '.emulator-package-'

/**
 * Builds and packs the package in a copy, as other tests run from `dist/` at the same time. The copy is inside the
 * repository, where the dependencies are found.
 */
export async function packPackage(): Promise<PackedPackage> {
  for (const left of globSync(`${copyPrefix}*`, { cwd: root }))
    if (!isAlive(Number(left.slice(copyPrefix.length)))) rmSync(join(root, left), { recursive: true, force: true })
  const directory = join(root, `${copyPrefix}${process.pid}`)
  mkdirSync(directory, { recursive: true })
  try {
    for (const part of [
      'bin',
      'emulator',
      'conformance',
      'fixtures',
      ...globSync('.ci/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }),
      'testing/package-entries.ts',
      'testing/console/build-console-page.ts',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'README.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'LICENSE',
    ]) {
      cpSync(join(root, part), join(directory, part), { recursive: true })
    }
    await runProgram(
      process.execPath,
      [join(root, 'node_modules/tsdown/dist/run.mjs'), '--config', '.ci/tsdown.config.ts', '--logLevel', 'warn'],
      directory,
    )
    const [packed] = JSON.parse(
      await runNpm(['pack', '--ignore-scripts', '--json', '--loglevel', 'error'], directory),
    ) as [{ filename: string }]
    return { directory, tarball: join(directory, packed.filename) }
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}
