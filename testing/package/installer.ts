// Projects that install the packed package as users install it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalRegistry } from './local-registry.ts'
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

/**
 * Opens an installer of a tarball. Dependencies come by npm's own rules from a registry on loopback with the packages
 * of package-lock.json. That the public registry has them is not tested.
 */
export async function openInstaller(tarball: string): Promise<Installer> {
  const registry = await startLocalRegistry()
  const parent = mkdtempSync(join(tmpdir(), 'emulator-package-'))
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
