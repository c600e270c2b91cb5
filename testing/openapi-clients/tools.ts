// A linter and generators for OpenAPI documents. They are large, so only the long tests install them.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Below node_modules, where linters, the formatter and TypeScript look for no sources. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
const files = ['package.json', 'package-lock.json'] as const

/** The tools once they are installed. */
export interface Tools {
  /** The folder whose node_modules has them. */
  readonly directory: string
  /** Loads one of their modules. */
  readonly load: <Module>(name: string) => Promise<Module>
}

/**
 * Installs the tools that a folder's lock file names, unless they are there.
 * @returns the reason when it cannot, for the name of a skipped test.
 */
export async function installTools(source: string = here): Promise<Tools | string> {
  const directory = join(cache, basename(source))
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8')
  const done = join(directory, 'installed.json')
  if (!existsSync(done) || readFileSync(done, 'utf8') !== lock) {
    mkdirSync(directory, { recursive: true })
    rmSync(done, { force: true })
    for (const file of files) copyFileSync(join(source, file), join(directory, file))
    try {
      await npmCi(directory)
    } catch (error) {
      const text = (error as { readonly stderr?: string }).stderr ?? String(error)
      return `npm ci failed: ${/npm error (?!code)(.+)/.exec(text)?.[1] ?? text.slice(0, 200)}`
    }
    writeFileSync(done, lock)
  }
  // A module beside node_modules, as an import is resolved from where it is written.
  const loader = join(directory, 'load.mjs')
  writeFileSync(loader, 'export const load = (name) => import(name)\n')
  const { load } = (await import(pathToFileURL(loader).href)) as Pick<Tools, 'load'>
  return { directory, load }
}

/** The tools come from the registry that npm is configured for. */
async function npmCi(directory: string): Promise<void> {
  const npm = process.env['npm_execpath']
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error']
  const hasty = ['--prefer-offline', '--fetch-retries', '1', '--fetch-retry-mintimeout', '1000']
  const flags = ['--prefix', directory, '--ignore-scripts', ...quiet, ...hasty]
  await promisify(execFile)(command, [...first, 'ci', ...flags], { cwd: directory, timeout: 300_000 })
}
