import type { Draft } from './draft.ts'
import type { WorldAccess } from './world-access.ts'

/** The world, the address and the journal's draft of a request. */
export interface RequestScope {
  readonly world: WorldAccess
  /** The suffix of issued secrets that leads them back to their world: `~` and its name, or nothing. */
  readonly worldSuffix: string
  /** The address that links begin with: the client's, without the path of the endpoint. */
  readonly baseUrl: string
  /** The path and the query after `baseUrl`, still encoded. */
  readonly path: string
  readonly search: string
  readonly draft: Draft
  /** The headers that say which pages may read the answer. */
  readonly cors: Readonly<Record<string, string>>
}
