import { cursorDeviations } from './cursors.ts'
import type { Deviation } from './define-deviation.ts'
import { enumFilterDeviations, filterDeviations } from './filters.ts'
import { malformedIdDeviations } from './ids-malformed.ts'
import { idDeviations } from './ids.ts'
import { listDeviations } from './lists.ts'

/** Every deviation: what `--deviation` takes, and what the kit must catch. */
export const deviations: readonly Deviation[] = [
  ...idDeviations, ...malformedIdDeviations, ...listDeviations, ...filterDeviations, ...enumFilterDeviations, ...cursorDeviations,
]
