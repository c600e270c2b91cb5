import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  const program = process.env['npm_execpath']
  return program?.endsWith('.js') ? runProgram(process.execPath, [program, ...args], cwd) : runProgram('npm', args, cwd)
}

export interface PackedPackage {
  /** The folder in which it was built. */
  readonly directory: string
  readonly tarball: string
}

/** The copies are named for the processes that make them. What killed ones left is removed. */
const copyPrefix = '.emulator-package-'

/** The directories that a copy leaves out: the dependencies are found in the repository around it. */
const left = new Set(['.git', 'dist', 'node_modules'])

const isBuilt = (file: string): boolean => basename(file) !== 'node_modules' && !/\.test\.tsx?$/.test(file)

/** Returns true if dist/ was built from the sources as they are. */
function isUpToDate(): boolean {
  const list = join(root, 'dist/sources.json')
  if (!existsSync(list)) return false
  const sources = JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly [string, number, number])[]
  return sources.every(([file, size, mtimeMs]) => {
    const stat = statSync(join(root, file), { throwIfNoEntry: false })
    return stat?.size === size && stat.mtimeMs === mtimeMs
  })
}

/**
 * Builds and packs the package in a copy, as other tests run from `dist/` at the same time. The copy is inside the
 * repository, where the dependencies are found.
 */
export async function packPackage(): Promise<PackedPackage> {
  for (const copy of globSync(`${copyPrefix}*`, { cwd: root }))
    if (!isAlive(Number(copy.slice(copyPrefix.length)))) rmSync(join(root, copy), { recursive: true, force: true })
  const directory = join(root, `${copyPrefix}${process.pid}`)
  mkdirSync(directory, { recursive: true })
  try {
    for (const name of readdirSync(root).filter((name) => !left.has(name) && !name.startsWith(copyPrefix)))
      cpSync(join(root, name), join(directory, name), { recursive: true, filter: isBuilt })
    // What was built of these sources already, as before the long tests, is what a build here would make.
    if (isUpToDate()) cpSync(join(root, 'dist'), join(directory, 'dist'), { recursive: true })
    else await runNpm(['run', '--silent', 'build', '--', '--logLevel', 'warn'], directory)
    const [packed] = JSON.parse(
      await runNpm(['pack', '--ignore-scripts', '--json', '--loglevel', 'error'], directory),
    ) as [{ filename: string }]
    return { directory, tarball: join(directory, packed.filename) }
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}
