import type { Draft } from './draft.ts'
import type { WorldAccess } from './world-access.ts'

/** Where a request belongs, and what is noted of it. */
export interface RequestScope {
  readonly world: WorldAccess
  /** The address that clients see, without the path of the endpoint: where links lead. */
  readonly baseUrl: string
  /** The path and the query behind `baseUrl`, as they came. */
  readonly path: string
  readonly search: string
  readonly draft: Draft
}
