import { createHash } from 'node:crypto'
import type { Requirement } from './requirements.ts'

/** What made a report. The version is a constant, as a bundle cannot read the manifest beside it; a test holds it to package.json. */
export const kit: { readonly name: string; readonly version: string } = {
  name: '@platform-data/emulator',
  version: '0.1.0',
}

/** Says which catalogue a report judges by: two reports of one digest judge by the same statements. */
export function digestOf(requirements: readonly Requirement[]): string {
  const text = JSON.stringify(
    requirements.map(({ id, clause, kind, statement, excluded = null }) => [id, clause, kind, statement, excluded]),
  )
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
