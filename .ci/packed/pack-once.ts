// Packs the package and installs the tarball, once for all tests of this folder.
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { type InstalledPackage, installPackage } from '../../testing/package/install-package.ts'
import { type PackedPackage, packPackage } from '../../testing/package/pack-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly packed: PackedPackage & Omit<InstalledPackage, 'close'>
  }
}

/** Sets the tests up. Returns the function that tears them down. */
export default async function packOnce(project: TestProject): Promise<() => Promise<void>> {
  const packed = await packPackage()
  const { close, ...installed } = await installPackage(packed.tarball)
  project.provide('packed', { ...packed, ...installed })
  return async () => {
    await close()
    await rm(packed.directory, { recursive: true, force: true })
  }
}
