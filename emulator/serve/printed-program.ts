// The beginning of commands that are printed or written for the user to run. They must work for the reader: npm has
// another package named `emulator`, which `npx emulator` runs if this one is not installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A package manager. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const packageName = '@platform-data/emulator'

/** The package managers by their lock files. */
export const lockFiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

const local: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }
const remote: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm dlx', yarn: 'npx', bun: 'bunx' }

/** A command of an installed package, such as `npx vitest run`. */
export function installedCommand(manager: PackageManager, command: string): string {
  return `${local[manager]} ${command}`
}

/** The program in commands for a user in a directory: by the package manager in use, whether installed there or not. */
export function printedProgram(
  environment: Readonly<Record<string, string | undefined>>,
  directory: string = '.',
): string {
  const around = [...ancestorDirectories(resolve(directory))]
  const [, agent, version] = /^(npm|pnpm|yarn|bun)\/(\d+)/.exec(environment['npm_config_user_agent'] ?? '') ?? []
  const manager = (agent as PackageManager | undefined) ?? lockedPackageManager(around) ?? 'npm'
  if (around.some(hasPackage)) return installedCommand(manager, 'emulator')
  // Yarn 1 only runs installed packages.
  return `${agent === 'yarn' && Number(version) > 1 ? 'yarn dlx' : remote[manager]} ${packageName}`
}

/** The parts of the process that show how the user called the program. */
interface ProgramCall {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly argv: readonly string[]
}

/**
 * The beginning of a printed command for the user to run. If a package manager called the program, the command names
 * it: its scripts find commands that the user's shell does not.
 */
export function calledAs({ env, argv: [, script = ''] }: ProgramCall, directory: string = '.'): string {
  const isByManager = Boolean(env['npm_config_user_agent'] || env['npm_command'])
  const isInModules = /[\\/]node_modules[\\/](?:\.bin|@platform-data)[\\/]/.test(script)
  return isByManager || isInModules ? printedProgram(env, directory) : 'emulator'
}

/** A string whose commands of the emulator begin as the user called this one. They are in backticks. */
export function rewriteCommands(text: string, called: ProgramCall): string {
  return text.replaceAll(/`emulator (?=[A-Za-z]|--)/g, `\`${calledAs(called)} `)
}

/** A directory and its ancestors. */
function* ancestorDirectories(directory: string): Generator<string, void> {
  yield directory
  if (dirname(directory) !== directory) yield* ancestorDirectories(dirname(directory))
}

function lockedPackageManager(directories: readonly string[]): PackageManager | undefined {
  const names = directories.flatMap((directory) => {
    try {
      return readdirSync(directory)
    } catch {
      return []
    }
  })
  return lockFiles[names.find((name) => Object.hasOwn(lockFiles, name)) ?? '']
}

/** Whether a package manager runs the command `emulator` of this package in a directory. */
function hasPackage(directory: string): boolean {
  if (existsSync(join(directory, 'node_modules', packageName, 'package.json'))) return true
  try {
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      readonly name?: unknown
      readonly dependencies?: object
      readonly devDependencies?: object
    }
    // Yarn's Plug'n'Play has no node_modules.
    const isPlugged = existsSync(join(directory, '.pnp.cjs'))
    return (
      manifest.name === packageName ||
      (isPlugged && packageName in { ...manifest.dependencies, ...manifest.devDependencies })
    )
  } catch {
    return false
  }
}
