import { createHash } from 'node:crypto'
import type { Requirement } from './requirements.ts'

/**
 * What made a report. The version is a constant, as a bundle cannot read the manifest next to it. A test compares it
 * with package.json.
 */
export const kit: { readonly name: string; readonly version: string } = {
  name: '@platform-data/emulator',
  version: '0.1.0',
}

/** Identifies the catalogue of a report: two reports with the same digest judge by the same statements. */
export function digestOf(requirements: readonly Requirement[]): string {
  const text = JSON.stringify(
    requirements.map(({ id, clause, kind, statement, excluded = null }) => [id, clause, kind, statement, excluded]),
  )
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
