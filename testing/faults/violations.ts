import type { CheckId, CheckRequirements } from '../../conformance/catalogue/check-requirements.ts'
import type { Deviation, FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'

/** A deviation that a check of the kit must catch. */
export interface Violation extends Deviation {
  readonly caughtBy: CheckId
}

/** A requirement, and a check that decides it. */
export type RequirementAndCheck = {
  [Check in CheckId]: readonly [requirement: CheckRequirements[Check], caughtBy: Check]
}[CheckId]

/** The bug of a deviation and its wrapper, with the conventions under which it shows where the defaults hide it. */
type Row = readonly [description: string, wrap: FetchWrapper | Pick<Deviation, 'wrap' | 'conventions'>]

/** Declares a deviation that violates a requirement, which the check decides. */
export function violation<Check extends CheckId>(
  [requirement, caughtBy]: readonly [requirement: CheckRequirements[Check], caughtBy: Check],
  name: string,
  description: string,
  wrap: FetchWrapper,
): Violation {
  return { name, requirement, description, caughtBy, wrap }
}

/** Declares the deviations of one requirement that one check is meant to catch, by their names. */
export function violations<Check extends CheckId>(
  requirement: CheckRequirements[Check],
  caughtBy: Check,
  rows: Readonly<Record<string, Row>>,
): readonly Violation[] {
  return Object.entries(rows).map(([name, [description, wrap]]) =>
    typeof wrap === 'function'
      ? violation([requirement, caughtBy], name, description, wrap)
      : { ...violation([requirement, caughtBy], name, description, wrap.wrap), ...wrap },
  )
}
