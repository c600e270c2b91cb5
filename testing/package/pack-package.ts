import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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
  /** A temporary folder, which the caller removes. */
  readonly directory: string
  readonly tarball: string
}

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

/** Packs the package. Builds it first where dist/ is not of the sources as they are. */
export async function packPackage(): Promise<PackedPackage> {
  if (!isUpToDate()) await runNpm(['run', '--silent', 'build', '--', '--logLevel', 'warn'], root)
  const directory = mkdtempSync(join(tmpdir(), 'emulator-packed-'))
  const options = ['--ignore-scripts', '--json', '--loglevel', 'error', '--pack-destination', directory]
  const [packed] = JSON.parse(await runNpm(['pack', ...options], root)) as [{ readonly filename: string }]
  return { directory, tarball: join(directory, packed.filename) }
}
