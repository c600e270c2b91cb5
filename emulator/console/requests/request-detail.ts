import type { OpenedRequest } from '../../journal/opened-request.ts'
import type { RelatedRequest } from '../../journal/related-requests.ts'

/** A request as `GET /_emulator/requests/{index}` shows it. */
export interface RequestDetail extends OpenedRequest {
  readonly related: readonly RelatedRequest[]
  /** The sentence of the specification that the request broke. */
  readonly requirement: { readonly id: string; readonly clause: string; readonly statement: string } | null
}
