import { createHash } from 'node:crypto'
import { requirementProfiles } from './profiles.ts'
import type { Requirement } from './requirements.ts'

/**
 * The name and version that a report gives of the kit. The version is a constant, as a bundle cannot read the manifest
 * next to it. A test compares it with package.json.
 */
export const kit: { readonly name: string; readonly version: string } = {
  name: '@platform-data/emulator',
  version: '0.1.0',
}

/** Identifies the catalogue of a report: with the same digest, the same statements are judged for the same profiles. */
export function catalogueDigest(requirements: readonly Requirement[]): string {
  return digestOfRows(
    requirements.map((requirement) => {
      const { id, clause, kind, statement, excluded = null } = requirement
      return [id, clause, kind, statement, excluded, requirementProfiles(requirement)]
    }),
  )
}

/** Identifies what a catalogue states. */
export function digestOfRows(rows: readonly (readonly unknown[])[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
}
