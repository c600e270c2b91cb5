// A project that installs the packed package as users install it.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startLocalRegistry } from './local-registry.ts'
import { runNpm } from './pack-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folders of projects that have the package. Node finds it from any folder below them. */
export interface InstalledPackage {
  /** The package with what it needs, and nothing else. */
  readonly alone: string
  /** The same with its optional peers. */
  readonly withPeers: string
  /** Removes them. */
  readonly close: () => Promise<void>
}

/** Linked, as npm would only copy them. */
const peers = ['vitest', 'msw', '@msw/data', '@playwright/test', '@types/node']

/**
 * Installs a tarball. Dependencies come by npm's own rules from a registry on loopback with the packages of
 * package-lock.json. That the public registry has them is not tested.
 */
export async function installPackage(tarball: string): Promise<InstalledPackage> {
  const parent = mkdtempSync(join(tmpdir(), 'emulator-package-'))
  const [alone, withPeers] = [join(parent, 'alone'), join(parent, 'with-peers')]
  const registry = await startLocalRegistry()
  try {
    mkdirSync(alone)
    writeFileSync(join(alone, 'package.json'), JSON.stringify({ name: 'alone', private: true, type: 'module' }))
    const options = { registry: registry.url, cache: join(parent, 'cache'), userconfig: join(parent, 'none') }
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
    const values = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    await runNpm(['install', ...values, ...flags, tarball], alone)
  } finally {
    await registry.close()
  }
  cpSync(alone, withPeers, { recursive: true, verbatimSymlinks: true })
  for (const peer of peers) {
    const link = join(withPeers, 'node_modules', peer)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', peer), link)
  }
  return { alone, withPeers, close: () => rm(parent, { recursive: true, force: true }) }
}

/** Makes a folder with files below a project. */
export function makeFolder(project: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(project, 'folder-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/**
 * Installs what one long test needs beside the package: a folder beside this file with a package.json and a lock of its
 * own, so that the project's own installation stays small. The folder must be below one that has the package.
 * @returns whether npm could: it needs a registry.
 */
export async function installFixture(
  title: 'jest' | 'runtimes' | 'bundlers' | 'vitest',
  folder: string,
): Promise<boolean> {
  cpSync(fileURLToPath(new URL(title, import.meta.url)), folder, { recursive: true })
  try {
    await runNpm(['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
    return true
  } catch (error) {
    console.warn(`npm ci failed for testing/package/${title}: ${String(error)}`)
    return false
  }
}
