import type { CheckId } from '../../conformance/catalogue/check-ids.ts'
import { decidedRequirement } from '../../conformance/catalogue/requirements.ts'
import type { Deviation, FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'

/** A deviation that a check of the kit must catch. */
export interface Violation extends Deviation {
  readonly caughtBy: CheckId
}

/** The bug of a deviation and its wrapper, with the conventions under which it shows where the defaults hide it. */
type Row = readonly [description: string, wrap: FetchWrapper | Pick<Deviation, 'wrap' | 'conventions'>]

/** Declares the deviations of one requirement that one check is meant to catch, by their names. */
export function violations(caughtBy: CheckId, rows: Readonly<Record<string, Row>>): readonly Violation[] {
  return Object.entries(rows).map(([name, [description, wrap]]) => ({
    name,
    requirement: decidedRequirement(caughtBy),
    description,
    caughtBy,
    ...(typeof wrap === 'function' ? { wrap } : wrap),
  }))
}
