import type { CheckId } from '../../conformance/catalogue/check-requirements.ts'
import { type Deviation, type FetchWrapper, violation } from '../../emulator/disturb/deviations/define-deviation.ts'

/** What a deviation does wrong, and how, with the conventions under which it shows where the defaults hide it. */
type Row = readonly [description: string, way: FetchWrapper | Pick<Deviation, 'wrap' | 'conventions'>]

/** Declares the deviations that one check is meant to catch, by their names. */
export function caughtBy(check: CheckId, rows: Readonly<Record<string, Row>>): readonly Deviation[] {
  return Object.entries(rows).map(([name, [description, way]]) =>
    typeof way === 'function'
      ? violation(check, name, description, way)
      : { ...violation(check, name, description, way.wrap), ...way },
  )
}
