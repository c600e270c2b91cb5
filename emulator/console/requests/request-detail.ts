import type { OpenedRequest } from '../../journal/opened-request.ts'
import type { RelatedRequest } from '../../journal/related-requests.ts'

/** A request as `GET /_emulator/requests/{index}` shows it. */
export interface RequestDetail extends OpenedRequest {
  readonly related: readonly RelatedRequest[]
}
