import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { Outcome } from './outcome.ts'

/** A value that is not the right one. @param requirement The requirement that it breaks, if it shows one. */
export function wrong(expected: string, got: string, requirement?: ClientRequirementId): Outcome {
  return { kind: 'wrong', expected, got, requirement }
}

/** A value for a message, cut. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
