// Packs the package once for all long tests that need the tarball.
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type PackedPackage, packPackage } from '../testing/package/pack-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly packed: PackedPackage
  }
}

/** Runs before the long tests. Returns what runs after them. */
export default async function packOnce(project: TestProject): Promise<() => void> {
  const packed = await packPackage()
  project.provide('packed', packed)
  return () => rmSync(packed.directory, { recursive: true, force: true })
}
