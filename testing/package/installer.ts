// Projects that install the packed package as users install it.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Installed, startLocalRegistry } from './local-registry.ts'
import { runNpm } from './pack-package.ts'

/** Makes projects in a temporary folder. */
export interface Installer {
  /** Makes a project with the package, other packages and files. Resolves with its folder. */
  readonly create: (
    title: string,
    others?: readonly string[],
    files?: Readonly<Record<string, string>>,
  ) => Promise<string>
  /** Removes all projects. */
  readonly close: () => Promise<void>
}

/** A package that stands for one of another version, with one module. */
export interface StandIn {
  readonly name: string
  readonly version: string
  readonly code: string
}

/**
 * Opens an installer of a tarball. Dependencies come by npm's own rules from a registry on loopback with the packages
 * of package-lock.json and the stand-ins. That the public registry has them is not tested.
 */
export async function openInstaller(tarball: string, standIns: readonly StandIn[] = []): Promise<Installer> {
  const parent = mkdtempSync(join(tmpdir(), 'emulator-package-'))
  const registry = await startLocalRegistry(
    standIns.map((directory, index) => toInstalled(directory, join(parent, `in-${index}`))),
  )
  return {
    create: async (title, others = [], files = {}) => {
      const directory = join(parent, title)
      mkdirSync(directory)
      writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: title, private: true, type: 'module' }))
      for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text)
      const options = {
        registry: registry.url,
        cache: join(parent, `cache-${title}`),
        userconfig: join(parent, 'none'),
        loglevel: 'error',
      }
      const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
      const values = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
      await runNpm(['install', ...values, ...flags, tarball, ...others], directory)
      return directory
    },
    close: async () => {
      await registry.close()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

function toInstalled({ name, version, code }: StandIn, directory: string): Installed {
  mkdirSync(directory)
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version, type: 'module', main: 'index.js' }))
  writeFileSync(join(directory, 'index.js'), code)
  return { name, version, directory }
}

/**
 * Installs what one long test needs beside the package: a folder beside this file with a package.json and a lock of its
 * own, so that the project's own installation stays small. The folder must be below one that has the package.
 * @returns whether npm could: it needs a registry.
 */
export async function installFixture(title: 'jest' | 'runtimes', folder: string): Promise<boolean> {
  cpSync(fileURLToPath(new URL(title, import.meta.url)), folder, { recursive: true })
  try {
    await runNpm(['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
    return true
  } catch (error) {
    console.warn(`npm ci failed for testing/package/${title}: ${String(error)}`)
    return false
  }
}
