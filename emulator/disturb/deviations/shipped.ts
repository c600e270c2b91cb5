import type { CheckId } from '../../../conformance/catalogue/check-ids.ts'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Deviation, DeviationGroup } from './deviation.ts'
import { tokenDeviations } from './groups/access-tokens.ts'
import { configurationDeviations } from './groups/configurations.ts'
import { connectDeviations } from './groups/connect.ts'
import { credentialDeviations } from './groups/credentials.ts'
import { cursorDeviations } from './groups/cursors.ts'
import { filterDeviations } from './groups/filters.ts'
import { httpDeviations } from './groups/http.ts'
import { idDeviations } from './groups/ids.ts'
import { legacyDeviations } from './groups/legacy.ts'
import { linkDeviations } from './groups/link.ts'
import { listDeviations } from './groups/lists.ts'
import { oauthDeviations } from './groups/oauth.ts'
import { serviceDeviations } from './groups/services.ts'

/** The groups, in the order in which lists have them. */
const groups = [
  idDeviations,
  tokenDeviations,
  oauthDeviations,
  credentialDeviations,
  listDeviations,
  configurationDeviations,
  filterDeviations,
  cursorDeviations,
  serviceDeviations,
  connectDeviations,
  legacyDeviations,
  linkDeviations,
  httpDeviations,
] as const

type Rows = (typeof groups)[number]['deviations']
type NamesIn<Some> = Some extends unknown ? keyof Some & string : never

/** The name of a deviation, for `deviations` and `--deviation`. */
export type DeviationName = NamesIn<Rows>

/** A deviation that is shipped. */
export interface ShippedDeviation extends Deviation {
  readonly name: DeviationName
  readonly caughtBy: CheckId
  /** The title of its group. */
  readonly group: string
}

/**
 * Every shipped deviation: those that a client can notice. The other mistakes that the kit must catch are in
 * `testing/`.
 */
export const deviations: readonly ShippedDeviation[] = groups.flatMap(({ title, deviations: rows }: DeviationGroup) =>
  Object.entries(rows).map(([name, [caughtBy, description, wrap]]) => ({
    name: name as DeviationName,
    requirement: caughtBy.split('.', 2).join('.') as RequirementId,
    description,
    caughtBy,
    wrap,
    group: title,
  })),
)
